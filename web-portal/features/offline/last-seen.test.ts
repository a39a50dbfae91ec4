import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetKept, keepFor } from '#web-shared/last-seen.ts';
import { awayNow, noteHeard, setAway } from '../../lib/connection.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { madeCaches } from '../../testing/made-caches.ts';
import { keepSeen, showLastSeen } from './last-seen.ts';

const HOUR = 3_600_000;
const list = {
  rows: Array.from({ length: 1201 }, (_, n) => ({ parcelName: `P${n}` })),
  position: '7',
  stale: false,
};

function clientWith(more: Record<string, unknown> = {}): QueryClient {
  const client = new QueryClient();
  client.setQueryData(queryKeys.session, { username: 'ann', ...more });
  client.setQueryData(queryKeys.list('natural', 'available'), list);
  client.setQueryData(queryKeys.invoices('2026-11'), ['not kept']);
  return client;
}
const read = (client: QueryClient) => [
  client.getQueryData(queryKeys.session),
  client.getQueryData(queryKeys.list('natural', 'available')),
];

let device = madeCaches(() => Promise.reject(new Error('nothing is loaded here')));
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => (work(), 0));
  device = madeCaches(() => Promise.reject(new Error('nothing is loaded here')));
  vi.stubGlobal('caches', device);
  localStorage.clear();
  setAway(null);
});
const keepOf = async (owner: string, heard = Date.now()): Promise<void> => {
  keepFor(owner);
  await keepSeen(clientWith(), owner, new Map(), heard);
};

describe('What was last seen (product: Without a network)', () => {
  it('is shown as it was, and nothing else of the page is', async () => {
    await keepOf('ann');
    const client = new QueryClient();
    expect(await showLastSeen(client)).toBe(true);
    expect(read(client)).toEqual([{ username: 'ann' }, list]);
    expect(client.getQueryData(queryKeys.invoices('2026-11'))).toBeUndefined();
    expect(awayNow()?.asOf).toMatch(/^\d{4}-/);
  });

  it('is as of when the server was last heard, not of when it was kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    noteHeard();
    const heard = new Date().toISOString();
    vi.setSystemTime(Date.now() + 600_000);
    await keepOf('ann');
    expect(await showLastSeen(new QueryClient())).toBe(true);
    expect(awayNow()?.asOf).toBe(heard);
    vi.useRealTimers();
  });

  it('is gone with the hour of the session, with another user and with Log Out', async () => {
    await keepOf('ann', Date.now() - HOUR - 1);
    expect(await showLastSeen(new QueryClient())).toBe(false);
    expect(device.stores.size).toBe(0);
    await keepOf('ann');
    keepFor('bob');
    expect(await showLastSeen(new QueryClient())).toBe(false);
    await keepOf('ann');
    forgetKept();
    expect(await showLastSeen(new QueryClient())).toBe(false);
    expect(device.stores.size).toBe(0);
  });

  it('of another release is not shown', async () => {
    await keepOf('ann');
    const script = document.createElement('script');
    script.type = 'module';
    script.setAttribute('src', '/assets/main-2.js');
    document.head.append(script);
    expect(await showLastSeen(new QueryClient())).toBe(false);
    script.remove();
  });

  it('a window of the user before writes nothing into it', async () => {
    keepFor('ann');
    const writing = keepSeen(clientWith(), 'ann', new Map(), Date.now());
    keepFor('bob');
    await writing;
    expect(await showLastSeen(new QueryClient())).toBe(false);
    const kept = [...(device.stores.get('vitrine-last-seen')?.keys() ?? [])];
    expect(kept).toEqual([]);
  });
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actForCustomer, beginOtherRights, forgetSession } from '../../lib/api-client.ts';
import { showClientView } from '../../lib/client-view.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { refreshRows } from './refresh-rows.ts';

const key = queryKeys.list('natural', 'available');
const shown = { rows: [{ parcelName: 'A1', inCart: true }], position: '40', stale: false };
const answered = [{ parcelName: 'A1', inCart: false }];
const answer = (headers: Record<string, string> = {}) =>
  Response.json({ available: answered, customer: [], cart: [], past: [] }, { headers });
const stale = () => answer({ 'x-stale': 'true' });

let client: QueryClient;
let answers: (() => Response)[];
const fetched = vi.fn(() => Promise.resolve((answers.shift() ?? stale)()));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  forgetSession();
  client = new QueryClient();
  client.setQueryData(key, shown);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const refresh = async (): Promise<void> => {
  const done = refreshRows(client, 'natural', ['A1']);
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
};
const isOld = (): boolean => client.getQueryState(key)?.isInvalidated ?? false;

describe('Rows that changed, read again', () => {
  it('an answer older than what was asked for is asked again a little later', async () => {
    answers = [stale, answer];
    await refresh();
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(client.getQueryData(key)).toMatchObject({ rows: answered });
    expect(isOld()).toBe(false);
  });
  it('and where it stays old, the lists are marked instead', async () => {
    answers = [];
    await refresh();
    expect(fetched.mock.calls.length).toBeLessThan(6);
    expect(client.getQueryData(key)).toBe(shown);
    expect(isOld()).toBe(true);
  });
  it('and where it is one of another release', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    answers = [() => Response.json({ rows: [] })];
    await refresh();
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    expect(client.getQueryData(key)).toBe(shown);
    expect(isOld()).toBe(true);
  });
  it.each([
    ['another price mode', () => showClientView('RETAIL')],
    ['another customer', () => actForCustomer(12)],
    ['other rights', () => beginOtherRights()],
  ])('an answer for %s than there is now is not shown', async (_what, turn) => {
    answers = [
      () => {
        turn();
        return answer();
      },
    ];
    await refresh();
    expect(client.getQueryData(key)).toBe(shown);
    expect(isOld()).toBe(true);
  });
});

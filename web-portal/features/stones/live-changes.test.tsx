import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../lib/query-keys.ts';
import { useLiveChanges } from './live-changes.ts';

const sources: StandIn[] = [];
class StandIn extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  close(): void {
    this.readyState = StandIn.CLOSED;
  }
}

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', StandIn);
  sources.length = 0;
  client = new QueryClient();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Follower({ customerId }: { customerId: number | null }) {
  useLiveChanges(customerId);
  return null;
}
const follow = (customerId: number | null = null) =>
  render(
    <QueryClientProvider client={client}>
      <Follower customerId={customerId} />
    </QueryClientProvider>,
  );
const tell = (source: StandIn, position: string): void => {
  const change = { position, lines: [], cart: true, customer: false, desires: false, models: false };
  act(() => void source.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(change) })));
};
const opened = (source: StandIn) => act(() => void source.dispatchEvent(new Event('open')));
const lost = (source: StandIn) => {
  source.close();
  act(() => void source.dispatchEvent(new Event('error')));
  act(() => void vi.advanceTimersByTime(3000));
};
const key = queryKeys.list('natural', 'available');
const isOld = (): boolean => client.getQueryState(key)?.isInvalidated ?? false;

describe('Following what others do (GET /changes)', () => {
  it('staff follow the customer that they act for', () => {
    follow(12);
    expect(sources[0]?.url).toBe('/changes?customer=12');
  });
  it('what was loaded before the connection stood is read again', () => {
    client.setQueryData(key, { rows: [] });
    follow();
    expect(isOld()).toBe(false);
    opened(sources[0]!);
    expect(isOld()).toBe(true);
  });
  it('a new connection says from where on it has missed changes, and leaves the rest to the server', () => {
    follow();
    opened(sources[0]!);
    client.setQueryData(key, { rows: [] });
    tell(sources[0]!, '41');
    lost(sources[0]!);
    expect(sources[1]?.url).toBe('/changes?since=41');
    opened(sources[1]!);
    expect(isOld()).toBe(false);
  });
  it('without any change told so far, what is loaded is read again', () => {
    follow();
    opened(sources[0]!);
    client.setQueryData(key, { rows: [] });
    lost(sources[0]!);
    expect(sources[1]?.url).toBe('/changes');
    opened(sources[1]!);
    expect(isOld()).toBe(true);
  });
  it('ends with the shell', () => {
    const { unmount } = follow();
    unmount();
    expect(sources[0]?.readyState).toBe(StandIn.CLOSED);
  });
});

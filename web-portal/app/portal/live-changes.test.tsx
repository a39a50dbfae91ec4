import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awayNow, setAway } from '../../lib/connection.ts';
import { CallFailed, networkFailure } from '../../lib/failures.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { CART_CHANGE } from '../../lists/api/change-cart.ts';
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
const follow = async (customerId: number | null = null) => {
  const shown = render(
    <QueryClientProvider client={client}>
      <Follower customerId={customerId} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  return shown;
};
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

/** A list that comes when the test says so. */
function reading() {
  let come = (_list: object): void => undefined;
  const read = new Promise<object>((resolve) => {
    come = resolve;
  });
  return { read: () => read, come };
}
const list = (position: string | null) => ({ rows: [], position, stale: false });

describe('Following what others do (GET /changes)', () => {
  it('staff follow the customer that they act for', async () => {
    await follow(12);
    expect(sources[0]?.url).toBe('/changes?customer=12');
  });
  it('begins when the first lists are there, and says how old the oldest of them is', async () => {
    const { read, come } = reading();
    void client.prefetchQuery({ queryKey: key, queryFn: read });
    client.setQueryData(queryKeys.list('natural', 'cart'), list('90'));
    await follow();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(sources).toHaveLength(0);
    come(list('41'));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(sources[0]?.url).toBe('/changes?since=41');
    opened(sources[0]!);
    expect(isOld()).toBe(false);
  });
  it('begins without a list that does not come', async () => {
    void client.prefetchQuery({ queryKey: key, queryFn: () => new Promise(() => {}) });
    await follow();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(sources).toHaveLength(1);
  });
  it('what changed while a list is being read is read when it is there', async () => {
    client.setQueryData(key, list('41'));
    const opened = [queryKeys.details('natural', 'A1'), queryKeys.details('labGrown', 'L1')];
    for (const details of opened) client.setQueryData(details, {});
    await follow();
    const { read, come } = reading();
    void client.prefetchQuery({ queryKey: queryKeys.list('natural', 'past'), queryFn: read });
    const change = { position: '42', cart: false, customer: false, desires: false, models: false };
    const lines = [{ line: 'natural', parcels: null }];
    const data = JSON.stringify({ ...change, lines });
    act(() => void sources[0]!.dispatchEvent(new MessageEvent('change', { data })));
    expect(isOld()).toBe(false);
    come(list('41'));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(isOld()).toBe(true);
    expect(client.getQueryState(queryKeys.list('natural', 'past'))?.isInvalidated).toBe(true);
    // What stones of the line are opened is read again as well.
    expect(opened.map((details) => client.getQueryState(details)?.isInvalidated)).toEqual([true, false]);
  });
  it('a new connection says from where on it has missed changes, and leaves the rest to the server', async () => {
    client.setQueryData(key, list('40'));
    await follow();
    opened(sources[0]!);
    tell(sources[0]!, '41');
    lost(sources[0]!);
    expect(sources[1]?.url).toBe('/changes?since=41');
    opened(sources[1]!);
    expect(isOld()).toBe(false);
  });
  it('of what a new connection has missed, the named rows alone are read', async () => {
    const row = (parcelName: string) => ({ parcelName });
    client.setQueryData(key, { rows: [row('A1'), row('A2')], position: '40', stale: false });
    const rows = { available: [], customer: [], cart: [], past: [] };
    const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(Response.json(rows)));
    vi.stubGlobal('fetch', fetched);
    await follow();
    opened(sources[0]!);
    lost(sources[0]!);
    opened(sources[1]!);
    const change = { position: '43', cart: false, customer: false, desires: false, models: false };
    const data = JSON.stringify({ ...change, lines: [{ line: 'natural', parcels: ['A1'] }] });
    act(() => void sources[1]!.dispatchEvent(new MessageEvent('change', { data })));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(fetched.mock.calls.map(([path, { body }]) => [path, body])).toEqual([
      ['/inventory/rows', JSON.stringify({ parcelNames: ['A1'] })],
    ]);
    expect(client.getQueryData(key)).toMatchObject({ rows: [row('A2')] });
    expect(isOld()).toBe(false);
    lost(sources[1]!);
    expect(sources[2]?.url).toBe('/changes?since=43');
  });
  it('what somebody else puts into the cart or takes out is marked so in Available', async () => {
    const row = (parcelName: string, inCart: boolean) => ({ parcelName, inCart });
    const available = [row('A1', true), row('A2', false), row('A3', false), row('A4', true)];
    client.setQueryData(key, { rows: available, position: '40', stale: false });
    const cart = { rows: [row('A2', true), row('A4', true)], position: '41', stale: false };
    client.setQueryDefaults(queryKeys.list('natural', 'cart'), { queryFn: () => Promise.resolve(cart) });
    client.setQueryData(queryKeys.list('natural', 'cart'), { ...cart, rows: [row('A1', true)] });
    const rows = { available: [row('A1', false), row('A2', true)], customer: [], cart: cart.rows, past: [] };
    const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(Response.json(rows)));
    vi.stubGlobal('fetch', fetched);
    await follow();
    tell(sources[0]!, '41');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual([
      JSON.stringify({ parcelNames: ['A1', 'A2'] }),
    ]);
    const shown = client.getQueryData<{ rows: readonly object[] }>(key)?.rows;
    expect(shown).toEqual([row('A1', false), row('A2', true), row('A3', false), row('A4', true)]);
  });
  it('what left the cart and is in no other list is read again where it is open', async () => {
    const cartKey = queryKeys.list('natural', 'cart');
    const row = (parcelName: string, more: object = {}) => ({ parcelName, inCart: true, ...more });
    const desire = row('desire:1', { virtual: true });
    client.setQueryDefaults(cartKey, {
      queryFn: () => Promise.resolve({ ...list('41'), rows: [row('A2')] }),
    });
    client.setQueryData(key, list('40'));
    client.setQueryData(cartKey, { ...list('40'), rows: [row('A1'), row('A2'), desire] });
    client.setQueryData(queryKeys.details('natural', 'A1'), row('A1'));
    const rows = { available: [], customer: [], cart: [], past: [] };
    const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(Response.json(rows)));
    vi.stubGlobal('fetch', fetched);
    await follow();
    tell(sources[0]!, '41');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual([JSON.stringify({ parcelNames: ['A1'] })]);
    expect(client.getQueryState(queryKeys.details('natural', 'A1'))?.isInvalidated).toBe(true);
  });
  it('what one is putting into the cart oneself stays as it was pressed', async () => {
    const cartKey = queryKeys.list('natural', 'cart');
    const row = (parcelName: string) => ({ parcelName, inCart: true });
    client.setQueryDefaults(cartKey, {
      queryFn: () => Promise.resolve({ ...list('41'), rows: [row('A1')] }),
    });
    client.setQueryData(key, { ...list('40'), rows: [row('A1'), row('A2')] });
    client.setQueryData(cartKey, { ...list('40'), rows: [row('A1'), row('A2')] });
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    await follow();
    const options = { mutationKey: CART_CHANGE, mutationFn: () => new Promise<never>(() => {}) };
    const parcels = [{ line: 'natural', parcelName: 'A2' }];
    void client.getMutationCache().build(client, options).execute({ parcels, into: true, commandId: 'own' });
    tell(sources[0]!, '41');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(fetched).not.toHaveBeenCalled();
    expect(client.getQueryData(cartKey)).toMatchObject({ rows: [row('A1'), row('A2')] });
  });
  it('a connection that is refused has it asked who is signed in', async () => {
    client.setQueryData(queryKeys.session, {});
    await follow();
    opened(sources[0]!);
    expect(client.getQueryState(queryKeys.session)?.isInvalidated).toBe(false);
    lost(sources[0]!);
    expect(client.getQueryState(queryKeys.session)?.isInvalidated).toBe(true);
    // Not each time that it is tried again.
    client.setQueryData(queryKeys.session, {});
    lost(sources[1]!);
    expect(client.getQueryState(queryKeys.session)?.isInvalidated).toBe(false);
  });
  it.each([
    ['no answer comes', networkFailure('No connection.')],
    ['a proxy answers', new CallFailed({ kind: 'answer', status: 502, body: '<html>Bad gateway</html>' })],
    ['a store is away', new CallFailed({ kind: 'answer', status: 402, body: { code: 'UNAVAILABLE' } })],
  ])('one that breaks off and %s is shown, as of when the server was last heard', async (_what, failure) => {
    const asked = vi.fn(() => Promise.reject(failure));
    client.setQueryData(queryKeys.session, {});
    const options = { queryKey: queryKeys.session, queryFn: asked, retry: false, staleTime: Infinity };
    const stop = new QueryObserver(client, options).subscribe(() => {});
    await follow();
    opened(sources[0]!);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    act(() => void sources[0]!.dispatchEvent(new Event('beat')));
    const heard = new Date().toISOString();
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    sources[0]!.readyState = 0;
    act(() => void sources[0]!.dispatchEvent(new Event('error')));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(asked).toHaveBeenCalledOnce();
    expect(awayNow()).toEqual({ asOf: heard, until: null });
    setAway(null);
    stop();
  });
  it('an answer that is not understood has the lists read again, and ends nothing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    client.setQueryData(key, { rows: [{ parcelName: 'A1' }], position: '40', stale: false });
    const rows = { available: [], customer: [], cart: [], past: [] };
    const answers = [{}, rows];
    const fetched = vi.fn(() => Promise.resolve(Response.json(answers.shift())));
    vi.stubGlobal('fetch', fetched);
    await follow();
    const changed = async (position: string): Promise<void> => {
      const change = { position, cart: false, customer: false, desires: false, models: false };
      const data = JSON.stringify({ ...change, lines: [{ line: 'natural', parcels: ['A1'] }] });
      act(() => void sources[0]!.dispatchEvent(new MessageEvent('change', { data })));
      await act(() => vi.advanceTimersByTimeAsync(1000));
    };
    await changed('41');
    expect(isOld()).toBe(true);
    await changed('42');
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(client.getQueryData(key)).toMatchObject({ rows: [] });
  });
  it('where no position is known, what is loaded is read again', async () => {
    await follow();
    opened(sources[0]!);
    client.setQueryData(key, list(null));
    lost(sources[0]!);
    expect(sources[1]?.url).toBe('/changes');
    opened(sources[1]!);
    expect(isOld()).toBe(true);
  });
  it('what no line had is looked for again with what is loaded, and when all of a line has changed', async () => {
    const isAskedAgain = (parcelName: string): boolean | undefined =>
      client.getQueryState(queryKeys.line(parcelName))?.isInvalidated;
    const forget = (): void => {
      client.setQueryData(queryKeys.line('NEW-1'), null);
      client.setQueryData(queryKeys.line('LG-1'), 'labGrown');
    };
    await follow();
    forget();
    opened(sources[0]!);
    expect([isAskedAgain('NEW-1'), isAskedAgain('LG-1')]).toEqual([true, false]);

    forget();
    const change = { position: '41', cart: false, customer: false, desires: false, models: false };
    const data = JSON.stringify({ ...change, lines: [{ line: 'labGrown', parcels: null }] });
    act(() => void sources[0]!.dispatchEvent(new MessageEvent('change', { data })));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect([isAskedAgain('NEW-1'), isAskedAgain('LG-1')]).toEqual([true, false]);
  });
  it('what no line had is looked for again once a change names it, and nothing else is', async () => {
    const rows = { available: [], customer: [], cart: [], past: [] };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(rows)));
    await follow();
    for (const name of ['NEW-1', 'NEW-2']) client.setQueryData(queryKeys.line(name), null);
    client.setQueryData(queryKeys.line('LG-1'), 'labGrown');
    const change = { position: '41', cart: false, customer: false, desires: false, models: false };
    const lines = [{ line: 'labGrown', parcels: ['NEW-1', 'LG-1'] }];
    const data = JSON.stringify({ ...change, lines });
    act(() => void sources[0]!.dispatchEvent(new MessageEvent('change', { data })));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    const askedAgain = ['NEW-1', 'NEW-2', 'LG-1'].filter(
      (name) => client.getQueryState(queryKeys.line(name))?.isInvalidated,
    );
    expect(askedAgain).toEqual(['NEW-1']);
  });
  it('what shapes are called is read again when a change says so, and at each connection: then with the lists where it has changed', async () => {
    const words = vi.fn(() => Promise.resolve({ shapes: ['Round'] }));
    await client.prefetchQuery({ queryKey: queryKeys.attributes, queryFn: words });
    client.setQueryData(key, list('40'));
    await follow();
    opened(sources[0]!);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect([words.mock.calls.length, isOld()]).toEqual([2, false]);

    words.mockResolvedValue({ shapes: ['Brilliant'] });
    lost(sources[0]!);
    opened(sources[1]!);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect([words.mock.calls.length, isOld()]).toEqual([3, true]);

    const change = { position: '41', lines: [], cart: false, customer: false, desires: false, models: false };
    const data = JSON.stringify({ ...change, attributes: true });
    act(() => void sources[1]!.dispatchEvent(new MessageEvent('change', { data })));
    expect(client.getQueryState(queryKeys.attributes)?.isInvalidated).toBe(true);
  });
  it('ends with the shell, also before it has begun', async () => {
    const { unmount } = await follow();
    unmount();
    expect(sources[0]?.readyState).toBe(StandIn.CLOSED);
    void client.prefetchQuery({ queryKey: key, queryFn: () => new Promise(() => {}) });
    const { unmount: leave } = await follow();
    leave();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(sources).toHaveLength(1);
  });
});

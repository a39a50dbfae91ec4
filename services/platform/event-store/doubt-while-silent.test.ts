import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventStoreUnavailable, NoNodeLeads } from './errors.ts';
import { openNodes } from './nodes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['no node leads meanwhile, then the wait goes on', new EventStoreUnavailable(new NoNodeLeads('a:1')), 0],
  ['the leader can never be asked for, then the wait ends with that', new TypeError('broken'), 1],
])('given a node that is silent, when %s', async (_, failure, ended) => {
  const leader = vi.fn().mockResolvedValueOnce('a:1').mockRejectedValueOnce(failure);
  const nodes = openNodes('esdb://a:1,b:2?tls=false', leader);
  const client = await nodes.client();
  const end = vi.fn();
  const heard = nodes.doubtWhileSilent(client, end);
  await vi.advanceTimersByTimeAsync(4_000);
  heard();
  expect(end.mock.calls).toEqual(ended === 0 ? [] : [[failure]]);
  await nodes.close();
});

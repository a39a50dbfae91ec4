import { expect, test } from 'vitest';
import type { Leases } from '../leases/index.ts';
import { polledWork } from '../testing/polled-work.ts';
import { workInTurn } from './work-in-turn.ts';

const leases: Leases = {
  free: (names) => Promise.resolve(new Set(names)),
  take: (name: string) =>
    Promise.resolve({
      name,
      fence: 1,
      lost: new AbortController().signal,
      holdsIn: () => Promise.resolve(true),
      give: () => Promise.resolve(),
    }),
  held: () => new Map(),
  close: () => Promise.resolve(),
};
const log = { info: () => undefined, warn: () => undefined };
/** After a failure the lease is taken again so much later. */
const LEASE_MS = 1_000;

test('work that fails is begun again after growing pauses, which begin anew once it is done', async () => {
  const stop = new AbortController();
  const outcomes = ['fails', 'fails', 'done', 'fails', 'stop'];
  const begun: number[] = [];
  await workInTurn(
    { leases, log, work: polledWork(), signal: stop.signal },
    { name: 'errands', againAfter: { firstMs: 300, longestMs: 60_000 } },
    () => {
      begun.push(performance.now());
      const outcome = outcomes.shift();
      if (outcome === 'stop') stop.abort();
      return outcome === 'fails' ? Promise.reject(new Error('it fails')) : Promise.resolve(true);
    },
  );
  const waited = begun.slice(1).map((at, index) => at - begun[index]!);
  const least = [LEASE_MS + 300, LEASE_MS + 600, 0, LEASE_MS + 300];
  expect(waited).toHaveLength(least.length);
  // Timers may be a little early, and much late.
  for (const [index, ms] of least.entries()) expect(waited[index]).toBeGreaterThan(ms - 20);
  expect(waited[3]! - waited[1]!).toBeLessThan(0);
});

import type { Clock } from '../clock.ts';
import { sharedRefresh } from '../shared-refresh.ts';
import type { CountMany } from './attempts.ts';

export type SharedCounts = {
  /**
   * Counts one more call of a key. Returns the calls in its window so far, with those of other processes as of the last
   * exchange.
   */
  count(key: string): number;
  /** Adds what was counted here to what others counted, one exchange at a time: nothing is added twice. */
  exchange(): Promise<void>;
};

/**
 * Counts what happens too often to be written down one by one: in this process' memory, and from time to time with the
 * counts of the other processes. Windows follow the clock and are the same in every process.
 * @param windowMs milliseconds
 */
export function sharedCounts(clock: Clock, windowMs: number, countMany: CountMany): SharedCounts {
  let window = -1;
  /** By key: everybody's calls at the last exchange, and ours since. */
  let counts = new Map<string, { all: number; ours: number }>();

  const ofThisWindow = (): typeof counts => {
    const now = Math.floor(clock().getTime() / windowMs);
    if (now !== window) counts = new Map();
    window = now;
    return counts;
  };
  return {
    count(key) {
      const known = ofThisWindow().get(key) ?? { all: 0, ours: 0 };
      known.ours += 1;
      counts.set(key, known);
      return known.all + known.ours;
    },
    exchange: sharedRefresh(async () => {
      const mine = ofThisWindow();
      const of = window;
      const sent = [...mine].filter(([, { ours }]) => ours > 0).map(([key, { ours }]) => ({ key, ours }));
      if (sent.length === 0) return;
      const totals = await countMany(
        sent.map(({ key, ours }) => ({ key: `${of} ${key}`, count: ours })),
        windowMs,
      );
      sent.forEach(({ key, ours }, index) => {
        const known = mine.get(key)!;
        known.all = totals[index] ?? known.all;
        known.ours -= ours;
      });
    }),
  };
}

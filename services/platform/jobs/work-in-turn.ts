import { pauseAfter, type Backoff } from '../backoff.ts';
import { alwaysUnderLease, type UnderLease } from '../leases/index.ts';
import { pause } from '../pause.ts';
import type { WorkNotices } from '../work-notices/index.ts';

/** The tools of a job that one process at a time does. */
export type JobTools = Omit<UnderLease, 'name'> & { work: WorkNotices };

/**
 * Does waiting work piece by piece, in one process at a time, until the signal is aborted. Work that fails is begun
 * again.
 * @param name of the lease, and of the work as announced by `announcesWork`
 * @param lookEveryMs how long it waits, in milliseconds, when no work is announced
 * @param againAfter the growing pauses before work that fails is begun again, where it is much to do in vain; without
 *   them it is begun again within seconds
 * @param doNext does the work that has waited longest; returns false when there is none
 */
export async function workInTurn(
  { work, ...under }: JobTools,
  { name, lookEveryMs = 60_000, againAfter }: { name: string; lookEveryMs?: number; againAfter?: Backoff },
  doNext: (held: AbortSignal) => Promise<boolean>,
): Promise<void> {
  let failures = 0;
  const doOne = async (held: AbortSignal): Promise<boolean> => {
    try {
      const found = await doNext(held);
      failures = 0;
      return found;
    } catch (error) {
      if (againAfter) await pause(pauseAfter(++failures, againAfter), held);
      throw error;
    }
  };
  await alwaysUnderLease({ ...under, name }, async (held) => {
    while (!held.aborted) {
      const found = await doOne(held);
      if (!found) await work.until(name, lookEveryMs, held);
    }
  });
}

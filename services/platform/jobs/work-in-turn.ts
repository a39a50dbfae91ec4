import { alwaysUnderLease, type UnderLease } from '../leases/index.ts';
import type { WorkNotices } from '../work-notices/index.ts';

/** The tools of a job that one process at a time does. */
export type JobTools = Omit<UnderLease, 'name'> & { work: WorkNotices };

/**
 * Does waiting work piece by piece, in one process at a time, until the signal is aborted. Work that fails is begun
 * again.
 * @param name of the lease, and of the work as announced by `announcesWork`
 * @param lookEveryMs how long it waits, in milliseconds, when no work is announced
 * @param doNext does the work that has waited longest; returns false when there is none
 */
export async function workInTurn(
  { work, ...under }: JobTools,
  { name, lookEveryMs = 60_000 }: { name: string; lookEveryMs?: number },
  doNext: (held: AbortSignal) => Promise<boolean>,
): Promise<void> {
  await alwaysUnderLease({ ...under, name }, async (held) => {
    while (!held.aborted) {
      const found = await doNext(held);
      if (!found) await work.until(name, lookEveryMs, held);
    }
  });
}

import { alwaysUnderLease, type UnderLease } from '../leases/index.ts';
import type { WorkNotices } from '../work-notices/index.ts';

/** What a job is given that one process at a time does. */
export type JobTools = Omit<UnderLease, 'name'> & { work: WorkNotices };

/**
 * Does what waits, one thing after the other, in one process at a time, until the signal is aborted. What fails is begun
 * again.
 * @param name of the lease, and of the work as `announcesWork` has it
 * @param lookEveryMs how long it waits, in milliseconds, when none is announced
 * @param doNext does what has waited longest; gives false when nothing waits
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

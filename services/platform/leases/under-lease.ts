import { messageOf } from '../message-of.ts';
import { pause } from '../pause.ts';
import type { LeaseLog, Leases } from './leases.ts';

const LOOK_AGAIN_MS = 1_000;

export type UnderLease = {
  leases: Leases;
  /** The name of the lease. */
  name: string;
  log: LeaseLog;
  signal: AbortSignal;
};

/** Does `work` again and again while this process holds the lease, `everyMs` after it was done. Ends with the signal. */
export const everyUnderLease = (
  under: UnderLease,
  everyMs: number,
  work: (held: AbortSignal) => Promise<void>,
): Promise<void> =>
  alwaysUnderLease(under, async (held) => {
    while (!held.aborted) {
      await work(held);
      await pause(everyMs, held);
    }
  });

/**
 * Runs `work` while this process holds the lease, and stands by while another has it, until the signal is aborted. The
 * work's signal is aborted when the lease is lost. When the work fails, the process that then has the lease begins it
 * again.
 */
export async function alwaysUnderLease(
  { leases, name, log, signal }: UnderLease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const lease = await leases.take(name);
      if (lease) {
        try {
          await work(AbortSignal.any([signal, lease.lost]));
        } finally {
          await lease.give();
        }
      }
    } catch (error) {
      if (!signal.aborted) log.warn(`${name} stopped and is started again: ${messageOf(error)}`);
    }
    await pause(LOOK_AGAIN_MS, signal);
  }
}

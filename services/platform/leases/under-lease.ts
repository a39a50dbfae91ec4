import { isDatabaseAway } from '../database/index.ts';
import { pause } from '../pause.ts';
import type { ProcessLog } from '../process-log.ts';
import { repeatedFailures } from '../repeated-failures.ts';
import type { Leases } from './leases.ts';

const LOOK_AGAIN_MS = 1_000;
/** Milliseconds after which work that has gone well counts as running again: its next failure is a new one. */
const RUNS_AGAIN_MS = 60_000;

export type UnderLease = {
  leases: Leases;
  /** The name of the lease. */
  name: string;
  log: ProcessLog;
  signal: AbortSignal;
  /** Milliseconds until it is tried again; shortened by tests. */
  againAfterMs?: number;
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
 * again; a failure that comes again and again is logged once. That Postgres is away, and the lease cannot be taken, the
 * leases themselves report.
 */
export async function alwaysUnderLease(
  { leases, name, log, signal, againAfterMs = LOOK_AGAIN_MS }: UnderLease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failures = repeatedFailures((message) =>
    log.warn(`${name} stopped and is started again: ${message}`),
  );
  const note = (error: unknown): void => {
    if (!signal.aborted) failures.note(error);
  };
  while (!signal.aborted) {
    const lease = await leases.take(name).catch((error: unknown) => {
      if (!isDatabaseAway(error)) note(error);
      return null;
    });
    if (lease) {
      const begunAt = performance.now();
      try {
        await work(AbortSignal.any([signal, lease.lost]));
      } catch (error) {
        if (performance.now() - begunAt > RUNS_AGAIN_MS) failures.over();
        note(error);
      } finally {
        await lease.give();
      }
    }
    await pause(againAfterMs, signal);
  }
}

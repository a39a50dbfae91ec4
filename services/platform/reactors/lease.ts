import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { messageOf } from '../message-of.ts';

const STANDBY_MS = 1_000;
const HEARTBEAT_MS = 2_000;
const RESTART_MS = 1_000;

export type LeaseOptions = {
  pool: pg.Pool;
  /** What is to be done by one process at a time: the advisory lock's name. */
  name: string;
  signal: AbortSignal;
  /** Milliseconds to go on trying while another process has it; for ever when left out. */
  waitMs?: number;
};

/**
 * Runs `work` while this process holds the lease, an advisory lock on a connection of its own, and gives what it gave;
 * undefined when the lease could not be had in time or the signal was aborted first. When the connection is lost, so
 * is the lease, and the work's signal is aborted. A lease is for efficiency: correctness needs a fence of its own.
 */
export async function withLease<T>(
  { pool, name, signal, waitMs }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const client = await pool.connect();
  const lost = new AbortController();
  const lose = (error: Error): void => lost.abort(error);
  client.on('error', lose);
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    if (!(await obtained(client, name, signal, waitMs))) return undefined;
    heartbeat = setInterval(() => void client.query('select 1').catch(lose), HEARTBEAT_MS);
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(heartbeat);
    // Closing the connection is what gives the lock back, in whatever state it is.
    client.release(true);
  }
}

/**
 * Does `work` under the lease until the signal is aborted: when it fails, or the lease is lost, it says so and begins
 * anew a second later.
 */
export async function alwaysUnderLease(
  { log, ...lease }: Omit<LeaseOptions, 'waitMs'> & { log: { warn(message: string): void } },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!lease.signal.aborted) {
    try {
      await withLease(lease, work);
    } catch (error) {
      if (!lease.signal.aborted) log.warn(`${lease.name} stopped and is started again: ${messageOf(error)}`);
    }
    await pause(RESTART_MS, lease.signal);
  }
}

async function obtained(
  client: pg.PoolClient,
  name: string,
  signal: AbortSignal,
  waitMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let waited = 0; !signal.aborted; waited += STANDBY_MS) {
    const { rows } = await client.query<{ got: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('vitrine ' || $1, 0)) as got",
      [name],
    );
    if (rows[0]?.got) return true;
    if (waited >= waitMs) return false;
    await pause(Math.min(STANDBY_MS, waitMs), signal);
  }
  return false;
}

/** Waits; resolves early when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

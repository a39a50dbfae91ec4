import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import { messageOf } from '../message-of.ts';
import { isInterruption } from '../stores/index.ts';
import { noteWhenStoresAreBack } from './note-when-stores-are-back.ts';

const MOST_ATTEMPTS = 5;

/** `held` ends with the lease or the process, `signal` with the process. */
export type Working = { held: AbortSignal; signal: AbortSignal };

/**
 * Tries a job of a table such as `vitrine.plan_job`, until it is given up. `work` counts the attempt when it begins, for
 * it may end its process; what a store or a stop broke off does not count. Throws what the attempt threw.
 * @param job as it was before the attempt
 * @param giveUp ends a job that has failed too often; without a failure its process has ended each time
 * @param isFinal true for what fails however often it is tried
 */
export async function attemptJob(
  { db, table, job }: { db: Db; table: string; job: { id: string; attempts: number } },
  { held, signal }: Working,
  work: () => Promise<void>,
  giveUp: (failure?: string) => Promise<void>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<void> {
  const { id, attempts } = job;
  if (attempts >= MOST_ATTEMPTS) return giveUp();
  // The attempt of another process that has gone on with the job stays counted.
  const forget = async (): Promise<void> => {
    await sql`
      update ${sql.table(table)} set attempts = ${attempts}
      where id = ${id} and attempts = ${attempts + 1}`.execute(db);
  };
  try {
    await work();
  } catch (error) {
    const isInterrupted = held.aborted || isInterruption(error);
    if (isInterrupted) await noteWhenStoresAreBack(forget, signal);
    if (isInterrupted || (!isFinal(error) && attempts + 1 < MOST_ATTEMPTS)) throw error;
    await giveUp(messageOf(error));
  }
}

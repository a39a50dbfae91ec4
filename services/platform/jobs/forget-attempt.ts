import { sql } from 'kysely';
import type { Db } from '../database/index.ts';

/**
 * Counts the attempt that a job was begun with no more: it was interrupted. The attempt of another process that has gone
 * on with the job stays counted. May be repeated.
 * @param table that the job is kept in, such as `vitrine.plan_job`
 * @param job as it was before the attempt was counted
 */
export async function forgetAttempt(
  db: Db,
  table: string,
  { id, attempts }: { id: string; attempts: number },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set attempts = ${attempts}
    where id = ${id} and attempts = ${attempts + 1}`.execute(db);
}

import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Locks a name until the transaction ends: another transaction, of this process or not, that asks for it waits for
 * that, and then sees what the first has written. Throws what the database throws.
 * @param tx the transaction; outside of one nothing would be locked
 */
export async function lockName(tx: QueryExecutorProvider, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

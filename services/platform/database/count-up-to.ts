import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/**
 * How many rows there are: counted up to `most`, beyond it the database's estimate.
 * @param rows `from … where …`
 */
export async function countUpTo(
  db: QueryExecutorProvider,
  rows: RawBuilder<unknown>,
  most: number,
): Promise<{ total: number; estimated: boolean }> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select ${rows} limit ${most + 1}) as counted`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total <= most) return { total, estimated: false };
  const { rows: plans } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select ${rows}`.execute(db);
  return { total: Math.max(most + 1, plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0), estimated: true };
}

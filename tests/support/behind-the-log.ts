import type { SmallVitrine } from './small-vitrine.ts';

/** Nothing is written to a read model's table meanwhile, as when it is far behind the log; it can be read. */
export async function whileBehind<Answer>(
  { pool }: SmallVitrine,
  table: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const holding = await pool.connect();
  await holding.query(`begin; lock table ${table} in share mode`);
  try {
    return await work();
  } finally {
    await holding.query('rollback');
    holding.release();
  }
}

import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { InstructionTables } from '../tables.ts';

/** The ids of the instructions that are not finished, ascending. */
export async function openInstructions(db: Db): Promise<string[]> {
  const rows = await db
    .withTables<InstructionTables>()
    .selectFrom('read.instruction')
    .select('instruction_id')
    .where(sql<boolean>`record->>'finished' is null`)
    .orderBy('instruction_id')
    .execute();
  return rows.map((row) => row.instruction_id);
}

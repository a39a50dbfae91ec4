import type { Db } from '#services/platform/database/index.ts';
import type { InstructionRecord } from './instruction-record.ts';
import type { InstructionTables } from './tables.ts';

const read = (db: Db) => db.withTables<InstructionTables>();

/** An instruction by its id, open or finished; null when the read model knows none. */
export async function instructionById(db: Db, instructionId: string): Promise<InstructionRecord | null> {
  const row = await read(db)
    .selectFrom('read.instruction')
    .select('record')
    .where('instruction_id', '=', instructionId)
    .executeTakeFirst();
  return row?.record ?? null;
}

import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { InstructionRecord } from './instruction-record.ts';

/** An instruction by its id, open or finished; null when the read model knows none. */
export async function instructionById(db: Db, instructionId: string): Promise<InstructionRecord | null> {
  const { rows } = await sql<{
    record: InstructionRecord;
  }>`select record from read.instruction where instruction_id = ${instructionId}`.execute(db);
  return rows[0]?.record ?? null;
}

/** Instructions whose effects may not all stand, oldest first; of one customer when given. */
export async function openInstructions(db: Db, customerId?: number): Promise<InstructionRecord[]> {
  const { rows } = await sql<{ record: InstructionRecord }>`
    select record from read.instruction where open ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}
    order by placed_position`.execute(db);
  return rows.map((row) => row.record);
}

import type { Db } from '#services/platform/database/index.ts';
import type { InstructionRecord } from '../instruction-record.ts';
import type { InstructionTables } from '../tables.ts';

/** The open instructions, oldest first; those of one customer when given. */
export async function openInstructions(db: Db, customerId?: number): Promise<InstructionRecord[]> {
  const open = db
    .withTables<InstructionTables>()
    .selectFrom('read.instruction')
    .select('record')
    .where((eb) => eb.ref('open'))
    .orderBy('placed_position');
  const rows = await (customerId === undefined ? open : open.where('customer_id', '=', customerId)).execute();
  return rows.map((row) => row.record);
}

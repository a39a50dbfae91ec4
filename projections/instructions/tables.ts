import { json, readTable, text, type ReadTables } from '../engine/index.ts';
import type { InstructionRecord } from './instruction-record.ts';

/** Every instruction ever placed: a repeated command is answered from it (rule: Repeated commands). */
export const instructionTable = readTable('instruction', {
  columns: {
    instruction_id: text(),
    record: json<InstructionRecord>(),
  },
  key: ['instruction_id'],
});

export type InstructionTables = ReadTables<typeof instructionTable>;

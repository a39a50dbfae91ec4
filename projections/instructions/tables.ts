import { bigint, boolean, int, json, readTable, text, type ReadTables } from '../engine/index.ts';
import type { InstructionRecord } from './instruction-record.ts';

/**
 * Every instruction ever placed: it answers a repeated command, and shows what a restart must finish (rule:
 * Repeated commands; rule: Nothing half done).
 */
export const instructionTable = readTable('instruction', {
  columns: {
    instruction_id: text(),
    customer_id: int(),
    open: boolean(),
    placed_position: bigint(),
    record: json<InstructionRecord>(),
  },
  key: ['instruction_id'],
  indexes: ['(customer_id, placed_position)', '(placed_position) where open'],
});

export type InstructionTables = ReadTables<typeof instructionTable>;

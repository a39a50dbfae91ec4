import type { BillCreated, MovedBill } from '#contracts/billing/index.ts';
import {
  bigint,
  date,
  int,
  json,
  nullable,
  readTable,
  text,
  timestamptz,
  type ReadTables,
} from '../engine/index.ts';

/** Every version of every bill issued, as it was recorded (rule: Closing and adjusting). */
export const billTable = readTable('bill', {
  columns: {
    bill_id: text(),
    customer_id: int(),
    month: text(),
    version: int(),
    total_cents: bigint(),
    due_date: date(),
    issued_at: timestamptz(),
    issued_by: text(),
    event_id: text(),
    position: bigint(),
    /** For a large bill, the stream of the parts with its text. */
    parts_id: nullable(text()),
    bill: json<BillCreated>(),
  },
  key: ['bill_id'],
  indexes: ['(customer_id, month, version)', '(month)'],
});

/** The parts of bills that are too large for one event, also those of bills that were never made. */
export const billPartTable = readTable('bill_part', {
  columns: { part_id: text(), parts_id: text(), part: int(), text: text() },
  key: ['part_id'],
  indexes: ['(parts_id, part)'],
});

/** For bills that came with their log from another store: their positions in this one. */
export const billMovedTable = readTable('bill_moved', {
  columns: { bill_event_id: text(), cut_event_id: text(), places: json<MovedBill['places']>() },
  key: ['bill_event_id'],
});

export type BillTables = ReadTables<typeof billTable | typeof billPartTable | typeof billMovedTable>;

import type { Desire, DesireStatus } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { bigint, int, json, readTable, text, type ReadTables } from '../engine/index.ts';

/** Every desire as it stands now (rule: Desires). */
export const desireTable = readTable('desire', {
  columns: {
    desire_id: text(),
    customer_id: int(),
    status: text<DesireStatus>(),
    carted_at: text<Instant>(),
    changed_position: bigint(),
    record: json<Desire>(),
  },
  key: ['desire_id'],
  indexes: ['(customer_id, status)', '(customer_id, changed_position)'],
});

export type DesireTables = ReadTables<typeof desireTable>;

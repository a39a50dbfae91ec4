import type { TableShape } from '../engine/index.ts';

/** Every desire as it stands now (rule: Desires). */
export const desireTable: TableShape = {
  name: 'desire',
  key: ['desire_id'],
  columns: ['desire_id', 'customer_id', 'status', 'carted_at', 'changed_position', 'record'],
};

export function desireTableSchema(table: (name: string) => string): readonly string[] {
  return [
    // `record` is json, not jsonb: written and read whole. `carted_at` is an instant as the wire writes it.
    `create table ${table('desire')} (
      desire_id text primary key, customer_id int not null, status text not null, carted_at text not null,
      changed_position bigint not null, record json not null)`,
    `create index on ${table('desire')} (customer_id, status)`,
    `create index on ${table('desire')} (customer_id, changed_position)`,
  ];
}

import type { TableShape } from '../engine/index.ts';

/**
 * Every instruction ever placed: it answers a repeated command, and shows what a restart must finish (rule:
 * Repeated commands; rule: Nothing half done).
 */
export const instructionTable: TableShape = {
  name: 'instruction',
  key: ['instruction_id'],
  columns: ['instruction_id', 'customer_id', 'open', 'placed_position', 'record'],
};

export function instructionSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('instruction')} (
      instruction_id text primary key, customer_id int not null, open boolean not null, placed_position bigint not null, record json not null)`,
    `create index on ${table('instruction')} (customer_id, placed_position)`,
    `create index on ${table('instruction')} (placed_position) where open`,
  ];
}

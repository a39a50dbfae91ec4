import type { TableShape } from '../engine/index.ts';

/** A vendor as it is now; `record` is what it is folded of, with its terms through time. */
export const vendorTable: TableShape = {
  name: 'vendor',
  key: ['vendor_id'],
  columns: ['vendor_id', 'name', 'changed_position', 'record'],
};

export function vendorSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('vendor')} (vendor_id int primary key, name text not null, changed_position bigint not null, record json not null)`,
  ];
}

import type { Migration } from '#services/platform/database/index.ts';

export const vendorNumberMigrations: readonly Migration[] = [
  {
    name: 'vendor-number-1',
    sql: 'create table vitrine.vendor_number (command_id text primary key, vendor_id int not null unique)',
  },
];

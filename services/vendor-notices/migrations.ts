import type { Migration } from '#services/platform/database/index.ts';

export const vendorNoticeMigrations: readonly Migration[] = [
  {
    name: 'vendor-notice-1',
    sql: `
      -- One for each instruction and each vendor that it concerns.
      create table vitrine.vendor_notice (
        id bigint generated always as identity primary key,
        instruction_id text not null,
        vendor_id int not null,
        customer_id int not null,
        action text not null,
        instructed_at timestamptz not null,
        parcels jsonb not null,
        -- Null where the vendor has no usable address.
        mail_key text,
        created_at timestamptz not null,
        unique (instruction_id, vendor_id)
      );
      create index vendor_notice_created on vitrine.vendor_notice (created_at);`,
  },
];

import type { Migration } from '#services/platform/database/index.ts';

export const vendorLinkMigrations: readonly Migration[] = [
  {
    name: 'vendor-links-1',
    sql: `
      -- Links to vendors' own views. A token is signed anew whenever it is shown: no reader of the table can make one.
      create table vitrine.vendor_link (
        id uuid primary key,
        vendor_id int not null,
        made_by text not null,
        made_at timestamptz not null,
        expires_at timestamptz not null,
        sent_to text,
        sent_at timestamptz,
        opened_at timestamptz,
        revoked_by text,
        revoked_at timestamptz
      );
      create index vendor_link_vendor on vitrine.vendor_link (vendor_id);`,
  },
];

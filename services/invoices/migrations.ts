import type { Migration } from '#services/platform/database/index.ts';

export const invoiceMigrations: readonly Migration[] = [
  {
    name: 'invoice-1',
    sql: `
      -- What a customer is sent for a month. Rows and files are never removed or changed, save for active.
      create table vitrine.invoice (
        invoice_id int generated always as identity primary key,
        customer_id int not null,
        year int not null,
        month int not null check (month between 1 and 12),
        file_name text not null,
        -- Counted from 1 for each customer, month and file name; upper and lower case are one name.
        version int not null,
        active boolean not null,
        kind text not null check (kind in ('computed', 'uploaded')),
        -- Of a computed one: the bill that it was made of.
        bill_id text,
        file_key text not null,
        size int not null,
        -- SHA-256 of the bytes, hexadecimal.
        content_hash text not null,
        uploaded_at timestamptz not null,
        uploaded_by text not null
      );
      create unique index invoice_version on vitrine.invoice (customer_id, year, month, lower(file_name), version);
      create unique index invoice_active on vitrine.invoice (customer_id, year, month, lower(file_name)) where active;
      create index invoice_month on vitrine.invoice (year, month);
      create index invoice_bill on vitrine.invoice (bill_id) where bill_id is not null;`,
  },
  {
    name: 'invoice-2',
    sql: `
      -- What a computed one comes to, and when a bill is due; null of an upload, and of documents drawn before.
      alter table vitrine.invoice add amount_cents bigint, add due_date date;`,
  },
];

import type { Migration } from '#services/platform/database/index.ts';

export const memoReminderMigrations: readonly Migration[] = [
  {
    name: 'memo-reminders-1',
    sql: `
      -- Who is reminded of a customer's memos by mail, and how many days before they are due.
      create table vitrine.memo_reminder (
        username text not null,
        customer_id int not null,
        is_on boolean not null,
        days_before int not null,
        -- The house day up to which reminders have been sent.
        sent_day date,
        primary key (username, customer_id)
      );
      -- What each of them was reminded of: once when it was near, once when it was over.
      create table vitrine.memo_reminded (
        username text not null,
        customer_id int not null,
        parcel_name text not null,
        due_day date not null,
        overdue boolean not null,
        primary key (username, customer_id, parcel_name, due_day, overdue)
      );`,
  },
];

import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const mailMigrations: readonly Migration[] = [
  {
    name: 'mail-1',
    sql: `
      create table vitrine.mail (
        id bigint generated always as identity primary key,
        key text not null unique,
        recipient text not null,
        subject text not null,
        body text not null,
        html text,
        -- The body is forgotten once it is delivered.
        secret boolean not null,
        -- KEPT: no mail server was configured when it was written. WAITING: to be delivered. FAILED: given up.
        state text not null check (state in ('KEPT', 'WAITING', 'SENT', 'FAILED')),
        created_at timestamptz not null,
        attempts int not null default 0,
        -- While it is being delivered: until when the one who does so has it for himself.
        next_attempt_at timestamptz,
        sent_at timestamptz,
        reason text
      );
      create index mail_due on vitrine.mail (next_attempt_at) where state = 'WAITING';
      create index mail_created on vitrine.mail (created_at);`,
  },
  {
    name: 'mail-2',
    // An attached file of the file store.
    sql: `
      alter table vitrine.mail add column attachment_name text;
      alter table vitrine.mail add column attachment_key text;`,
  },
  {
    name: 'mail-3',
    // Counted by state at every scrape of the metrics, over an outbox that only grows.
    sql: 'create index mail_state on vitrine.mail (state)',
  },
  {
    name: 'mail-4',
    // The newest first, as the outbox is read; and the delivered mails whose text is still there, the oldest first.
    sql: `
      drop index vitrine.mail_created;
      create index mail_newest on vitrine.mail (created_at desc nulls last, id desc nulls last);
      create index mail_text on vitrine.mail (sent_at) where state = 'SENT' and not secret and body <> '';`,
  },
  { name: 'mail-work', sql: announcesWork('vitrine.mail', 'mails', 'insert or update of next_attempt_at') },
  {
    name: 'mail-5',
    // DISMISSED: given up, and a person has seen to it.
    sql: `
      alter table vitrine.mail
        add column dismissed_by text,
        add column dismissed_at timestamptz,
        drop constraint mail_state_check,
        add constraint mail_state_check check (state in ('KEPT', 'WAITING', 'SENT', 'FAILED', 'DISMISSED'));`,
  },
  {
    name: 'mail-6',
    // While it is being delivered: until when, by the database's clock, the one who does so has it for himself.
    sql: 'alter table vitrine.mail add column claimed_until timestamptz',
  },
  {
    name: 'mail-7',
    // How often it was claimed: never begun again, as attempts are when a person has it delivered again.
    sql: 'alter table vitrine.mail add column claims int not null default 0',
  },
];

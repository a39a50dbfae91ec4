import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

/** Plain tables: credentials have no history worth keeping (architecture: Plain tables). */
export const identityMigrations: readonly Migration[] = [
  {
    name: 'identity-1',
    sql: `
      create table vitrine.user_account (
        username text primary key check (username = lower(username) and username <> ''),
        first_name text not null,
        last_name text not null,
        email text not null,
        customer_id integer,
        active boolean not null default true,
        administrator boolean not null default false,
        sales_rep boolean not null default false,
        show_prices text not null default 'WHOLESALE' check (show_prices in ('WHOLESALE', 'RETAIL', 'NONE')),
        must_change_password boolean not null default false,
        password_hash text not null,
        -- Grows with every change of the password: tokens of earlier versions are refused.
        token_version integer not null default 1
      );
      create index user_account_customer on vitrine.user_account (customer_id);`,
  },
  {
    name: 'identity-2',
    // Tickets of the embedded sign-in, each good once and for a minute.
    sql: `
      create table vitrine.sign_in_ticket (
        ticket_hash bytea primary key,
        username text not null,
        token_version integer not null,
        expires_at timestamptz not null
      );`,
  },
  {
    name: 'identity-3',
    // Of what is shown of a user: grows with each change, whose last author is named to the second of two who edit it.
    sql: `
      alter table vitrine.user_account
        add column version integer not null default 1,
        add column changed_by text not null default '';`,
  },
  {
    name: 'identity-4',
    // Who is signed in. Tokens name their session; those of before have none, and ask for a new sign-in.
    sql: `
      create table vitrine.session (
        id uuid primary key,
        username text not null,
        signed_in_at timestamptz not null,
        lasts_until timestamptz not null,
        ended_at timestamptz
      );
      create index session_username on vitrine.session (username);
      create index session_lasts_until on vitrine.session (lasts_until);`,
  },
  {
    name: 'identity-5',
    // By what a person recognises a session, and since when it rests. A new password ends those of an earlier version.
    sql: `
      alter table vitrine.session
        add column user_agent text not null default '',
        add column address text not null default '',
        add column last_used_at timestamptz,
        add column token_version integer;
      update vitrine.session set last_used_at = signed_in_at, token_version = user_account.token_version
        from vitrine.user_account where user_account.username = session.username;
      delete from vitrine.session where last_used_at is null;
      alter table vitrine.session
        alter column last_used_at set not null,
        alter column token_version set not null;`,
  },
  {
    name: 'identity-6',
    // Who asked for a link, until it is sent; and the links, each good once and for an hour.
    sql: `
      create table vitrine.forgotten_password (
        id bigint generated always as identity primary key,
        named text not null,
        asked_at timestamptz not null
      );
      create table vitrine.password_link (
        token_hash bytea primary key,
        username text not null,
        token_version integer not null,
        expires_at timestamptz not null
      );
      create index password_link_username on vitrine.password_link (username);`,
  },
  {
    name: 'identity-7',
    // Second factors of staff, their secrets sealed; recovery codes by their hashes; and who reset whose.
    sql: `
      alter table vitrine.user_account add column second_factor boolean not null default false;
      create table vitrine.second_factor (
        username text primary key,
        secret bytea not null,
        -- Null until a code of it was given.
        confirmed_at timestamptz,
        -- The step of the last code that was taken: none is good twice.
        last_step bigint not null
      );
      create table vitrine.recovery_code (
        username text not null,
        code_hash bytea not null,
        primary key (username, code_hash)
      );
      create table vitrine.second_factor_reset (
        username text not null,
        reset_by text not null,
        reset_at timestamptz not null
      );
      create index second_factor_reset_username on vitrine.second_factor_reset (username);`,
  },
  {
    name: 'identity-8',
    // Which account of the house's provider a member of staff is.
    sql: `
      create table vitrine.sign_in_subject (
        issuer text not null,
        subject text not null,
        username text not null,
        bound_at timestamptz not null,
        primary key (issuer, subject),
        unique (issuer, username)
      );`,
  },
  {
    name: 'identity-9',
    // The key of the call that redeemed it; null until then.
    sql: 'alter table vitrine.sign_in_ticket add column redeemed_under text;',
  },
  {
    name: 'identity-10',
    // The key of the call that used it; null until then.
    sql: 'alter table vitrine.password_link add column used_under text;',
  },
  { name: 'password-links-work', sql: announcesWork('vitrine.forgotten_password', 'password-links') },
];

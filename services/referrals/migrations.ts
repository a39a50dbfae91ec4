import type { Migration } from '#services/platform/database/index.ts';

export const referralMigrations: readonly Migration[] = [
  {
    name: 'referral-1',
    sql: `
      create table vitrine.referral (
        id bigint generated always as identity primary key,
        gifter_name text not null, gifter_email text not null,
        recipient_name text not null, recipient_email text not null,
        created_at timestamptz not null
      );
      -- The same friend referred again by the same person is the same referral.
      create unique index referral_pair on vitrine.referral (lower(gifter_email), lower(recipient_email));`,
  },
];

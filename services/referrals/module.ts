import type { Module } from '#services/module.ts';
import { referralMigrations } from './migrations.ts';
import { registerReferralRoutes } from './routes.ts';

export const referralsModule: Module = {
  name: 'referrals',
  migrations: referralMigrations,
  routes(app, { db, clock, sendMail, config }) {
    const { houseEmail, publicUrl } = config;
    registerReferralRoutes(app, { db, clock, sendMail, houseEmail, publicUrl });
  },
};

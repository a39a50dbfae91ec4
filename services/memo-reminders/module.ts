import type { Module } from '#services/module.ts';
import { memoReminderMigrations } from './migrations.ts';
import { registerMemoReminderRoutes } from './routes.ts';
import { keepReminding } from './send-reminders.ts';

export const memoRemindersModule: Module = {
  name: 'memo-reminders',
  migrations: memoReminderMigrations,
  jobs({ config, db, clock, zone, sendMail, readers, fresh, stores, log }, signal) {
    const { publicUrl } = config;
    const { customerAccess, customerNames } = readers;
    const memoTerms = async (customerId: number) => (await readers.customer(customerId)).memo;
    const { caughtUp } = fresh;
    return keepReminding(
      { db, clock, zone, sendMail, customerAccess, customerNames, memoTerms, caughtUp, publicUrl, log },
      { leases: stores.leases, log, signal },
    );
  },
  routes: registerMemoReminderRoutes,
};

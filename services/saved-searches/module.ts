import type { Module } from '#services/module.ts';
import { keepLooking } from './look-for-matches.ts';
import { savedSearchMigrations } from './migrations.ts';
import { registerSavedSearchRoutes } from './routes.ts';

export const savedSearchesModule: Module = {
  name: 'saved-searches',
  migrations: savedSearchMigrations,
  jobs({ config, db, clock, sendMail, readers, words, stores, log }, signal) {
    const { publicUrl } = config;
    const attributes = async () => (await words.now()).lists;
    return keepLooking(
      { db, clock, sendMail, readers, attributes, customerAccess: readers.customerAccess, publicUrl, log },
      { leases: stores.leases, log, signal },
    );
  },
  routes: registerSavedSearchRoutes,
};

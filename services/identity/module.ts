import type { Module } from '#services/module.ts';
import { identityMigrations } from './migrations.ts';
import { registerIdentityRoutes } from './routes.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { registerUserRoutes } from './user-routes.ts';

export const identityModule: Module = {
  name: 'identity',
  migrations: identityMigrations,
  routes(app, { db, clock, stores, accounts, readers, sendMail, config }) {
    const { bus } = stores;
    registerIdentityRoutes(app, { db, bus, clock, accounts, customerFor: readers.customerFor });
    registerSessionRoutes(app, { db, bus, clock });
    registerUserRoutes(app, {
      db,
      bus,
      clock,
      sendMail,
      publicUrl: config.publicUrl,
      customerExists: async (customerId) => (await readers.customerAccess(customerId)) !== null,
    });
  },
};

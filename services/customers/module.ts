import { monthsToBill } from '#services/billing/index.ts';
import type { Module } from '#services/module.ts';
import { suspendedAccounts } from '#services/trading-system/index.ts';
import { customerMigrations } from './migrations.ts';
import { registerCustomerRoutes } from './routes.ts';

const READ_MODEL = ['customers'];

export const customersModule: Module = {
  name: 'customers',
  migrations: customerMigrations,
  routes(app, context) {
    const { db, fresh, positions, today, zone } = context;
    registerCustomerRoutes(app, {
      context,
      today,
      mark: () => positions.markOf(READ_MODEL),
      state: async () => (await positions.stateOf(READ_MODEL)).state,
      reached: (position) => fresh.reached(READ_MODEL, position),
      toBill: async (month) => new Set((await monthsToBill(db, today(), zone)).get(month)),
      seenAccounts: () => suspendedAccounts(db),
    });
  },
};

import type { Module } from '#services/module.ts';
import { registerDesireRoutes } from './routes.ts';

export const desiresModule: Module = {
  name: 'desires',
  routes(app, context) {
    const { fresh, positions, readers } = context;
    registerDesireRoutes(app, {
      context,
      freshness: fresh.freshness,
      customerNames: readers.customerNames,
      desiresMark: () => positions.markOf(['desires']),
      access: async (customerId) => (await readers.customer(customerId)).access,
    });
  },
};

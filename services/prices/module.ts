import type { Module } from '#services/module.ts';
import { priceMigrations } from './price-list-store.ts';
import { registerPriceListRoutes } from './routes.ts';

export const pricesModule: Module = {
  name: 'prices',
  migrations: priceMigrations,
  routes: registerPriceListRoutes,
};

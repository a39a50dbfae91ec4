import type { Module } from '#services/module.ts';
import { announcePriceLists } from './announce-price-lists.ts';
import { priceMigrations } from './price-list-store.ts';
import { registerPriceListRoutes } from './routes.ts';

export const pricesModule: Module = {
  name: 'prices',
  migrations: priceMigrations,
  jobs: ({ stores }, signal) => announcePriceLists(stores, signal),
  routes: registerPriceListRoutes,
};

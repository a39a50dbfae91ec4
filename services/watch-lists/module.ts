import type { Module } from '#services/module.ts';
import { registerWatchListRoutes } from './routes.ts';

export const watchListsModule: Module = {
  name: 'watch-lists',
  routes: (app, { db, today, fresh }) =>
    registerWatchListRoutes(app, {
      db,
      today,
      reached: (position) => fresh.reached(['parcels', 'customers'], position),
    }),
};

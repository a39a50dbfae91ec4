import type { Module } from '#services/module.ts';
import { registerWatchListRoutes } from './routes.ts';

export const watchListsModule: Module = {
  name: 'watch-lists',
  routes: (app, context) => registerWatchListRoutes(app, context),
};

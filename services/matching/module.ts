import type { Module } from '#services/module.ts';
import { registerMatchingRoutes } from './routes.ts';

export const matchingModule: Module = {
  name: 'matching',
  routes: (app, { readers, fresh, positions }) =>
    registerMatchingRoutes(app, {
      readers,
      freshness: fresh.freshness,
      journal: fresh.journal,
      parcelsMark: () => positions.markOf(['parcels']),
    }),
};

import type { Module } from '#services/module.ts';
import { registerAttributeRoutes } from './routes.ts';
import { attributeMigrations } from './wording-store.ts';

export const attributesModule: Module = {
  name: 'attributes',
  migrations: attributeMigrations,
  routes: (app, { words }) => registerAttributeRoutes(app, words),
};

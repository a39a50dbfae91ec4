import type { Module } from '#services/module.ts';
import { registerConfigurationRoutes } from './routes.ts';

export const configurationModule: Module = {
  name: 'configuration',
  routes: (app, { config, demo }) =>
    registerConfigurationRoutes(app, demo?.withDemoFilms(config.portal) ?? config.portal),
};

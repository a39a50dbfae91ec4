import type { Module } from '#services/module.ts';
import { assetPageMigrations } from './asset-pages.ts';
import { registerAssetPageRoutes } from './routes.ts';

export const assetPagesModule: Module = {
  name: 'asset-pages',
  migrations: assetPageMigrations,
  routes: registerAssetPageRoutes,
};

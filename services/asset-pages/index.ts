export { assetPageMigrations } from './asset-pages.ts';
export { registerAssetPageRoutes } from './routes.ts';

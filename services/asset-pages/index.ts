export { assetPageMigrations, ensureDemoAssetPages } from './asset-pages.ts';
export { registerAssetPageRoutes } from './routes.ts';

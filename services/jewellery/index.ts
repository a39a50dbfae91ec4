export { registerJewelleryRoutes, type JewelleryRoutesDeps } from './routes.ts';
export { backOrdersReactor } from './orders/back-orders-reactor.ts';
export { requestModels, type ModelsRequest } from './orders/request-models.ts';
export { recordImportedModel } from './models/model-commands.ts';
export type { ImportedModel } from './models/import-model.ts';
export { importMigrations as jewelleryMigrations } from './import/import-store.ts';
export type { JewelleryContext } from './jewellery-context.ts';

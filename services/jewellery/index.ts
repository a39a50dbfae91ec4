export { requestModels } from './orders/request-models.ts';
export { recordImportedModel } from './models/model-commands.ts';
export type { ImportedModel } from './models/import-model.ts';
export type { JewelleryContext } from './jewellery-context.ts';

import type { ModelEvent, ModelFields } from '#contracts/events/index.ts';
import { evolveModel, NO_DESCRIPTION, type Model } from '#contracts/jewellery/model.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';

/** A model as a sheet describes it: the columns it has, an empty cell as null. Price in cents. */
export type ImportedModel = { name: string; fields: Partial<ModelFields> };

/**
 * A row of a sheet (product: Model edits and import): nothing when the model has these values already. Pure.
 */
export function importModel(model: Model | null, { name, fields }: ImportedModel, at: Instant): ModelEvent[] {
  const imported: ModelEvent = { type: 'ModelImported', data: { name, fields, effectiveAt: at } };
  if (model && sameFields(model.fields, evolveModel(model, imported).fields)) return [];
  return [imported];
}

function sameFields(a: ModelFields, b: ModelFields): boolean {
  return Object.keys(NO_DESCRIPTION).every(
    (field) => a[field as keyof ModelFields] === b[field as keyof ModelFields],
  );
}

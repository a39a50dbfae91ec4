import type { ModelEvent, ModelFields } from '#contracts/events/index.ts';
import { evolveModel, NOTHING_SAID, type Model } from '#contracts/jewellery/model.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';

/** What a sheet says of a model: the columns it has, an empty cell as null. Price in cents. */
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
  return Object.keys(NOTHING_SAID).every(
    (field) => a[field as keyof ModelFields] === b[field as keyof ModelFields],
  );
}

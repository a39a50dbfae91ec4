import type { ModelEvent, ModelFields } from '../events/index.ts';

/** A jewellery model as it was imported and edited; its name is the one it was first given. Price in cents. */
export type Model = { name: string; fields: ModelFields };

/** A model of which nothing is said yet. */
export const NOTHING_SAID: ModelFields = {
  description: null,
  type: null,
  subType: null,
  finish: null,
  totalCents: null,
  additionalQuantity: 0,
  photoUrl: null,
  stillPhotoUrl: null,
  tier: null,
  labGrown: null,
  hide: null,
};

/** One more event of the model's stream; null before the first. Pure. Throws for an edit of a model that is none. */
export function evolveModel(model: Model | null, event: ModelEvent): Model {
  if (event.type === 'ModelImported') {
    const { name, fields } = model ?? { name: event.data.name, fields: NOTHING_SAID };
    return { name, fields: withFields(fields, event.data.fields) };
  }
  if (!model) throw new Error(`${event.type} comes before the model was imported`);
  return { ...model, fields: withFields(model.fields, event.data.changes) };
}

type Given = { readonly [Field in keyof ModelFields]?: ModelFields[Field] | undefined };

/** The fields with those given replaced; null replaces, what is left out stays. */
function withFields(fields: ModelFields, given: Given): ModelFields {
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

import type { Fold, ModelEvent, ModelFields } from '../events/index.ts';
import { modelStreams } from '../events/streams.ts';
import { withChanges } from '../vocabulary/with-changes.ts';

/** A jewellery model as it was imported and edited; its name is the one it was first given. Price in cents. */
export type Model = { name: string; fields: ModelFields };

/** A model without a description yet. */
export const NO_DESCRIPTION: ModelFields = {
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

/**
 * One more event of the model's stream; null before the first. Pure. Throws for an edit of a model that does not exist.
 */
export function evolveModel(model: Model | null, event: ModelEvent): Model {
  if (event.type === 'ModelImported') {
    const { name, fields } = model ?? { name: event.data.name, fields: NO_DESCRIPTION };
    return { name, fields: withChanges(fields, event.data.fields) };
  }
  if (!model) throw new Error(`${event.type} comes before the model was imported`);
  return { ...model, fields: withChanges(model.fields, event.data.changes) };
}

/** A model as commands know it. */
export type ModelState = {
  /** Null before the first event. */
  model: Model | null;
  /** The first event, which made the model known. */
  firstEventId: string | null;
  /** Of the last change: its log position, and who made it. */
  version: string;
  changedBy: string;
};

/** The version of a model that was not imported yet. */
export const UNRECORDED = '0';

/** How `model-{modelKey}` becomes the model. */
export const modelFold: Fold<ModelState> = {
  name: 'jewellery-model-3',
  initial: () => ({ model: null, firstEventId: null, version: UNRECORDED, changedBy: '' }),
  evolve: (state, fact) => ({
    model: evolveModel(state.model, modelStreams.own(fact)),
    firstEventId: state.firstEventId ?? fact.id,
    version: String(fact.position),
    changedBy: fact.metadata.actor.username,
  }),
};

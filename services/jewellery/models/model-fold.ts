import { modelEvents, type ModelEvent } from '#contracts/events/index.ts';
import { evolveModel, type Model } from '#contracts/jewellery/model.ts';
import type { Fact, Fold } from '#services/platform/commands/index.ts';

/** A model as its stream tells it. */
export type ModelState = {
  /** Null before the first event. */
  model: Model | null;
  /** The first event, which made the model known. */
  firstEventId: string | null;
  /** Of the last change: its log position, and who made it. */
  version: string;
  changedBy: string;
};

/** The version of a model that nobody imported yet. */
export const UNRECORDED = '0';

export const modelFold: Fold<ModelState> = {
  name: 'jewellery-model-2',
  initial: () => ({ model: null, firstEventId: null, version: UNRECORDED, changedBy: '' }),
  evolve(state, fact) {
    if (!isModelFact(fact)) throw new Error(`${fact.type} does not belong in a model's stream`);
    return {
      model: evolveModel(state.model, fact),
      firstEventId: state.firstEventId ?? fact.id,
      version: String(fact.position),
      changedBy: fact.metadata.actor.username,
    };
  },
};

function isModelFact(fact: Fact): fact is Fact & ModelEvent {
  return Object.hasOwn(modelEvents, fact.type);
}

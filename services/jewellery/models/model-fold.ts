import { modelEvents, type ModelEvent } from '#contracts/events/index.ts';
import { evolveModel, type Model } from '#contracts/jewellery/model.ts';
import type { Fact, Fold } from '#services/platform/commands/index.ts';

/** A model as its stream tells it. */
export type ModelState = {
  /** Null before the first event. */
  model: Model | null;
  /** The first event, which made the model known. */
  firstEventId: string | null;
};

export const modelFold: Fold<ModelState> = {
  name: 'jewellery-model-1',
  initial: () => ({ model: null, firstEventId: null }),
  evolve(state, fact) {
    if (!isModelFact(fact)) throw new Error(`${fact.type} does not belong in a model's stream`);
    return { model: evolveModel(state.model, fact), firstEventId: state.firstEventId ?? fact.id };
  },
};

function isModelFact(fact: Fact): fact is Fact & ModelEvent {
  return Object.hasOwn(modelEvents, fact.type);
}

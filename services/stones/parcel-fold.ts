import { stoneEvents, type StoneEvent } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Fact, Fold } from '#services/platform/commands/index.ts';

const PREFIX = 'stone-';

/** How `stone-{parcelName}` becomes the parcel's record. */
export const parcelFold: Fold<ParcelState> = {
  name: 'parcel-1',
  initial: (stream) => emptyParcel(stream.slice(PREFIX.length)),
  evolve(state, fact) {
    if (!isStoneFact(fact)) throw new Error(`${fact.type} does not belong in a parcel's stream`);
    return evolveParcel(state, {
      ...fact,
      position: Number(fact.position),
      recordedAt: fact.metadata.recordedAt,
      by: fact.metadata.actor.username,
    });
  },
};

function isStoneFact(fact: Fact): fact is Fact & StoneEvent {
  return Object.hasOwn(stoneEvents, fact.type);
}

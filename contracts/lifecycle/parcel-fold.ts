import type { Fold, StoneEvent } from '../events/index.ts';
import type { Recorded } from '../events/stream-family.ts';
import { parcelStreams } from '../events/streams.ts';
import { emptyParcel, evolveParcel, type StoneFact } from './evolve-parcel.ts';
import type { ParcelState } from './parcel-types.ts';

/** A recorded event as `evolveParcel` takes it. */
export function stoneFactOf(fact: Recorded<StoneEvent>): StoneFact {
  return {
    ...fact,
    position: Number(fact.position),
    recordedAt: fact.metadata.recordedAt,
    by: fact.metadata.actor.username,
  };
}

/** How `stone-{parcelName}` becomes the parcel's record. */
export const parcelFold: Fold<ParcelState> = {
  name: 'parcel-3',
  initial: (stream) => emptyParcel(parcelStreams.keyOf(stream)),
  evolve: (state, fact) => evolveParcel(state, stoneFactOf(parcelStreams.own(fact))),
};

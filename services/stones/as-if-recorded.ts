import { recordedNext, type StoneEvent } from '#contracts/events/index.ts';
import { evolveParcel, type ParcelState } from '#contracts/lifecycle/index.ts';

/** The id that an event has while it is only looked ahead to. */
export const LOOKED_AHEAD_TO = 'effect';

/** The parcel as it would be once the event is recorded now, after everything else. Pure. */
export function asIfRecorded(parcel: ParcelState, event: StoneEvent): ParcelState {
  const recordedAt = recordedNext([event.type], event.data.effectiveAt, parcel.lastRecordedAt);
  const place = { id: LOOKED_AHEAD_TO, position: Number.MAX_SAFE_INTEGER, recordedAt, by: '' };
  return evolveParcel(parcel, { ...event, ...place });
}

import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { entryToCorrect } from './correctable-entry.ts';

/** An administrator undoes the parcel's last live entry: it counts as if it had never happened (rule: Corrections). */
export type UndoEvent = {
  parcelName: string;
  /** Must equal the latest live entry's type (rule: Action must match). */
  intent: Intent;
  reason?: string | null | undefined;
};

/** Pure: the undoing event. Throws Refusal 402 when the last live entry is not of that type, or a document. */
export function decideUndoEvent(
  parcel: ParcelState,
  { intent, reason }: UndoEvent,
  now: Instant,
  zone: string,
): StoneEvent {
  const { eventId } = entryToCorrect(parcel, foldParcel(parcel, zone), intent);
  return { type: 'EventUndone', data: { eventId, reason: reason?.trim() || undefined, effectiveAt: now } };
}

import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type LiveEntry, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { asRecorded } from './as-recorded.ts';
import { entryToCorrect } from './correctable-entry.ts';

/** An administrator undoes the parcel's last live entry: it counts as if it had never happened (rule: Corrections). */
export type UndoEvent = {
  parcelName: string;
  /** Must equal the latest live entry's type (rule: Action must match). */
  intent: Intent;
  reason?: string | null | undefined;
};

/**
 * Pure: the undoing event, and one for each repricing that is left without the spell that the entry opened. Throws Refusal
 * 402 when the last live entry is not of that type, or a document.
 */
export function decideUndoEvent(
  parcel: ParcelState,
  { intent, reason }: UndoEvent,
  now: Instant,
  zone: string,
): StoneEvent[] {
  const before = foldParcel(parcel, zone);
  const undoing = (eventId: string): StoneEvent => ({
    type: 'EventUndone',
    data: { eventId, reason: reason?.trim() || undefined, effectiveAt: now },
  });
  const undone = undoing(entryToCorrect(parcel, before, intent).eventId);
  const after = foldParcel(asRecorded(parcel, undone), zone);
  const flagged = (view: ParcelView, { eventId }: LiveEntry): boolean =>
    view.anomalies.some((row) => row.eventId === eventId);
  const orphans = after.entries.filter(
    (entry) => entry.type === 'REPRICING' && flagged(after, entry) && !flagged(before, entry),
  );
  return [undone, ...orphans.map(({ eventId }) => undoing(eventId))];
}

import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type LiveEntry, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { asRecorded } from './as-recorded.ts';
import { entryToCorrect, type NamedEntry } from './correctable-entry.ts';

/** An administrator undoes the parcel's last live entry: it counts as if it had never happened (rule: Corrections). */
export type UndoEvent = NamedEntry & {
  parcelName: string;
  reason?: string | null | undefined;
};

/**
 * Pure: the undoing event, and one for each repricing that is left without the spell that the entry opened. Throws Refusal
 * 402 when the last live entry is not the one that is named, or a document.
 */
export function decideUndoEvent(
  parcel: ParcelState,
  { reason, ...entry }: UndoEvent,
  now: Instant,
  zone: string,
): StoneEvent[] {
  const before = foldParcel(parcel, zone);
  const undoing = (eventId: string): StoneEvent => ({
    type: 'EventUndone',
    data: { eventId, reason: reason?.trim() || undefined, effectiveAt: now },
  });
  const undone = undoing(entryToCorrect(parcel, before, entry).eventId);
  const after = foldParcel(asRecorded(parcel, undone), zone);
  const flagged = (view: ParcelView, { eventId }: LiveEntry): boolean =>
    view.anomalies.some((row) => row.eventId === eventId);
  const orphans = after.entries.filter(
    (entry) => entry.type === 'REPRICING' && flagged(after, entry) && !flagged(before, entry),
  );
  return [undone, ...orphans.map(({ eventId }) => undoing(eventId))];
}

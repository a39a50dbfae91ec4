import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type LiveEntry, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { asIfRecorded } from './as-if-recorded.ts';
import { entryToCorrect, type NamedEntry } from './correctable-entry.ts';

/** An administrator undoes the parcel's last live entry: it counts as if it had never happened (rule: Corrections). */
export type UndoEvent = NamedEntry & {
  parcelName: string;
  reason?: string | null | undefined;
};

/**
 * Pure: the undoing event, and one for each repricing of the spell that the entry opened, or that is left without one.
 * Throws Refusal 402 when the last live entry is not the one that is named, or a document.
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
  const target = entryToCorrect(parcel, before, entry);
  const undone = undoing(target.eventId);
  const opened = before.spells.find(({ key }) => key === target.eventId);
  const after = foldParcel(asIfRecorded(parcel, undone), zone);
  const flagged = (view: ParcelView, { eventId }: LiveEntry): boolean =>
    view.anomalies.some((row) => row.eventId === eventId);
  // Also where one could join a spell that a bare-dated document of the day closed, at a price that it never had.
  const repricings = after.entries.filter(
    (entry) =>
      entry.type === 'REPRICING' &&
      (opened?.entryIds.includes(entry.eventId) || (flagged(after, entry) && !flagged(before, entry))),
  );
  return [undone, ...repricings.map(({ eventId }) => undoing(eventId))];
}

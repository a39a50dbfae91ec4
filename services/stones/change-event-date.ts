import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type LiveEntry, type ParcelState } from '#contracts/lifecycle/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import {
  earliestInstant,
  isPlausibleYear,
  momentName,
  readHouseTime,
  type Instant,
} from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { entryToCorrect } from './correctable-entry.ts';
import type { UndoEvent } from './undo-event.ts';

/** An administrator back-dates the parcel's last live entry: it reads `newDate` from now on (rule: Corrections). */
export type ChangeEventDate = UndoEvent & { newDate: Instant };

/**
 * Pure: the event that changes the date. Throws Refusal 402 when the last live entry is not the one that is named, or a document,
 * or the date is in the future, not later than an entry before, or later than a repricing of what was requested.
 */
export function decideChangeEventDate(
  parcel: ParcelState,
  { reason, newDate, ...entry }: ChangeEventDate,
  now: Instant,
  zone: string,
): StoneEvent {
  const view = foldParcel(parcel, zone);
  const { eventId, effectiveAt } = entryToCorrect(parcel, view, entry);
  if (newDate > now)
    throw new Refusal(402, 'The new date lies in the future.', { code: 'DATE_IN_FUTURE', field: 'newDate' });
  const at = (entry: LiveEntry): Instant => earliestInstant(entry.effectiveAt, zone);
  const repricing = view.entries.find(
    (other) => other.type === 'REPRICING' && entry.intent === 'REQUEST' && at(other) >= effectiveAt,
  );
  if (repricing && at(repricing) < newDate)
    throw new Refusal(
      402,
      `The spell was repriced on ${momentName(repricing.effectiveAt, zone)}: the new date must not be later. Undo the request, which undoes the repricing with it, and enter both again.`,
      { code: 'DATE_AFTER_REPRICING', field: 'newDate' },
    );
  const place = view.entries.findIndex((entry) => entry.eventId === eventId);
  // Of the entries in the way the latest: a date after an earlier one of them would be refused again.
  const [earlier] = view.entries
    .slice(0, place)
    .filter((entry) => at(entry) >= newDate)
    .toSorted((one, other) => compareText(at(other), at(one)));
  if (earlier)
    throw new Refusal(
      402,
      `The new date must be later than the ${earlier.type} of ${momentName(earlier.effectiveAt, zone)}.`,
      { code: 'DATE_BEFORE_EARLIER_ENTRY', field: 'newDate' },
    );
  return {
    type: 'EventDateChanged',
    data: { eventId, reason: reason?.trim() || undefined, effectiveAt: now, newDate },
  };
}

/**
 * A date-time as people and programs write it, as an instant; without an offset it is in the house's time
 * zone (rule: Units on the wire). Throws Refusal 402 'Not a valid date.'
 */
export function readNewDate(text: string, zone: string, field = 'newDate'): Instant {
  const instant = readHouseTime(text, zone);
  if (instant === undefined || !isPlausibleYear(instant))
    throw new Refusal(402, 'Not a valid date.', { field, code: 'NOT_A_DATE' });
  return instant;
}

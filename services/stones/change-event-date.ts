import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type LiveEntry, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import {
  earliestInstant,
  isBareDay,
  isPlausibleYear,
  momentName,
  readHouseTime,
  type Instant,
} from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { asIfRecorded } from './as-if-recorded.ts';
import { correctableEntry, entryToCorrect } from './correctable-entry.ts';
import type { UndoEvent } from './undo-event.ts';

/** An administrator back-dates the parcel's last live entry: it reads `newDate` from now on (rule: Corrections). */
export type ChangeEventDate = UndoEvent & { newDate: Instant };

/**
 * Pure: the event that changes the date. Throws Refusal 402 when the last live entry is not the one that is named, or a
 * document, or the date is the one that it has, in the future, not later than an entry before, of a day whose documents
 * would come after it, or later than a repricing of what was requested.
 */
export function decideChangeEventDate(
  parcel: ParcelState,
  { reason, newDate, ...entry }: ChangeEventDate,
  now: Instant,
  zone: string,
): StoneEvent[] {
  const view = foldParcel(parcel, zone);
  const { eventId, effectiveAt } = entryToCorrect(parcel, view, entry);
  if (newDate === effectiveAt)
    throw new Refusal(402, 'The entry has that date already.', { code: 'DATE_UNCHANGED', field: 'newDate' });
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
  const event: StoneEvent = {
    type: 'EventDateChanged',
    data: { eventId, reason: reason?.trim() || undefined, effectiveAt: now, newDate },
  };
  const place = view.entries.findIndex((entry) => entry.eventId === eventId);
  const others = view.entries.slice(0, place);
  // Of the entries in the way the latest: a date after an earlier one of them would be refused again.
  const [inTheWay] = others
    .filter((entry) => at(entry) >= newDate)
    .toSorted((one, other) => compareText(at(other), at(one)));
  const after = foldParcel(asIfRecorded(parcel, event), zone);
  // A bare-dated document of the new day may go after it (rule: Order within a day): it would be of another memo.
  const isWhereMeant =
    correctableEntry(after)?.eventId === eventId && spellOf(after, eventId) === spellOf(view, eventId);
  const earlier =
    inTheWay ?? (isWhereMeant ? undefined : others.findLast(({ type }) => type !== 'REPRICING'));
  if (earlier)
    throw new Refusal(
      402,
      `The new date must be later than the ${earlier.type} of ${momentName(earlier.effectiveAt, zone)}.`,
      { code: 'DATE_BEFORE_EARLIER_ENTRY', field: 'newDate' },
    );
  return [event];
}

/** The key of the spell that an entry is of; undefined for one of none. */
const spellOf = ({ spells }: ParcelView, eventId: string): string | undefined =>
  spells.find(({ entryIds }) => entryIds.includes(eventId))?.key;

/**
 * A date-time as people and programs write it, as an instant; without an offset it is in the house's time
 * zone, a day without a time its midnight (rule: Units on the wire). Throws Refusal 402 'Not a valid date.'
 */
export function readGivenTime(text: string, zone: string, field: string): Instant {
  const instant = readHouseTime(text, zone);
  if (instant === undefined || !isPlausibleYear(instant)) throw notADate(field);
  return instant;
}

/** The new date of an entry, which names its time too. Throws Refusal 402 'Not a valid date.' */
export function readNewDate(text: string, zone: string): Instant {
  if (isBareDay(text.trim())) throw notADate('newDate');
  return readGivenTime(text, zone, 'newDate');
}

const notADate = (field: string): Refusal =>
  new Refusal(402, 'Not a valid date.', { field, code: 'NOT_A_DATE' });

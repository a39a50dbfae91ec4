import { compareText } from '../vocabulary/compare-text.ts';
import { houseDayOf, isBareDay, type EffectiveAt, type HouseDay } from '../vocabulary/house-time.ts';
import type { Entry, LiveEntry, ParcelState } from './parcel-types.ts';

/** An entry as it was recorded, and the date it has now; `live` when it counts. */
export type DatedEntry = { entry: Entry; effectiveAt: EffectiveAt; day: HouseDay; live: boolean };

/**
 * Everything recorded of a parcel that has an entry, oldest first (rule: Order within a day): the live entries as the
 * fold has them, and among them, by its date, each that does not count, before a live one of the same moment. What was
 * undone keeps the date it was last changed to. Pure.
 * @param live the parcel's live entries in fold order
 * @param zone the house's time zone
 */
export function entriesInOrder(record: ParcelState, live: readonly LiveEntry[], zone: string): DatedEntry[] {
  const recorded = new Map(record.entries.map((entry) => [entry.eventId, entry]));
  const counted = live.flatMap(({ eventId, effectiveAt, day }): DatedEntry[] => {
    const entry = recorded.get(eventId);
    return entry ? [{ entry, effectiveAt, day, live: true }] : [];
  });
  const counts = new Set(live.map(({ eventId }) => eventId));
  const others = record.entries
    .filter(({ eventId }) => !counts.has(eventId))
    .map((entry): DatedEntry => {
      const changed = record.dateChanges.findLast(({ eventId }) => eventId === entry.eventId);
      const effectiveAt = changed?.newDate ?? entry.effectiveAt;
      return { entry, effectiveAt, day: houseDayOf(effectiveAt, zone), live: false };
    })
    .sort(compareDated);

  const ordered: DatedEntry[] = [];
  let next = 0;
  for (const one of counted) {
    while (next < others.length && standsBefore(others[next]!, one)) ordered.push(others[next++]!);
    ordered.push(one);
  }
  return [...ordered, ...others.slice(next)];
}

/** A bare date stands before the times of its day. */
function compareDated(a: DatedEntry, b: DatedEntry): number {
  return (
    compareText(a.day, b.day) ||
    Number(isBareDay(b.effectiveAt)) - Number(isBareDay(a.effectiveAt)) ||
    compareText(a.effectiveAt, b.effectiveAt)
  );
}

/**
 * Whether what does not count stands before a live entry. A time says nothing of where in its day the fold put a bare
 * date, so it is compared with times alone.
 */
function standsBefore(other: DatedEntry, live: DatedEntry): boolean {
  if (other.day !== live.day) return other.day < live.day;
  if (isBareDay(other.effectiveAt)) return true;
  return !isBareDay(live.effectiveAt) && other.effectiveAt <= live.effectiveAt;
}

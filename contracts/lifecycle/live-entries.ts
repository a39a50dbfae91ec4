import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { houseDayOf, isBareDay } from '../vocabulary/house-time.ts';
import type { Entry, LiveEntry, ParcelState } from './parcel-types.ts';

/** The order of entries of the same moment (rule: Order within a day). */
const RANK: Readonly<Record<Entry['type'], number>> = {
  REQUEST: 0,
  MEMO: 1,
  REPRICING: 2,
  RETURN: 3,
  SOLD: 4,
  INVOICE: 5,
  RETURN_MEMO: 6,
  CREDIT: 7,
};

const isDocument = (entry: Entry): entry is Extract<Entry, { identity: string }> => 'identity' in entry;

/**
 * The entries that count (rule: Corrections; rule: Versions of a document): not undone, at their changed
 * date, of each document the highest version and none when that is void. In no particular order.
 */
export function liveEntries(state: ParcelState, zone: string): LiveEntry[] {
  const undone = new Set(state.undone.map((row) => row.eventId));
  const changes = [...state.dateChanges].sort(
    (a, b) => compareText(a.recordedAt, b.recordedAt) || compareText(a.correctionId, b.correctionId),
  );
  const dates = new Map(changes.map((change) => [change.eventId, change.newDate]));

  const newest = new Map<string, Entry>();
  const live: Entry[] = [];
  for (const entry of state.entries) {
    if (!isDocument(entry)) {
      if (!undone.has(entry.eventId)) live.push(entry);
      continue;
    }
    const other = newest.get(entry.identity);
    if (
      !other ||
      !isDocument(other) ||
      entry.version > other.version ||
      (entry.version === other.version && entry.eventId < other.eventId)
    ) {
      newest.set(entry.identity, entry);
    }
  }
  for (const document of newest.values())
    if (isDocument(document) && document.amountCents !== null) live.push(document);

  return live.map((entry) => {
    const effectiveAt = dates.get(entry.eventId) ?? entry.effectiveAt;
    return { ...entry, effectiveAt, day: houseDayOf(effectiveAt, zone) };
  });
}

/** The order of two entries at the same moment: by what they are, then document identity or event id, never revision. */
export function compareTied(a: Entry, b: Entry): number {
  return RANK[a.type] - RANK[b.type] || compareText(tieKey(a), tieKey(b));
}

/** The order of timed entries of one day. */
function compareTimed(a: LiveEntry, b: LiveEntry): number {
  return compareText(a.effectiveAt, b.effectiveAt) || compareTied(a, b);
}

/** The live entries by house day, days ascending, each day's timed and bare-dated entries apart and in order. */
export function entriesByDay(
  entries: readonly LiveEntry[],
): { day: string; timed: LiveEntry[]; bare: LiveEntry[] }[] {
  const days = new Map<string, { day: string; timed: LiveEntry[]; bare: LiveEntry[] }>();
  for (const entry of entries) {
    let group = days.get(entry.day);
    if (!group) days.set(entry.day, (group = { day: entry.day, timed: [], bare: [] }));
    (isBareDay(entry.effectiveAt) ? group.bare : group.timed).push(entry);
  }
  const ordered = [...days.values()].sort((a, b) => compareText(a.day, b.day));
  for (const group of ordered) {
    group.timed.sort(compareTimed);
    group.bare.sort(compareTied);
  }
  return ordered;
}

function tieKey(entry: Entry): string {
  return isDocument(entry) ? entry.identity : entry.eventId;
}

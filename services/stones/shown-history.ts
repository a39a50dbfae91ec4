import type { HistoryEntry } from '#contracts/api/stones.ts';
import { foldParcel, type Entry, type ParcelState } from '#contracts/lifecycle/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { HistoryType } from '#contracts/vocabulary/statuses.ts';
import { historyTypeSchema } from '#contracts/vocabulary/schemas.ts';

/** Who looks at a parcel's history: staff see every customer's entries, administrators the corrections too. */
export type HistoryViewer = { staff: boolean; administrator: boolean; customerId: number | null };

/**
 * A parcel's history as the viewer may see it, oldest first (product: Stone details). Pure. What was undone, and a
 * document's replaced version, is shown to administrators only.
 * @param customerNames of the customers in it, for staff
 * @param zone the house's time zone
 */
export function shownHistory(
  record: ParcelState,
  viewer: HistoryViewer,
  customerNames: ReadonlyMap<number, string>,
  zone: string,
): HistoryEntry[] {
  const live = new Map(
    foldParcel(record, zone).entries.map((entry, order) => [entry.eventId, { entry, order }]),
  );
  // An undone entry keeps the date it was last changed to.
  const dateOf = (entry: Entry): string =>
    live.get(entry.eventId)?.entry.effectiveAt ??
    record.dateChanges.findLast((row) => row.eventId === entry.eventId)?.newDate ??
    entry.effectiveAt;
  const order = (entry: Entry): [string, number] => [dateOf(entry), live.get(entry.eventId)?.order ?? -1];
  return record.entries
    .filter(isShown)
    .filter((entry) => viewer.staff || entry.customerId === viewer.customerId)
    .filter(
      ({ eventId }) =>
        live.has(eventId) || (viewer.administrator && record.undone.some((row) => row.eventId === eventId)),
    )
    .toSorted((a, b) => compareOrder(order(a), order(b)))
    .map((entry) => ({
      eventId: entry.eventId,
      parcelName: record.parcelName,
      type: entry.type,
      date: dateOf(entry),
      ...('remarks' in entry && entry.remarks !== undefined ? { remarks: entry.remarks } : {}),
      ...(viewer.staff ? staffFields(entry, customerNames) : {}),
      ...(viewer.administrator ? corrections(record, entry) : {}),
    }));
}

type Shown = Exclude<Entry, { type: 'REPRICING' }> & { type: HistoryType };

function isShown(entry: Entry): entry is Shown {
  return historyTypeSchema.safeParse(entry.type).success;
}

/** Live entries stand in fold order; an undone one by its date, before a live one of the same moment. */
function compareOrder([aDate, aOrder]: [string, number], [bDate, bOrder]: [string, number]): number {
  if (aOrder >= 0 && bOrder >= 0) return aOrder - bOrder;
  return compareText(aDate, bDate) || aOrder - bOrder;
}

function staffFields(entry: Entry, names: ReadonlyMap<number, string>): Partial<HistoryEntry> {
  const customerName = names.get(entry.customerId);
  return {
    recordedAt: entry.recordedAt,
    actor: entry.by,
    customerId: entry.customerId,
    ...(customerName === undefined ? {} : { customerName }),
  };
}

function corrections(record: ParcelState, entry: Entry): Partial<HistoryEntry> {
  const undone = record.undone.find((row) => row.eventId === entry.eventId);
  const moved = record.dateChanges.some((row) => row.eventId === entry.eventId);
  return {
    ...(undone
      ? {
          undone: {
            at: undone.at,
            by: undone.by,
            ...(undone.reason === undefined ? {} : { reason: undone.reason }),
          },
        }
      : {}),
    ...(moved ? { recordedDate: entry.effectiveAt } : {}),
  };
}

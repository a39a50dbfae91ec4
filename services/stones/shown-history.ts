import type { HistoryEntry } from '#contracts/api/stones.ts';
import {
  entriesInOrder,
  foldParcel,
  type DatedEntry,
  type Entry,
  type ParcelState,
} from '#contracts/lifecycle/index.ts';
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
  return entriesInOrder(record, foldParcel(record, zone).entries, zone)
    .filter(isShown)
    .filter(({ entry }) => viewer.staff || entry.customerId === viewer.customerId)
    .filter(
      ({ entry, live }) =>
        live || (viewer.administrator && record.undone.some((row) => row.eventId === entry.eventId)),
    )
    .map(({ entry, effectiveAt }) => ({
      eventId: entry.eventId,
      parcelName: record.parcelName,
      type: entry.type,
      date: effectiveAt,
      ...('remarks' in entry && entry.remarks !== undefined ? { remarks: entry.remarks } : {}),
      ...(viewer.staff ? staffFields(entry, customerNames) : {}),
      ...(viewer.administrator ? corrections(record, entry) : {}),
    }));
}

type Shown = DatedEntry & { entry: Exclude<Entry, { type: 'REPRICING' }> & { type: HistoryType } };

function isShown(dated: DatedEntry): dated is Shown {
  return historyTypeSchema.safeParse(dated.entry.type).success;
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

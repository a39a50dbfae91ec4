import { pieceSchema, type PieceDetails } from '#contracts/api/pieces.ts';
import { stoneSchema, type HistoryEntry, type StoneDetails } from '#contracts/api/stones.ts';
import {
  foldParcel,
  parcelKnownAt,
  type Entry,
  type ParcelState,
  type ParcelView,
} from '#contracts/lifecycle/index.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import {
  actionsOf,
  historyTypeSchema,
  type HistoryType,
  type Intent,
} from '#contracts/vocabulary/statuses.ts';
import { parcelRecord, wireComponent } from '#projections/parcels/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { correctableEntry } from './correctable-entry.ts';
import {
  isOpen,
  stonesInList,
  stonesNamed,
  type LineView,
  type ShownParcel,
  type StoneReaders,
} from './stone-lists.ts';

export type DetailsReaders = StoneReaders & {
  zone: string;
  customerNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** CUSTOMER + PENDING_RETURN of a customer now, in cents (rule: Exposure, holding, fee base). */
  holding(customerId: number): Promise<number>;
  lineOf(parcelName: string): Promise<Line | undefined>;
};

/**
 * One parcel with its history and what the caller may do with it (product: Stone details; product: Piece
 * details); a jewellery piece with its component stones. A customer sees its own entries only; staff see the
 * customer of each, administrators the corrections too. `knownAt`, a log position, shows the history as it
 * was known there. Throws Refusal 402 when there is no such parcel for this caller.
 */
export async function stoneDetails(
  readers: DetailsReaders,
  view: LineView,
  parcelName: string,
  knownAt?: number,
): Promise<StoneDetails | PieceDetails> {
  const record = await parcelRecord(readers.db, parcelName);
  if (!record || record.line !== view.line) throw notFound(view.line);
  const { caller } = view;
  const parcel = foldParcel(record, readers.zone);
  const own = parcel.spells.findLast((spell) => spell.customerId === caller.customerId && spell.end === null);
  const ever = record.entries.some((entry) => entry.customerId === caller.customerId);
  if (!caller.staff && !ever && !isOpen(view, { parcelName, fm: record.attributes.lab === 'FM' }))
    throw notFound(view.line);

  const [row] = await rowFor(readers, view, parcel, parcelName);
  if (!row) throw notFound(view.line);
  const seen = knownAt === undefined ? record : parcelKnownAt(record, knownAt);
  const status = own
    ? own.status
    : parcel.customerId === null || caller.staff
      ? parcel.status
      : 'NOT_AVAILABLE';
  const correctable = caller.administrator ? correctableEntry(parcel) : undefined;
  const known = {
    status,
    history: await history(readers, view, seen),
    actions: offered(view, status, own !== undefined, record),
    ...(correctable
      ? {
          correctable: {
            eventId: correctable.eventId,
            action: correctable.type,
            date: correctable.effectiveAt,
          },
        }
      : {}),
  };
  if (view.line !== 'jewellery') return { ...stoneSchema.parse(row), ...known };
  return {
    ...pieceSchema.parse(row),
    ...known,
    components: (record.piece?.components ?? []).map((component) => ({
      ...wireComponent(component),
      ...(component.shapeCode !== undefined && {
        shapeName: view.shapeName(component.shapeCode, component.cut),
      }),
    })),
  };
}

const notFound = (line: Line): Refusal =>
  new Refusal(402, `${LINE_FACTS[line].noun} could not be loaded`, {
    code: 'UNKNOWN_PARCEL',
    field: 'parcelName',
  });

/** At the frozen price while the customer has it or, staff looking on, the holder's; at today's otherwise. */
async function rowFor(
  readers: DetailsReaders,
  view: LineView,
  parcel: ParcelView,
  parcelName: string,
): Promise<ShownParcel[]> {
  const mine = parcel.customerId !== null && parcel.customerId === view.caller.customerId;
  if (mine) {
    const current = await stonesInList(readers, view, 'customer', [parcelName]);
    return current.length > 0 ? current : stonesInList(readers, view, 'past', [parcelName]);
  }
  return stonesNamed(readers, view, [parcelName]);
}

function offered(
  view: LineView,
  status: StoneDetails['status'],
  own: boolean,
  record: ParcelState,
): Intent[] {
  const { caller } = view;
  if (caller.customerId === null || (!caller.staff && !view.access?.allowActions)) return [];
  const actions = actionsOf(status);
  if (!own)
    return actions.filter(
      (action) =>
        action === 'REQUEST' &&
        isOpen(view, { parcelName: record.parcelName, fm: record.attributes.lab === 'FM' }),
    );
  return [...actions];
}

async function history(
  readers: DetailsReaders,
  view: LineView,
  record: ParcelState,
): Promise<HistoryEntry[]> {
  const { caller } = view;
  const parcel = foldParcel(record, readers.zone);
  const live = new Map(parcel.entries.map((entry, order) => [entry.eventId, { entry, order }]));
  const entries = record.entries.filter(isShown).filter((entry) => {
    if (!caller.staff && entry.customerId !== caller.customerId) return false;
    // What was undone, and a document's replaced version, is shown to administrators only.
    return (
      live.has(entry.eventId) ||
      (caller.administrator && record.undone.some((row) => row.eventId === entry.eventId))
    );
  });
  const names = caller.staff
    ? await readers.customerNames([...new Set(entries.map((entry) => entry.customerId))])
    : new Map<number, string>();
  // An undone entry keeps the date it was last changed to.
  const dateOf = (entry: Entry): string =>
    live.get(entry.eventId)?.entry.effectiveAt ??
    record.dateChanges.findLast((row) => row.eventId === entry.eventId)?.newDate ??
    entry.effectiveAt;
  const order = (entry: Entry): [string, number] => [dateOf(entry), live.get(entry.eventId)?.order ?? -1];
  return entries
    .toSorted((a, b) => compareOrder(order(a), order(b)))
    .map((entry) => ({
      eventId: entry.eventId,
      parcelName: record.parcelName,
      type: entry.type,
      date: dateOf(entry),
      ...('remarks' in entry && entry.remarks !== undefined ? { remarks: entry.remarks } : {}),
      ...(caller.staff ? staffFields(entry, names) : {}),
      ...(caller.administrator ? corrections(record, entry) : {}),
    }));
}

type Shown = Exclude<Entry, { type: 'REPRICING' }> & { type: HistoryType };

function isShown(entry: Entry): entry is Shown {
  return historyTypeSchema.safeParse(entry.type).success;
}

/** Live entries stand in fold order; an undone one by its date, before a live one of the same moment. */
function compareOrder([aDate, aOrder]: [string, number], [bDate, bOrder]: [string, number]): number {
  if (aOrder >= 0 && bOrder >= 0) return aOrder - bOrder;
  return aDate < bDate ? -1 : aDate > bDate ? 1 : aOrder - bOrder;
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

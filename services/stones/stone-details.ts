import { pieceSchema, type PieceDetails } from '#contracts/api/pieces.ts';
import { stoneSchema, type StoneDetails } from '#contracts/api/stones.ts';
import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { actionsOf, type Intent } from '#contracts/vocabulary/statuses.ts';
import { parcelInFull, wireComponent } from '#projections/parcels/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { correctableEntry } from './correctable-entry.ts';
import { shownHistory } from './shown-history.ts';
import { isOpen, mayFind, ownParcel, shownParcel, type LineView, type StoneReaders } from './stone-lists.ts';

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
 * customer of each, administrators the corrections too. A past stone is at today's price where it may be requested
 * again, else at its frozen one (rule: My and past). All of it is of now: what was known earlier is in the parcel's
 * timeline (rule: Two axes). Throws Refusal 402 when there is no such parcel for this caller.
 */
export async function stoneDetails(
  readers: DetailsReaders,
  view: LineView,
  parcelName: string,
): Promise<StoneDetails | PieceDetails> {
  const { caller } = view;
  const found = await parcelInFull(readers.db, caller.customerId, view.line, parcelName);
  if (!found) throw notFound(view.line);
  const { record } = found;
  const parcel = foldParcel(record, readers.zone);
  const own = parcel.spells.findLast((spell) => spell.customerId === caller.customerId && spell.end === null);
  const browses = mayFind(view, { parcelName, fm: record.attributes.lab === 'FM' });
  if (!browses && !parcel.spells.some((spell) => spell.customerId === caller.customerId))
    throw notFound(view.line);

  const mine = parcel.customerId !== null && parcel.customerId === caller.customerId;
  // Of one that it may not browse a customer sees what its own lists show: nothing of what happens to it today.
  if ((mine || !browses) && !found.own) throw notFound(view.line);
  const status = own
    ? own.status
    : caller.staff || (browses && parcel.customerId === null)
      ? parcel.status
      : 'NOT_AVAILABLE';
  // One that may be requested is at today's price; any other that the customer has or had as its own lists have it.
  const row = found.own && status !== 'AVAILABLE' ? ownParcel(view, found.own) : shownParcel(view, found.row);
  const correctable = caller.administrator ? correctableEntry(parcel) : undefined;
  const known = {
    status,
    history: shownHistory(record, caller, await holders(readers, caller.staff, record), readers.zone),
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

/** The names of a parcel's customers, which staff alone see. */
async function holders(
  { customerNames }: DetailsReaders,
  staff: boolean,
  { entries }: ParcelState,
): Promise<ReadonlyMap<number, string>> {
  return staff ? customerNames([...new Set(entries.map((entry) => entry.customerId))]) : new Map();
}

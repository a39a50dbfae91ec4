import type { WordsNow } from '#services/attributes/index.ts';
import { versionWord } from '#services/platform/hash.ts';
import type { Caller, ReadState } from '#services/platform/http/index.ts';
import type { Piece } from '#contracts/api/pieces.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { CustomerAccess, PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { memoDueDay, type MemoTerms } from '#contracts/lifecycle/index.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { CURRENT_STATUSES, ON_MEMO, type Status } from '#contracts/vocabulary/statuses.ts';
import { closedPieces } from '#projections/jewellery/index.ts';
import {
  availableWithActions,
  namedAndOwn,
  parcelsNamed,
  parcelsOfCustomer,
  wireAttributes,
  wirePiece,
  type CustomerParcelRow,
  type NamedAndOwn,
  type NamedParcelRow,
  type ParcelListRow,
  type ParcelRow,
} from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { KnownParcels } from './known-parcels.ts';
import {
  customerTotal,
  shownPrices,
  type PriceView,
  type PricedStone,
  type RapOf,
  type ShownPrices,
} from './price-view.ts';

/** The four lists of a line (product: Stone lists). */
export const LISTS = ['available', 'customer', 'cart', 'past'] as const;
export type ListName = (typeof LISTS)[number];

/** A customer as its lists show it: its flags, how its prices are made and how long its memos run. */
export type ShownTo = { access: CustomerAccess; price: Omit<PriceView, 'mode'>; memo: MemoTerms };

/** What the read models say beside the parcels, of one moment. */
export type LineFacts = {
  /** The acting-for customer; null without one. */
  customer: ShownTo | null;
  /** Parcels of the line in the customer's cart. */
  cart: readonly string[];
  /** Vendors whose feed is over 7 days old: their stones are tentative (rule: Tentative availability). */
  staleVendors: ReadonlySet<number>;
  /** Changes when a rebuild or a retry may have changed rows though the log did not go on. */
  mark: string;
};

/** What lists are made of beside the parcels; each is asked for at most once a list. */
export type StoneReaders = {
  db: Db;
  /** The customer's part of `lineFacts`. */
  customer(customerId: number): Promise<ShownTo>;
  /** In one question. */
  lineFacts(customerId: number | null, line: Line): Promise<LineFacts>;
  /** The price list now in force, and a word that changes with it. */
  priceList(): Promise<{ version: string; rapOf: RapOf }>;
  /** What shapes and the like are called now. */
  words(): Promise<WordsNow>;
  /** The house's day now: terms and stale feeds change with it. */
  today(): HouseDay;
};

/** Who looks at a line: a caller, or a customer's client, who is not a caller. */
export type Viewer = Pick<Caller, 'staff' | 'administrator' | 'customerId' | 'showPrices'> & {
  user: Pick<Caller['user'], 'username'>;
};

/** What one viewer may see of a line, read once for a list. */
export type LineView = {
  line: Line;
  caller: Viewer;
  /** Null for staff without a customer: list prices, empty own lists. */
  access: CustomerAccess | null;
  price: PriceView;
  /** How long the customer's memos run; null without a customer. */
  memo: MemoTerms | null;
  rapOf: RapOf;
  shapeName: ShapeName;
  /** Jewellery: pieces of models that are hidden or not open to the customer. */
  closed: ReadonlySet<string>;
  inCart: ReadonlySet<string>;
  staleVendors: ReadonlySet<number>;
  /** What a parcel is shown with, except the customer's own part: callers of one look see it alike. */
  look: string;
  /** Changes when a rebuild or a retry may have changed rows though the log did not go on. */
  mark: string;
};

/** Reads what a viewer's lists of a line depend on: one question, for jewellery two. */
export async function lineView(readers: StoneReaders, caller: Viewer, line: Line): Promise<LineView> {
  const [{ customer, cart, staleVendors, mark }, prices, words] = await Promise.all([
    readers.lineFacts(caller.customerId, line),
    readers.priceList(),
    readers.words(),
  ]);
  const closed =
    line === 'jewellery' ? await closedPieces(readers.db, customer?.access.lgAllowed ?? true) : [];
  const price: PriceView = {
    mode: caller.showPrices,
    giaRoundDiscountPpm: 0,
    retailMarkups: [],
    ...customer?.price,
  };
  const look = versionWord(
    JSON.stringify([
      line,
      customer?.access,
      price,
      closed,
      [...staleVendors].sort(),
      prices.version,
      words.version,
      caller.administrator,
    ]),
  );
  return {
    line,
    caller,
    access: customer?.access ?? null,
    price,
    memo: customer?.memo ?? null,
    rapOf: prices.rapOf,
    shapeName: words.shapeName,
    closed: new Set(closed),
    inCart: new Set(cart),
    staleVendors,
    look,
    mark,
  };
}

/** A parcel of any line as the wire shows it. */
export type ShownParcel = Stone | Piece;

/** The lists of a customer's own. */
export type OwnList = Exclude<ListName, 'available'>;

/** A whole list of the customer's own as JSON text, one string a stone. */
export async function listOwn(readers: StoneReaders, view: LineView, list: OwnList): Promise<string[]> {
  const shown =
    list === 'cart'
      ? cart(view, await parcelsNamed(readers.db, view.line, [...view.inCart]))
      : ownOf(view, list, await ownParcels(readers, view));
  return shown.map((parcel) => JSON.stringify(parcel));
}

/** A word that changes whenever such a list may; what others do with other parcels does not change it. */
export async function ownListKey(
  known: KnownParcels,
  view: LineView,
  list: OwnList,
  state: ReadState,
): Promise<string> {
  const { look, mark, inCart, memo, caller } = view;
  const parcels =
    list === 'cart' ? await known.versionOf([...inCart], state) : (await known.own(view, state)).version;
  // Staff see in a cart when others acted on what is not to be had (`shownParcel`).
  return JSON.stringify([list, caller.customerId, caller.staff, look, mark, memo, [...inCart], parcels]);
}

/** Of these parcels those that stand in each list, in its order. */
export async function stonesInLists(
  { db }: StoneReaders,
  view: LineView,
  names: readonly string[],
): Promise<Record<ListName, ShownParcel[]>> {
  const rows = await namedAndOwn(db, view.caller.customerId, view.line, names);
  return {
    available: available(view, rows),
    customer: ownOf(view, 'customer', rows.own),
    cart: cart(
      view,
      rows.named.filter(({ parcelName }) => view.inCart.has(parcelName)),
    ),
    past: ownOf(view, 'past', rows.own),
  };
}

/** Access flags gate browsing, never a customer's own lists (rule: What one may not see). */
export function mayBrowse(view: Pick<LineView, 'access'>, line: Line, fm: boolean): boolean {
  if (!view.access) return true;
  const needs = LINE_FACTS[line].needs;
  return (!needs || view.access[needs]) && (!fm || view.access.fmAllowed);
}

/** True for a parcel of the view's line that the caller may find and request. */
export function isOpen(view: LineView, { parcelName, fm }: { parcelName: string; fm: boolean }): boolean {
  return mayBrowse(view, view.line, fm) && !view.closed.has(parcelName);
}

/** The same for customers; staff find what is not open to the customer that they act for too. */
export function mayFind(view: LineView, parcel: { parcelName: string; fm: boolean }): boolean {
  return view.caller.staff || isOpen(view, parcel);
}

function available(view: LineView, { named, own }: NamedAndOwn): ShownParcel[] {
  const acted = new Map(own.map((row) => [row.parcelName, row.lastAction]));
  return named
    .filter((row) => row.status === 'AVAILABLE' && isOpen(view, row))
    .map((row) => shownParcel(view, row, acted.get(row.parcelName)));
}

/** Of these parcels those that stand in the Available list, as JSON text, by name and in the order of their names. */
export async function availableNamed(
  readers: StoneReaders,
  view: LineView,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (!mayBrowse(view, view.line, false)) return new Map();
  const rows = await availableWithActions(readers.db, view.caller.customerId, view.line, names);
  const open = rows.filter((row) => isOpen(view, row));
  return new Map(open.map((row) => [row.parcelName, parcelJson(view, row, row.lastAction ?? undefined)]));
}

/**
 * The cart, what is longest in it first. What may not be browsed is not shown in the cart either, though it stays there.
 */
function cart(view: LineView, rows: readonly NamedParcelRow[]): ShownParcel[] {
  const place = new Map([...view.inCart].map((name, index) => [name, index]));
  return rows
    .filter((row) => isOpen(view, row))
    .sort((a, b) => place.get(a.parcelName)! - place.get(b.parcelName)!)
    .map((row) => shownParcel(view, row, undefined));
}

async function ownParcels(readers: StoneReaders, view: LineView): Promise<CustomerParcelRow[]> {
  const { customerId } = view.caller;
  return customerId === null ? [] : parcelsOfCustomer(readers.db, customerId, view.line);
}

function isCurrent(row: CustomerParcelRow): boolean {
  return row.end === null && CURRENT_STATUSES.includes(row.status);
}

/**
 * Past shows the spell's own outcome: Sold, Invoiced or Returned, never another holder's status (rule: My and past).
 * Returned is AVAILABLE where the caller finds the parcel there again, else NOT_AVAILABLE.
 */
function pastStatus(view: LineView, row: CustomerParcelRow): Status {
  if (row.end === null || (row.end === 'SUPERSEDED' && row.status === 'INVOICED')) return row.status;
  return row.parcelStatus === 'AVAILABLE' && mayFind(view, row) ? 'AVAILABLE' : 'NOT_AVAILABLE';
}

/** A parcel at today's price, as JSON text. */
export function parcelJson(view: LineView, row: ParcelListRow, lastAction: string | undefined): string {
  const now = parcelNow(view, row, lastAction);
  return `{"parcelName":${JSON.stringify(row.parcelName)},${row.wire},${JSON.stringify(now).slice(1)}`;
}

/** A parcel at today's price: one that is no longer there, or another's, reads NOT_AVAILABLE. */
export function shownParcel(view: LineView, row: NamedParcelRow, lastAction?: string): ShownParcel {
  return {
    parcelName: row.parcelName,
    ...attributesOf(view.line, row.attributes, row.piece),
    ...parcelNow(view, row, lastAction),
    // What is done with a parcel that is not to be had moves no date that others see.
    ...(row.status !== 'AVAILABLE' &&
      !view.caller.staff &&
      row.lastPriced !== null && { lastUpdated: row.lastPriced }),
  };
}

/** What changes of a parcel. No one learns who else holds it: it then reads NOT_AVAILABLE. */
function parcelNow(view: LineView, row: ParcelRow, lastAction: string | undefined) {
  const stone = {
    line: view.line,
    weight: row.weight,
    lab: row.giaRound ? 'GIA' : undefined,
    shapeCode: row.shapeCode ?? undefined,
    colour: row.colour ?? undefined,
    clarity: row.clarity ?? undefined,
  };
  const status: Status = row.status === 'AVAILABLE' ? row.status : 'NOT_AVAILABLE';
  return {
    ...shapeInWords(view, row),
    ...pricesOnWire(view, stone, customerTotal(view.price, stone, row.totalCents)),
    status,
    ...stateFields(view, row),
    ...(lastAction === undefined ? {} : { lastAction }),
  };
}

function ownOf(view: LineView, list: 'customer' | 'past', rows: readonly CustomerParcelRow[]): ShownParcel[] {
  return rows.filter((row) => isCurrent(row) === (list === 'customer')).map((row) => ownParcel(view, row));
}

/** One of the customer's own parcels, at the price and attributes frozen in its newest spell. */
export function ownParcel(view: LineView, row: CustomerParcelRow): ShownParcel {
  const status = isCurrent(row) ? row.status : pastStatus(view, row);
  return {
    parcelName: row.parcelName,
    ...attributesOf(view.line, row.attributes, row.piece),
    ...shapeInWords(view, row.attributes),
    ...pricesOnWire(view, { line: view.line, ...row.attributes }, row.priceCents),
    status,
    ...stateFields(view, row),
    lastAction: row.lastAction,
    ...memoDays(view, row),
  };
}

/** While a parcel is on memo, since when, and when it is due back (rule: Memo clock). */
function memoDays({ memo }: LineView, row: CustomerParcelRow): { memoDate?: HouseDay; dueDate?: HouseDay } {
  const { end, status, memoDay, attributes } = row;
  if (!memo || end !== null || memoDay === null || !ON_MEMO.includes(status)) return {};
  const dueDate = memoDueDay({ day: memoDay, tier: attributes.tier }, memo);
  return { memoDate: memoDay, ...(dueDate !== undefined && { dueDate }) };
}

const attributesOf = (line: Line, attributes: StoneAttributes, piece: PieceAttributes | null) =>
  line === 'jewellery' ? wirePiece(attributes, piece ?? undefined) : wireAttributes(line, attributes);

/** The shape as it is called now; a piece has none. */
function shapeInWords(
  { line, shapeName }: LineView,
  { shapeCode, cut }: { shapeCode?: string | null | undefined; cut?: string | null | undefined },
): { shapeName?: string } {
  if (line === 'jewellery' || !shapeCode) return {};
  return { shapeName: shapeName(shapeCode, cut ?? undefined) };
}

/** A piece has a price but no price per carat (product: Jewellery piece). */
function pricesOnWire(view: LineView, parcel: PricedStone, customerPriceCents: number): ShownPrices {
  const { ppc, ...prices } = shownPrices(view.price, parcel, customerPriceCents, view.rapOf);
  return view.line === 'jewellery' || ppc === undefined ? prices : { ...prices, ppc };
}

type StateRow = Pick<
  ParcelRow,
  'parcelName' | 'vendorId' | 'vendorAvailability' | 'location' | 'lastUpdated'
>;

function stateFields(view: LineView, row: StateRow) {
  return {
    inCart: view.inCart.has(row.parcelName),
    tentativeAvailability: row.vendorAvailability !== 'IN_STOCK' || view.staleVendors.has(row.vendorId),
    lastUpdated: row.lastUpdated,
    ...(view.caller.administrator
      ? { vendorId: row.vendorId, ...(row.location === null ? {} : { location: row.location }) }
      : {}),
  };
}

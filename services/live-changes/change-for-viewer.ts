import { MAX_NAMED_PARCELS, type LiveChange } from '#contracts/api/live-changes.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { newestPosition } from '#services/platform/newest-position.ts';
import type { ChangeNotice } from './change-notice.ts';

const NOTHING = { lines: [], cart: false, customer: false, desires: false, models: false };
const EVERYTHING: Required<Omit<LiveChange, 'position'>> = {
  lines: LINES.map((line) => ({ line, parcels: null })),
  cart: true,
  customer: true,
  desires: true,
  models: true,
  attributes: true,
};

/** Who holds a connection, as far as it decides which changes it may get. */
export type Viewer = {
  /** Acted for. */
  customerId: number | null;
  staff: boolean;
  /** The lines that the customer may browse. */
  lines: ReadonlySet<Line>;
  /** Stones certified by FM are open to the customer. */
  fm: boolean;
};

/**
 * As much of a notice as the viewer may know (rule: What one may not see): parcels of the lines it may browse
 * and its own; its own cart, details, desires and orders only. Null when nothing of it concerns the viewer.
 */
export function changeFor(notice: ChangeNotice, viewer: Viewer): LiveChange | null {
  const { customerId } = viewer;
  if (notice.parcels === null || isOfOwnRecord(notice, customerId)) return everythingChanged(notice.position);
  const ofViewer = (customers: readonly number[]): boolean =>
    customerId !== null && customers.includes(customerId);
  const isShown = (parcel: NamedParcel): boolean =>
    ofViewer(parcel.customers) || viewer.staff || (parcel.public && isOpenTo(viewer, parcel));
  const parcelsOf = new Map<Line, NamedParcel[] | null>(
    grouped(notice.parcels.filter(isShown), ({ line }) => line),
  );
  // What becomes of its parcels changes what a customer holds.
  const customer = notice.parcels.some(({ customers }) => ofViewer(customers));
  const cart = ofViewer(notice.carts);
  const desires = ofViewer(notice.desires);
  // What becomes of pieces changes what is there of their models.
  const models = notice.models || parcelsOf.has('jewellery') || ofViewer(notice.modelOrders);
  if (parcelsOf.size === 0 && !cart && !customer && !desires && !models) return null;
  // A model that was hidden, or is no longer hidden, takes its pieces along, which are not listed.
  if (notice.models && (viewer.staff || viewer.lines.has('jewellery'))) parcelsOf.set('jewellery', null);
  const lines = [...parcelsOf].map(([line, parcels]) => ({
    line,
    parcels:
      parcels === null || parcels.length > MAX_NAMED_PARCELS
        ? null
        : parcels.map(({ parcelName }) => parcelName),
  }));
  return { position: notice.position, lines, cart, customer, desires, models };
}

type NamedParcel = NonNullable<ChangeNotice['parcels']>[number];

/** Lab-grown pieces are in the line of jewellery, and open with that of lab-grown stones. */
const isOpenTo = ({ lines, fm }: Viewer, parcel: NamedParcel): boolean =>
  lines.has(parcel.line) && (fm || !parcel.fm) && (lines.has('labGrown') || !parcel.labGrown);

/** The customer's flags and terms decide what is open to it and which prices its lists show. */
const isOfOwnRecord = ({ customers }: ChangeNotice, customerId: number | null): boolean =>
  customerId !== null && customers.includes(customerId);

/**
 * What a viewer has missed, in one message: what it would have been sent of each notice. Where one of them asks it to load
 * everything again, that is all it is sent: what it may see now is not what it might have seen then.
 */
export function missedBy(notices: readonly ChangeNotice[], viewer: Viewer): LiveChange | null {
  const changes = notices.map((notice) => changeFor(notice, viewer)).filter((change) => change !== null);
  if (changes.length === 0) return null;
  const position = String(newestPosition(...notices.map((notice) => BigInt(notice.position))));
  const isUncertain = (notice: ChangeNotice): boolean =>
    notice.parcels === null || isOfOwnRecord(notice, viewer.customerId);
  if (notices.some(isUncertain)) return everythingChanged(position);
  const lines = LINES.flatMap((line) => {
    const ofLine = changes.flatMap((change) => change.lines).filter((one) => one.line === line);
    if (ofLine.length === 0) return [];
    const names = [...new Set(ofLine.flatMap(({ parcels }) => parcels ?? []))];
    const whole = names.length > MAX_NAMED_PARCELS || ofLine.some(({ parcels }) => parcels === null);
    return [{ line, parcels: whole ? null : names }];
  });
  return {
    position,
    lines,
    cart: changes.some(({ cart }) => cart),
    customer: changes.some(({ customer }) => customer),
    desires: changes.some(({ desires }) => desires),
    models: changes.some(({ models }) => models),
  };
}

/** Informs every viewer that names of shapes and the like changed: each stone shows the name of its shape. */
export function wordsChanged(position: string): LiveChange {
  return { ...NOTHING, position, lines: EVERYTHING.lines, attributes: true };
}

/** Tells a viewer to load everything again: it may have missed something. */
export function everythingChanged(position: string): LiveChange {
  return { position, ...EVERYTHING };
}

import type { FeedRunResource, StockClass, WireFeedProblem } from '#contracts/api/vendor-feeds.ts';
import type { StoneEvent } from '#contracts/events/index.ts';
import type { ParcelOfVendor } from '#projections/parcels/index.ts';
import { judgementOf, mayBeListed, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { exactCarats } from '#contracts/vocabulary/carats.ts';
import { stoneInWords } from '#contracts/vocabulary/stone-words.ts';
import { stockNumberOf, type OfferRow, type RapOf } from '../feed/check-row.ts';
import { withJudgedTier } from '../judgements/judge-stock.ts';
import {
  decideOffer,
  evolveStock,
  listPrice,
  OTHERS_PARCEL,
  type StockRecord,
  type StockVendor,
} from '../feed/decide-stock.ts';
import { lineWith } from '../feed/line-and-tier.ts';
import type { KnownParcel, KnownStock } from '../feed/known-stock.ts';
import type { ParsedFeed } from '../feed/parse-feed.ts';
import { doubtOfCertificate, findElsewhere, isListedWith, type FindElsewhere } from './stones-elsewhere.ts';
import { changesBetween } from './describe-stock.ts';
import type { ClassifiedRow } from './row-store.ts';

/** What a feed is compared with. */
export type Stock = {
  known: KnownStock;
  /** Listed parcels of other vendors that have a name or a certificate of the feed. */
  elsewhere: readonly ParcelOfVendor[];
  vendor: StockVendor & { dxPrefix: string; autoWhitelist: boolean };
  /** The last judgements of the vendor's stones. */
  judgements: StockJudgements;
  kind: FeedRunResource['kind'];
  rapPerCarat: RapOf;
  shapeName: ShapeName;
};

/** A feed's rows and the parcels missing from it, each in its class, with the numbers that the guards check. */
export type ClassifiedStock = {
  rows: readonly ClassifiedRow[];
  counts: Readonly<Record<StockClass, number>>;
  /** The vendor's AVAILABLE parcels before the feed, of those that a feed can list. */
  available: number;
  /** Known parcels outside spells that are in the file, and those among them whose cost changes by more than 25 %. */
  compared: number;
  moved: number;
  /** Rows that name no parcel. */
  unidentified: number;
};

/** A placeholder: classifying records no event. */
const AT: Instant = '1970-01-01T00:00:00.000Z';
/** In thousandths of a carat. */
const SAME_WEIGHT_WITHIN = 10;

/**
 * Compares a feed with what is listed of its vendor (rule: Classifying rows; rule: Held stones and feeds; rule: Full
 * feeds). Pure; the same rows in any order give the same classes.
 */
export function classifyStock(feed: ParsedFeed, stock: Stock): ClassifiedStock {
  const { known, kind } = stock;
  const ids = new Set<string>();
  const rows: ClassifiedRow[] = [];
  const add = (row: Omit<ClassifiedRow, 'id'>): void => {
    let id = row.parcelName ?? `row-${row.row}`;
    if (ids.has(id)) id = `row-${row.row}`;
    while (ids.has(id)) id += '-';
    ids.add(id);
    rows.push({ id, ...row });
  };
  const elsewhere = findElsewhere(stock.elsewhere);
  let [compared, moved] = [0, 0];
  for (const offer of feed.offers) {
    const parcel = known.get(offer.parcelName);
    if (parcel && parcel.holder === null && !parcel.withdrawn) {
      compared += 1;
      if (Math.abs(offer.costCents - parcel.costCents) * 4 > parcel.costCents) moved += 1;
    }
    add(classifyOffer(offer, parcel, elsewhere, stock));
  }
  const problems = grouped(feed.problems, ({ row }) => row);
  for (const { row, parcelName } of feed.refused)
    add(refusedRow(row, parcelName, problems.get(row) ?? [], stock));
  let available = 0;
  for (const [parcelName, parcel] of known) {
    if (!isListedByFeeds(parcel)) continue;
    if (!parcel.withdrawn && parcel.holder === null) available += 1;
    const isMissing = kind === 'FULL' && !feed.named.has(parcelName);
    if (isMissing && !parcel.withdrawn) add(missingParcel(parcelName, parcel, stock));
  }
  const counts = { ...NO_COUNTS };
  for (const row of rows) counts[row.class] += 1;
  const unidentified = feed.refused.filter(({ parcelName }) => parcelName === undefined).length;
  return { rows, counts, available, compared, moved, unidentified };
}

/** A feed has stones only: that it lacks a piece of jewellery says nothing of the piece (rule: Full feeds). */
const isListedByFeeds = ({ line }: StockRecord): boolean => line !== 'jewellery';

const NO_COUNTS: Record<StockClass, number> = {
  NEW: 0,
  CHANGED: 0,
  UNCHANGED: 0,
  GONE: 0,
  HELD: 0,
  WAITING: 0,
  UNLISTED: 0,
  REFUSED: 0,
};

function classifyOffer(
  offer: OfferRow,
  parcel: KnownParcel | undefined,
  elsewhere: FindElsewhere,
  { vendor, judgements, rapPerCarat, shapeName }: Stock,
): Omit<ClassifiedRow, 'id'> {
  const { row, column, ...plainOffer } = offer;
  const { parcelName } = offer;
  const vendorStockId = stockNumberOf(parcelName, vendor.dxPrefix);
  const judgement = judgementOf(judgements, vendorStockId);
  const offered = withJudgedTier(plainOffer, judgement);
  const whole = (message: string): WireFeedProblem => ({ row, column: '', value: '', message });
  const shown = {
    row,
    vendorStockId,
    parcelName,
    stone: stoneInWords(offer.attributes, shapeName),
    costBefore: parcel?.costCents ?? null,
    costAfter: offer.costCents,
    totalBefore: parcel?.totalCents ?? null,
    totalAfter: listPrice(offer.costCents, vendor.markupPpm),
    offer: plainOffer,
    known: parcel ? recordOf(parcel) : null,
    changes: [],
  };
  const other = parcel ? undefined : elsewhere.named(parcelName);
  const events = other ? { clash: OTHERS_PARCEL } : decideOffer(parcel ?? null, offered, vendor, AT);
  if ('clash' in events) {
    const problem = { row, column, value: parcelName, message: events.clash };
    return { ...shown, class: 'REFUSED', problems: [problem] };
  }
  const changes =
    parcel && events.length > 0 ? changesBetween(parcel, afterEvents(parcel, events), shapeName) : [];
  if (parcel && parcel.holder !== null) return { ...shown, class: 'HELD', changes, problems: [] };
  const line = parcel?.line ?? lineWith(offer, judgement.overrideTier ?? undefined);
  const doubts = [
    ...doubtsOfIdentity(offer, parcel, elsewhere, shapeName),
    ...doubtsOfPrice({ ...offer, line }, parcel, rapPerCarat),
  ].map(whole);
  if (!mayBeListed(judgement, { isKnown: parcel !== undefined, autoWhitelist: vendor.autoWhitelist })) {
    const isListed = parcel !== undefined && !parcel.withdrawn;
    return { ...shown, class: 'UNLISTED', changes: isListed ? [TO_BE_WITHDRAWN] : [], problems: doubts };
  }
  const plain = parcel ? (events.length === 0 ? 'UNCHANGED' : 'CHANGED') : 'NEW';
  return {
    ...shown,
    class: doubts.length > 0 && plain !== 'UNCHANGED' ? 'WAITING' : plain,
    changes,
    problems: doubts,
  };
}

const TO_BE_WITHDRAWN = { attribute: 'Status', before: 'Available', after: 'Not available' };

/** The parcel as the run compares with it: its holder is asked again before anything is written. */
function recordOf({ holder: _, ...record }: KnownParcel): StockRecord {
  return record;
}

const afterEvents = (before: StockRecord, events: readonly StoneEvent[]): StockRecord =>
  events.reduce((record, event) => evolveStock(record, event) ?? record, before);

/** Why a row may be about another stone than its stock number says. */
function doubtsOfIdentity(
  { attributes }: OfferRow,
  parcel: KnownParcel | undefined,
  elsewhere: FindElsewhere,
  shapeName: ShapeName,
): string[] {
  const doubts: string[] = [];
  if (parcel) {
    const was = parcel.attributes;
    if (Math.abs(attributes.weight - was.weight) > SAME_WEIGHT_WITHIN)
      doubts.push(
        `weighs ${exactCarats(attributes.weight)} ct and was ${exactCarats(was.weight)} ct: the stock number may be used again for another stone`,
      );
    if (was.shapeCode !== undefined && attributes.shapeCode !== was.shapeCode)
      doubts.push(
        `is ${shapeName(attributes.shapeCode ?? '')} and was ${shapeName(was.shapeCode)}: the stock number may be used again for another stone`,
      );
  }
  const other = elsewhere.certified(attributes);
  if (other && !isListedWith(parcel, attributes)) doubts.push(doubtOfCertificate(other));
  return doubts;
}

/** Why a price may be a mistake. */
function doubtsOfPrice(
  { attributes, costCents, line }: OfferRow,
  parcel: KnownParcel | undefined,
  rapPerCarat: RapOf,
): string[] {
  const doubts: string[] = [];
  if (parcel && (costCents > 3 * parcel.costCents || 3 * costCents < parcel.costCents))
    doubts.push(
      `costs ${moneyWords(costCents)} and cost ${moneyWords(parcel.costCents)}: more than 3 times as much, or less than a third`,
    );
  const perCarat = line === 'natural' ? rapPerCarat(attributes) : undefined;
  if (perCarat !== undefined) {
    const listed = Math.round((perCarat * attributes.weight) / 1000);
    if (costCents * 10 < listed || costCents > listed * 2)
      doubts.push(
        `costs ${moneyWords(costCents)}, outside 10 % to 200 % of the price list's ${moneyWords(listed)}`,
      );
  }
  return doubts;
}

const NOTHING_KNOWN = {
  costBefore: null,
  costAfter: null,
  totalBefore: null,
  totalAfter: null,
  changes: [],
  offer: null,
  known: null,
};

function refusedRow(
  row: number,
  parcelName: string | undefined,
  problems: WireFeedProblem[],
  { vendor, known, shapeName }: Stock,
): Omit<ClassifiedRow, 'id'> {
  const parcel = known.get(parcelName ?? '');
  return {
    ...NOTHING_KNOWN,
    row,
    vendorStockId: parcelName === undefined ? null : stockNumberOf(parcelName, vendor.dxPrefix),
    parcelName: parcelName ?? null,
    class: 'REFUSED',
    stone: parcel ? stoneInWords(parcel.attributes, shapeName) : '',
    costBefore: parcel?.costCents ?? null,
    totalBefore: parcel?.totalCents ?? null,
    problems,
  };
}

function missingParcel(
  parcelName: string,
  parcel: KnownParcel,
  { vendor, shapeName }: Stock,
): Omit<ClassifiedRow, 'id'> {
  return {
    ...NOTHING_KNOWN,
    row: null,
    vendorStockId: stockNumberOf(parcelName, vendor.dxPrefix),
    parcelName,
    class: parcel.holder === null ? 'GONE' : 'HELD',
    stone: stoneInWords(parcel.attributes, shapeName),
    costBefore: parcel.costCents,
    totalBefore: parcel.totalCents,
    known: recordOf(parcel),
    changes: [TO_BE_WITHDRAWN],
    problems: [],
  };
}

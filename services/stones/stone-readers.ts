import { isOldFeed } from '#contracts/vendor/old-feed.ts';
import type { HouseDay, Instant } from '#contracts/vocabulary/house-time.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { itemsInCart } from '#projections/carts/index.ts';
import { storedCustomer, type CustomerRecord } from '#projections/customers/index.ts';
import { markNow } from '#projections/engine/index.ts';
import { instructionById } from '#projections/instructions/index.ts';
import {
  exposuresNow,
  holdingNow,
  linesOfParcels,
  NO_CUSTOMER,
  availabilityChanges,
} from '#projections/parcels/index.ts';
import { lastFeeds } from '#projections/vendors/index.ts';
import type { AttributeWords } from '#services/attributes/index.ts';
import { askedTogether } from '#services/platform/asked-together.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import { versionWord } from '#services/platform/hash.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import type { Clock } from '#services/platform/clock.ts';
import { inOneStatement, type Db } from '#services/platform/database/index.ts';
import { PRICE_LISTS_SUBJECT, priceListOn, rapPerCarat } from '#services/prices/index.ts';
import type { DetailsReaders } from './stone-details.ts';
import type { LineFacts, ShownTo } from './stone-lists.ts';
import type { AvailableNamesReaders } from './available-names.ts';
import type { StonesContext } from './stones-context.ts';

const PRICE_LIST_KEPT_MS = 10_000;

export type StoneReadersDeps = {
  db: Db;
  bus: Bus;
  clock: Clock;
  /** The house's time zone. */
  zone: string;
  today(): HouseDay;
  words: AttributeWords;
  /** The read models that the lists are made from. */
  readModels: readonly string[];
  /** A customer as its lists show it. */
  shownTo(record: CustomerRecord): ShownTo;
};

/** Asked for by itself too: `LineFacts` has it. */
export type StaleVendors = { staleVendors(): Promise<LineFacts['staleVendors']> };

/** What stones are listed and shown with, but for the customers' part. Made once for a process. */
export function stoneReaders({
  db,
  bus,
  clock,
  zone,
  today,
  words,
  readModels,
  shownTo,
}: StoneReadersDeps): Omit<DetailsReaders, 'customer' | 'customerNames'> &
  StaleVendors &
  AvailableNamesReaders {
  const priceList = recentAnswers(clock, PRICE_LIST_KEPT_MS, async (day: HouseDay) => {
    const list = await priceListOn(db, day);
    const version = list ? versionWord(JSON.stringify(list.rows)) : 'none';
    return { version, rapOf: (stone: Parameters<typeof rapPerCarat>[1]) => list && rapPerCarat(list, stone) };
  });
  bus.subscribe(PRICE_LISTS_SUBJECT, priceList.forgetAll, priceList.forgetAll);
  const vendorsOf = (feeds: readonly { vendorId: number; at: Instant }[]): LineFacts['staleVendors'] =>
    new Set(feeds.filter(({ at }) => isOldFeed(at, today(), zone)).map(({ vendorId }) => vendorId));
  return {
    db,
    zone,
    today,
    async lineFacts(customerId, line) {
      const { customers, cart, feeds, marks } = await inOneStatement(db, {
        customers: storedCustomer(db, customerId ?? NO_CUSTOMER),
        cart: itemsInCart(db, customerId ?? NO_CUSTOMER, line),
        feeds: lastFeeds(db),
        marks: db.selectNoFrom(markNow(readModels).as('mark')),
      });
      if (customerId !== null && !customers[0])
        throw new Error(`customer ${customerId} is not in the read model`);
      return {
        customer: customers[0] ? shownTo(customers[0].record) : null,
        cart: cart.map(({ parcelName }) => parcelName),
        staleVendors: vendorsOf(feeds),
        mark: marks[0]?.mark ?? '',
      };
    },
    holding: async (customerId) => (await holdingNow(db, customerId)).currentlyHolding,
    lineOf: async (parcelName) => (await linesOfParcels(db, [parcelName])).get(parcelName),
    staleVendors: async () => vendorsOf(await lastFeeds(db).execute()),
    priceList: () => priceList.get(today()),
    words: words.now,
    async availabilityAfter(position, limit) {
      const { marks, changes } = await inOneStatement(db, {
        marks: db.selectNoFrom(markNow(readModels).as('mark')),
        changes: availabilityChanges(db, LINES, position, limit),
      });
      return { mark: marks[0]?.mark ?? '', changes };
    },
  };
}

/** What the commands on stones ask of the read models. */
export function instructionReaders(
  db: Db,
  reached: (readModels: readonly string[], position: bigint) => Promise<boolean>,
): Pick<StonesContext, 'exposureAt' | 'findInstruction'> {
  const exposureNow = askedTogether((ids: readonly number[]) => exposuresNow(db, ids));
  return {
    exposureAt: async (customerId, position) =>
      (await reached(['parcels'], position)) ? ((await exposureNow(customerId)) ?? 0) : null,
    async findInstruction(instructionId) {
      const known = await instructionById(db, instructionId);
      if (!known?.finished || known.reached === null) return undefined;
      const { position: _, ...finished } = known.finished;
      return { ...finished, bodyHash: known.bodyHash ?? undefined, reached: known.reached };
    },
  };
}

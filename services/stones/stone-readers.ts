import { createHash } from 'node:crypto';
import { daysBetween, houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { cartItems } from '#projections/carts/index.ts';
import type { Positions } from '#projections/engine/index.ts';
import { instructionById } from '#projections/instructions/index.ts';
import { holdingNow, linesOfParcels } from '#projections/parcels/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import type { AttributeWords } from '#services/attributes/index.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { priceListOn, rapPerCarat } from '#services/prices/index.ts';
import type { DetailsReaders } from './stone-details.ts';
import type { StonesContext } from './stones-context.ts';

/** A vendor's stones are tentative when its feed is older than this (rule: Tentative availability). */
const FEED_IS_FRESH_DAYS = 7;
const PRICE_LIST_KEPT_MS = 10_000;

export type StoneReadersDeps = {
  db: Db;
  clock: Clock;
  /** The house's time zone. */
  zone: string;
  today(): HouseDay;
  positions: Pick<Positions, 'markOf'>;
  words: AttributeWords;
  /** The read models that the lists are made from. */
  readModels: readonly string[];
};

/** What stones are listed and shown with, but for the customers' part. Made once for a process. */
export function stoneReaders({
  db,
  clock,
  zone,
  today,
  positions,
  words,
  readModels,
}: StoneReadersDeps): Omit<DetailsReaders, 'customer' | 'customerNames'> {
  const priceList = recentAnswers(clock, PRICE_LIST_KEPT_MS, async () => {
    const list = await priceListOn(db, today());
    const version = list ? createHash('sha1').update(JSON.stringify(list.rows)).digest('base64url') : 'none';
    return { version, rapOf: (stone: Parameters<typeof rapPerCarat>[1]) => list && rapPerCarat(list, stone) };
  });
  return {
    db,
    zone,
    today,
    cart: async (customerId, line) => (await cartItems(db, customerId, line)).map((item) => item.parcelName),
    holding: async (customerId) => (await holdingNow(db, customerId)).currentlyHolding,
    lineOf: async (parcelName) => (await linesOfParcels(db, [parcelName])).get(parcelName),
    async staleVendors() {
      const now = today();
      const vendors = await allVendors(db);
      const stale = vendors.filter(
        ({ lastFeed }) => lastFeed && daysBetween(houseDayOf(lastFeed.at, zone), now) > FEED_IS_FRESH_DAYS,
      );
      return new Set(stale.map((vendor) => vendor.vendorId));
    },
    priceList: () => priceList.get('now'),
    words: words.now,
    mark: () => positions.markOf(readModels),
  };
}

/** What the commands on stones ask of the read models. */
export function instructionReaders(
  db: Db,
  reached: (readModels: readonly string[], position: bigint) => Promise<boolean>,
): Pick<StonesContext, 'exposureAt' | 'findInstruction'> {
  return {
    exposureAt: async (customerId, position) =>
      (await reached(['parcels'], position)) ? (await holdingNow(db, customerId)).exposure : null,
    async findInstruction(instructionId) {
      const known = await instructionById(db, instructionId);
      if (!known?.finished || known.reached === null) return undefined;
      const { position: _, ...finished } = known.finished;
      return { ...finished, bodyHash: known.bodyHash ?? undefined, reached: known.reached };
    },
  };
}

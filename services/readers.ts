import { createHash } from 'node:crypto';
import type { Customer } from '#contracts/api/customers.ts';
import { parcelStreams, type CustomerAccess } from '#contracts/events/index.ts';
import { daysBetween, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { cartItems } from '#projections/carts/index.ts';
import { customerById, customerNamesOf, customerTermsOf } from '#projections/customers/index.ts';
import { parkedStreams, type Positions } from '#projections/engine/index.ts';
import { instructionById } from '#projections/instructions/index.ts';
import { firstAction, holdingNow } from '#projections/parcels/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import type { AttributeWords } from './attributes/index.ts';
import { customerWire } from './customers/index.ts';
import { parcelAudience } from './live-changes/index.ts';
import { briefly } from './platform/briefly.ts';
import { isPartOf, type Parked } from './parked-answers.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/database/index.ts';
import type { EventStore } from './platform/event-store/index.ts';
import type { Caller } from './platform/http/index.ts';
import { Refusal } from './platform/refusal.ts';
import { newestPriceList, rapPerCarat } from './prices/index.ts';
import type { DetailsReaders, StoneRoutesDeps, StonesContext } from './stones/index.ts';

/** The read models that the calls are answered from: a read is as new as the oldest of them. */
export const READ_MODELS = [
  'parcels',
  'customers',
  'instructions',
  'carts',
  'desires',
  'vendors',
  'bills',
  'jewellery_models',
  'jewellery_pieces',
  'model_orders',
] as const;

/** A vendor's stones are tentative when its feed is older than this (rule: Tentative availability). */
const FEED_IS_FRESH_DAYS = 7;
const PRICE_LIST_KEPT_MS = 10_000;
const PARKED_KEPT_MS = 1000;

export type ReadersDeps = {
  db: Db;
  events: Pick<EventStore, 'headPosition'>;
  clock: Clock;
  zone: string;
  positions: Positions;
  words: AttributeWords;
  /** A read waits this long, in milliseconds, to be as new as was asked (rule: Read your own writes). */
  freshWithinMs: number;
};

type Readers = Pick<StonesContext, 'exposureAt' | 'findInstruction'> &
  Pick<StoneRoutesDeps, 'freshness' | 'judgedOnTheNewest'> &
  Omit<DetailsReaders, 'db' | 'zone' | 'lineOf'> & {
    customerAccess(customerId: number): Promise<CustomerAccess | null>;
    customerFor(
      caller: Caller,
      atLeast: bigint | null,
    ): Promise<{ customer: Customer | null; position: bigint; stale: boolean }>;
  };

/** What the capabilities ask of the read models, made once for a process. */
export function createReaders(deps: ReadersDeps): Readers {
  const { db, events, clock, zone, positions, words, freshWithinMs } = deps;
  const today = () => houseDayOf(clock().toISOString(), zone);
  const parked = briefly(clock, PARKED_KEPT_MS, async (): Promise<Parked[]> => {
    const streams = new Set((await parkedStreams(db, READ_MODELS)).map(({ stream }) => stream));
    const named = (stream: string) => (parcelStreams.includes(stream) ? parcelStreams.keyOf(stream) : null);
    const known = new Map(
      (
        await parcelAudience(
          db,
          [...streams].flatMap((stream) => named(stream) ?? []),
        )
      ).map((parcel) => [parcel.parcelName, parcel]),
    );
    return [...streams].map((stream) => ({ stream, parcel: known.get(named(stream) ?? '') }));
  });
  const priceList = briefly(clock, PRICE_LIST_KEPT_MS, async () => {
    const list = await newestPriceList(db);
    const version = list ? createHash('sha1').update(JSON.stringify(list.rows)).digest('base64url') : 'none';
    return { version, rapOf: (stone: Parameters<typeof rapPerCarat>[1]) => list && rapPerCarat(list, stone) };
  });

  const record = async (customerId: number) => {
    const customer = await customerById(db, customerId);
    if (!customer) throw new Error(`customer ${customerId} is not in the read model`);
    return customer;
  };

  const freshness: Readers['freshness'] = async (atLeast, madeOf) => {
    const inTime = atLeast === null || (await positions.waitForPosition(READ_MODELS, atLeast, freshWithinMs));
    const [{ position, state }, all] = await Promise.all([positions.stateOf(READ_MODELS), parked.get('all')]);
    return { position, state, stale: !inTime || all.some((one) => isPartOf(one, madeOf)) };
  };

  const caughtUp = async (readModels: readonly string[]): Promise<boolean> =>
    positions.waitForPosition(readModels, await events.headPosition(), freshWithinMs);
  const accessOf = async (customerId: number) => (await customerById(db, customerId))?.access ?? null;

  return {
    async judgedOnTheNewest(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await caughtUp(READ_MODELS);
        return work();
      }
    },
    async exposureAt(customerId, position) {
      const reached = await positions.waitForPosition(['parcels'], position, freshWithinMs);
      return reached ? (await holdingNow(db, customerId)).exposure : null;
    },
    async findInstruction(instructionId) {
      const known = await instructionById(db, instructionId);
      if (!known?.finished || known.reached === null) return undefined;
      const { position: _, ...finished } = known.finished;
      return { ...finished, bodyHash: known.bodyHash ?? undefined, reached: known.reached };
    },
    freshness,
    async customer(customerId) {
      const customer = await record(customerId);
      const discount = customerTermsOf(customer, today(), zone)?.giaRoundDiscountPpm ?? 0;
      return {
        access: customer.access,
        price: { giaRoundDiscountPpm: discount, retailMarkups: customer.retailMarkups },
      };
    },
    async customerAccess(customerId) {
      const known = await accessOf(customerId);
      // One who was registered a moment ago is in the log already.
      return known ?? ((await caughtUp(['customers'])) ? accessOf(customerId) : null);
    },
    customerNames: (ids) => customerNamesOf(db, ids),
    async customerFor({ customerId, showPrices, administrator }, atLeast) {
      const { position, stale } = await freshness(atLeast, { customerId });
      if (customerId === null) return { customer: null, position, stale };
      const [known, holding, first] = await Promise.all([
        record(customerId),
        holdingNow(db, customerId),
        firstAction(db, customerId),
      ]);
      const sight = { values: showPrices === 'WHOLESALE', terms: administrator };
      const customer = customerWire(
        known,
        { currentlyHolding: holding.currentlyHolding, firstAction: first },
        sight,
        today(),
        zone,
      );
      return { customer, position, stale };
    },
    cart: async (customerId, line) => (await cartItems(db, customerId, line)).map((item) => item.parcelName),
    holding: async (customerId) => (await holdingNow(db, customerId)).currentlyHolding,
    async staleVendors() {
      const now = today();
      const vendors = await allVendors(db);
      const stale = vendors.filter(
        ({ lastFeed }) => lastFeed && daysBetween(houseDayOf(lastFeed.at, zone), now) > FEED_IS_FRESH_DAYS,
      );
      return new Set(stale.map((vendor) => vendor.vendorId));
    },
    today,
    priceList: () => priceList.get('newest'),
    words: words.now,
    mark: () => positions.markOf(READ_MODELS),
  };
}

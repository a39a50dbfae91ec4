import { binsBodySchema } from '#contracts/reassortment/bin-spec.ts';
import { stockBodySchema } from '#contracts/reassortment/customer-stone.ts';
import { stoneStream } from '#contracts/events/index.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { HouseDay, Instant } from '#contracts/vocabulary/house-time.ts';
import { customerById, customerTermsOf } from '#projections/customers/index.ts';
import { createPositions, parkedStreams } from '#projections/engine/index.ts';
import {
  holdingNow,
  memosRecordedAfter,
  parcelsOfCustomer,
  requestableWithin,
} from '#projections/parcels/index.ts';
import { refuseWhileParked } from '#services/billing/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { unknownCustomer } from '#services/platform/refusal.ts';
import { readBody } from '../bodies.ts';
import type { ReassortmentContext } from '../handlers.ts';
import { additionsOf, reachOf } from './additions.ts';
import type { PlanTask } from './plan-task.ts';
import { unitsOf } from './units.ts';

export type GatheringContext = ReassortmentContext & {
  /** The house's day now. */
  today(): HouseDay;
  /** Vendors whose stones are tentative (rule: Tentative availability). */
  staleVendors(): Promise<ReadonlySet<number>>;
};

/** The read models that a plan is made from. */
export const PLANNING_MODELS = ['parcels', 'customers', 'vendors'] as const;

/** What a plan needs of a template. */
export type PlannedOf = {
  templateString: string;
  binsHash: string;
  stockHash: string;
  /** Since when the stock's file is known. */
  fileAt: Instant;
  locked: readonly string[];
};

/** The inputs of a plan, and the log position at which the house's stones were read. */
export type Gathered = { task: PlanTask; position: bigint };

/**
 * Gathers a plan's inputs as they are now, all from one state of the database (rule: Plan inputs). Throws a Refusal
 * (422) for an unknown customer, (402) while a stream of the customer's is parked, FilesUnavailable, Error for a body
 * that is missing.
 */
export async function gatherInputs(
  context: GatheringContext,
  customerId: number,
  { stores }: Pick<Reassortment, 'stores'>,
  { templateString, binsHash, stockHash, fileAt, locked }: PlannedOf,
): Promise<Gathered> {
  const { db, events, files, zone } = context;
  const [{ bins }, { stones }, staleVendors, logId] = await Promise.all([
    readBody(files, binsHash, binsBodySchema),
    readBody(files, stockHash, stockBodySchema),
    context.staleVendors(),
    logIdOf(events),
  ]);
  const { shapes, lightest, heaviest } = reachOf(bins);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const position = await createPositions(tx, logId).positionOf(PLANNING_MODELS);
      const customer = await customerById(tx, customerId);
      if (!customer) throw unknownCustomer(customerId, 422);
      const terms = customerTermsOf(customer, context.today(), zone);
      const parcels = await parcelsOfCustomer(tx, customerId, 'natural');
      await refuseWhileParked(
        { db: tx, events },
        {
          what: 'plan',
          models: PLANNING_MODELS,
          customerId,
          parcelNames: parcels.filter(({ end }) => end === null).map(({ parcelName }) => parcelName),
        },
      );
      const newer = await memosRecordedAfter(tx, customerId, fileAt);
      const { exposure } = await holdingNow(tx, customerId);
      const rows = await requestableWithin(tx, shapes, lightest, heaviest);
      const parked = new Set((await parkedStreams(tx, ['parcels'])).map(({ stream }) => stream));
      // What has become of a parked one is not known: perhaps it is another customer's by now.
      const offered = rows.filter(({ parcelName }) => !parked.has(stoneStream(parcelName)));
      const additions = additionsOf(offered, {
        access: customer.access,
        giaRoundDiscountPpm: terms?.giaRoundDiscountPpm ?? 0,
        staleVendors,
      });
      const task: PlanTask = {
        input: { templateString, bins, units: unitsOf(stones, parcels, locked, newer), additions },
        limit: { exposureCents: exposure, maximumCents: terms?.maxInventoryCents ?? 0 },
        storeNames: stores.map(({ storeId, storeName }) => [storeId, storeName]),
      };
      return { task, position };
    });
}

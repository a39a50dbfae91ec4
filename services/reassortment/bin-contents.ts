import { binsBodySchema, type IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { stockBodySchema } from '#contracts/reassortment/customer-stone.ts';
import { HOUSE_CUSTOMER, type IdealTemplate } from '#contracts/reassortment/reassortment.ts';
import { billingRecords } from '#projections/billing/index.ts';
import { parcelsOfCustomer, requestableWithin } from '#projections/parcels/index.ts';
import { houseToday } from '#services/platform/clock.ts';
import { binHistory, livesOf, type BinYear } from './bin-history.ts';
import { readBody } from './bodies.ts';
import type { ReassortmentContext } from './handlers.ts';
import { reachOf } from './inputs/additions.ts';
import { gradedOf, unitsOf } from './inputs/units.ts';
import { binsThatHold } from './plan/bins-that-hold.ts';
import type { Unit } from './plan/plan-input.ts';

type Filled = { bin: IdealBin; units: Unit[] };
/**
 * A bin with its pieces, those of them that are held from the house, and its history by year. The house's bins have no
 * history, and null for what is held: its stock is its own.
 */
export type FilledBin = Filled & { held: Unit[] | null; history: BinYear[] };

/**
 * The bins of an ideal with the pieces of the current stock in each: a customer's own of the bin's store, the house's of
 * its live inventory (rule: House stock). Throws FilesUnavailable.
 */
export async function filledBins(
  context: ReassortmentContext,
  customerId: number,
  template: IdealTemplate,
): Promise<FilledBin[]> {
  const { bins } = await readBody(context.files, template.binsHash, binsBodySchema);
  if (customerId === HOUSE_CUSTOMER)
    return fill(bins, await houseUnits(context, bins)).map((bin) => ({
      ...bin,
      held: null,
      history: [],
    }));
  const { db, files, zone } = context;
  const { stock, locked } = template;
  const { stones } = stock ? await readBody(files, stock.stockHash, stockBodySchema) : { stones: [] };
  const [parcels, records] = await Promise.all([
    parcelsOfCustomer(db, customerId, 'natural'),
    billingRecords(db, [customerId]),
  ]);
  const lives = livesOf(customerId, {
    parcels: (records.parcels.get(customerId) ?? []).filter(({ line }) => line === 'natural'),
    stones,
    storeIds: [...new Set(bins.map(({ storeId }) => storeId))],
    zone,
  });
  const history = binHistory(bins, lives, houseToday(context));
  // Without a stock, nothing is known about its stores.
  return fill(bins, stock ? unitsOf(stones, parcels, locked) : []).map((bin, place) => ({
    ...bin,
    held: bin.units.filter(({ heldParcel, isRequested }) => heldParcel !== null && !isRequested),
    history: history[place]!,
  }));
}

/** All natural stones that are available, at the ideal's single store, at their list prices. */
async function houseUnits({ db }: ReassortmentContext, bins: readonly IdealBin[]): Promise<Unit[]> {
  const { storeId } = bins[0]!;
  const { shapes, lightest, heaviest } = reachOf(bins);
  const rows = await requestableWithin(db, shapes, lightest, heaviest);
  return rows.map(({ parcelName, attributes, totalCents }) => ({
    customerStoneId: parcelName,
    storeId,
    isRequested: false,
    isLocked: false,
    stone: gradedOf(attributes),
    certNo: attributes.certNo,
    priceCents: totalCents,
    heldParcel: parcelName,
  }));
}

/** Which pieces are in which bins, in the order of the bins; a piece in several bins counts in each. */
function fill(bins: readonly IdealBin[], units: readonly Unit[]): Filled[] {
  const filled = bins.map((bin): Filled => ({ bin, units: [] }));
  const binsOf = binsThatHold(bins);
  for (const unit of units) for (const place of binsOf(unit)) filled[place]!.units.push(unit);
  return filled;
}

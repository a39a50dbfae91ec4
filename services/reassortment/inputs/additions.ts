import type { CustomerAccess } from '#contracts/events/index.ts';
import { customerPrice } from '#contracts/lifecycle/index.ts';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { Ppm } from '#contracts/vocabulary/money.ts';
import type { RequestableRow } from '#projections/parcels/index.ts';
import type { Addition } from '../plan/plan-input.ts';
import { WEIGHT_WIDER } from '../plan/closeness.ts';
import { gradedOf } from './units.ts';

/** What decides whether a customer may request a stone now, and at what price. */
export type Requesting = {
  access: CustomerAccess;
  giaRoundDiscountPpm: Ppm;
  /** Vendors whose feed is too old (rule: Tentative availability). */
  staleVendors: ReadonlySet<number>;
};

/**
 * The additions among the natural line's available stones: those that this customer may request now, without the
 * Exceptional tier and the tentatively available (rule: Units and additions).
 */
export function additionsOf(
  rows: readonly RequestableRow[],
  { access, giaRoundDiscountPpm, staleVendors }: Requesting,
): Addition[] {
  return rows
    .filter(
      ({ fm, attributes, vendorAvailability, vendorId }) =>
        (!fm || access.fmAllowed) &&
        attributes.tier !== 'Exceptional' &&
        vendorAvailability === 'IN_STOCK' &&
        !staleVendors.has(vendorId),
    )
    .map(({ parcelName, attributes, totalCents }) => ({
      parcelName,
      stone: gradedOf(attributes),
      ...(attributes.certNo !== undefined && { certNo: attributes.certNo }),
      totalCents: customerPrice(totalCents, giaRoundDiscountPpm, 'natural', attributes),
    }));
}

/** The shapes (null: any) and weights outside of which no stone is close to a bin (rule: In Bin and Close to). */
export type Reach = { shapes: readonly string[] | null; lightest: number; heaviest: number };

const HEAVIEST = 2_147_483_647;

/** How far bins reach: a weight costs 30 times its part of the nearest edge, so that a third of that is too far. */
export function reachOf(bins: readonly IdealBin[]): Reach {
  const shapes = new Set<string>();
  let anyShape = false;
  let [lightest, heaviest] = [HEAVIEST, 0];
  for (const { spec } of bins) {
    if (spec.shape) for (const shape of spec.shape) shapes.add(shape);
    else anyShape = true;
    const { minimum, maximum } = spec.weight ?? { minimum: 0, maximum: HEAVIEST };
    lightest = Math.min(lightest, Math.floor((minimum * 2) / 3));
    heaviest = Math.min(HEAVIEST, Math.max(heaviest, maximum + WEIGHT_WIDER, Math.ceil((maximum * 4) / 3)));
  }
  return { shapes: anyShape ? null : [...shapes], lightest, heaviest };
}

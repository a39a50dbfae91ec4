import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { GradedStone } from './closeness.ts';

/** One piece that the customer has, or has requested (rule: Units and additions). */
export type Unit = {
  customerStoneId: string;
  /** Null for a stone of ours without a row: the file says of no store that it has it, so none ships it. */
  storeId: string | null;
  /** Counts as already at its bin: it is never shipped between stores. */
  isRequested: boolean;
  isLocked: boolean;
  stone: GradedStone;
  certNo?: string | undefined;
  priceCents: Cents | null;
  /** The parcel that the customer holds or has requested from us; null for a stone of its own. */
  heldParcel: string | null;
  /** The parcel is on its way back, so that it cannot be returned again. */
  isOnItsWayBack?: boolean | undefined;
};

/** Whether the unit would have to be shipped to lie in a bin of this store. */
export const isShippedTo = ({ storeId, isRequested }: Unit, binStoreId: string): boolean =>
  !isRequested && storeId !== null && storeId !== binStoreId;

/** An available stone that the customer may request. */
export type Addition = {
  parcelName: string;
  stone: GradedStone;
  certNo?: string | undefined;
  totalCents: Cents;
};

/** What the customer holds or has requested, and how much it may at most (rule: Over the limit); 0: unset. */
export type Limit = { exposureCents: Cents; maximumCents: Cents };

/** What decides a plan: the same in any order gives the same plan (rule: Plan inputs). */
export type PlanInput = {
  templateString: string;
  bins: readonly IdealBin[];
  units: readonly Unit[];
  additions: readonly Addition[];
};

/**
 * The objectives, strictly in this order (rule: Order of objectives). Locked stones can fill a bin above its maximum: no
 * more than they have to (rule: Locked stones).
 */
export const LEVELS = [
  'locked above maximum',
  'below minimum',
  'below target',
  'additions',
  'removals',
  'closeness',
  'shipments',
  'surplus',
  'price deviation',
] as const;
export type LevelName = (typeof LEVELS)[number] | 'names';

/** Where everything goes: a place in `bins` for each unit and each addition, -1 for removed, left where it is, or unused. */
export type Placement = {
  unitBins: Int32Array;
  additionBins: Int32Array;
  levels: { name: LevelName; optimum: number }[];
};

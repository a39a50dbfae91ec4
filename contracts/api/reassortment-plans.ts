import { z } from 'zod';

const binPrinted = z.string();
/** What a stone is graded. */
export const grades = {
  lab: z.string().optional(),
  certNo: z.string().optional(),
  /** Carats. */
  weight: z.number().optional(),
  colour: z.string().optional(),
  clarity: z.string().optional(),
  fluorescence: z.string().optional(),
  cut: z.string().optional(),
  polish: z.string().optional(),
  symmetry: z.string().optional(),
};

/** How a stone meets the bin that it goes to (rule: In Bin and Close to), and why it goes there. */
const match = {
  binSpec: binPrinted,
  /** 'In Bin'; else 'Close to'. */
  exactMatch: z.boolean(),
  /** Points, six decimals; 0 in the bin. */
  score: z.number(),
  reason: z.string(),
};

/** A stone of the customer that another store needs. Money in dollars. */
const shippedStone = z.object({
  customerStoneId: z.string(),
  ...grades,
  shape: z.string().optional(),
  price: z.number().optional(),
  ...match,
});

/** What one store sends to another (product: Reassortment entities). */
const shipment = z.object({
  fromStoreId: z.string(),
  toStoreId: z.string(),
  /** Of its stones, once a piece. */
  names: z.array(z.string()),
  stones: z.array(shippedStone),
});

const suggestedAddition = z.object({
  parcelName: z.string(),
  ...grades,
  shapeCode: z.string().optional(),
  /** The customer's price in dollars. */
  total: z.number(),
  overLimit: z.boolean(),
  ...match,
  storeId: z.string(),
  storeName: z.string(),
  /** The stone by itself, as one of a shipment is; plans of before have none. */
  stone: z
    .object({
      parcelName: z.string(),
      ...grades,
      shape: z.string().optional(),
      /** The customer's price in dollars. */
      total: z.number(),
    })
    .optional(),
});

/** Stones of a store that its bins have no place for; `binSpec` null where no bin is close to them. */
const suggestedRemoval = z.object({
  storeId: z.string().nullable(),
  storeName: z.string(),
  binSpec: binPrinted.nullable(),
  /** The store of that bin, where it is not the stones' own. */
  binStoreName: z.string().optional(),
  quantity: z.int(),
  names: z.array(z.string()),
  reason: z.string(),
  /** The parcels among them that are held from us and can be returned: not those on their way back. */
  parcelNames: z.array(z.string()),
});

/** Pieces, carats and dollars. */
export const contents = z.object({ quantity: z.int(), weight: z.number(), value: z.number() });

/** A bin as the plan finds it and as it leaves it. */
const plannedBin = z.object({
  storeId: z.string(),
  storeName: z.string(),
  binSpec: binPrinted,
  minQty: z.int(),
  targetQty: z.int(),
  maxQty: z.int(),
  targetValue: z.number().nullable(),
  /** The store's own stones in it; one in several bins counts in each. */
  before: contents,
  /** What the plan gives it. */
  after: contents,
  customerStoneIds: z.array(z.string()),
  parcelNames: z.array(z.string()),
});

/** A plan's answer but for its names and place in the log (rule: Plan answer). */
export const planBody = z.object({
  shipments: z.array(shipment),
  suggestedAdditions: z.array(suggestedAddition),
  suggestedRemovals: z.array(suggestedRemoval),
  bins: z.array(plannedBin),
  /** Each proven optimal: pieces, points of closeness, dollars of deviation in price (rule: Order of objectives). */
  levels: z.array(z.object({ name: z.string(), optimum: z.number() })),
});
export type PlanBody = z.infer<typeof planBody>;
export type ShippedStone = z.infer<typeof shippedStone>;
export type SuggestedAddition = z.infer<typeof suggestedAddition>;
export type SuggestedRemoval = z.infer<typeof suggestedRemoval>;
export type PlannedBin = z.infer<typeof plannedBin>;

/** What one plan does and another does not. */
const differing = <Item extends z.ZodType>(item: Item) =>
  z.object({ onlyFirst: z.array(item), onlySecond: z.array(item) });

const move = z.object({
  name: z.string(),
  fromStoreId: z.string(),
  toStoreId: z.string(),
  binSpec: binPrinted,
  pieces: z.int(),
});
const placed = z.object({ name: z.string(), storeId: z.string(), binSpec: binPrinted, pieces: z.int() });
const takenBack = z.object({ name: z.string(), storeId: z.string().nullable(), pieces: z.int() });

/** The difference of two plans of a template: what a change of a target, a maximum or a lock does. */
export const planDifference = z.object({
  shipments: differing(move),
  additions: differing(placed),
  removals: differing(takenBack),
  bins: z.array(
    z.object({
      storeId: z.string(),
      binSpec: binPrinted,
      /** Pieces after each of the two plans; null where it has no such bin. */
      first: z.int().nullable(),
      second: z.int().nullable(),
    }),
  ),
  levels: z.array(z.object({ name: z.string(), first: z.number(), second: z.number() })),
});
export type PlanDifference = z.infer<typeof planDifference>;
export type PlanMove = z.infer<typeof move>;
export type PlanAddition = z.infer<typeof placed>;
export type PlanRemoval = z.infer<typeof takenBack>;

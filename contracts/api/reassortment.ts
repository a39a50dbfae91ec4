import { z } from 'zod';
import { columnMapSchema, storeSchema, valueMapSchema } from '../events/reassortment-events.ts';
import { binSpecSchema } from '../reassortment/bin-spec.ts';
import { binChange } from './reassortment-jobs.ts';
import { contents, grades } from './reassortment-plans.ts';

const trimmed = (most: number) => z.string().trim().min(1).max(most);

/** A customer's stores, whole. */
export const storesBody = z
  .array(storeSchema.extend({ storeId: trimmed(64), storeName: trimmed(200) }))
  .max(1_000);
/** What each of the customer's column headings means here, whole. */
export const columnMapsBody = z.array(columnMapSchema.extend({ columnHeader: trimmed(200) })).max(1_000);
/** What the customer's values are called here, whole. */
export const valueMapsBody = z
  .array(valueMapSchema.extend({ inputValue: trimmed(200), outputValue: trimmed(200) }))
  .max(5_000);

export const templateRequest = z.object({ templateId: trimmed(64) });
export const clearTemplateRequest = templateRequest.extend({
  /** The template's `version` as it was shown: 409 when its bins were edited or it was planned since. Left out, nothing is compared. */
  seen: trimmed(100).optional(),
});

/** An ideal inventory under its nickname (product: Reassortment entities). */
export const binTemplate = z.object({
  id: z.string(),
  active: z.boolean(),
  customerId: z.int(),
  idealInventoryName: z.string(),
  templateString: z.string(),
  bins: z.int(),
  loadedAt: z.string(),
  /** The stock that a plan is made of; null before it is uploaded. */
  stock: z
    .object({
      /** Of the file: the same however often its rows are corrected. */
      fileHash: z.string(),
      uploadedAt: z.string(),
      rows: z.int(),
      unreadable: z.int(),
    })
    .nullable(),
  /** Stones that stay in their stores. */
  locked: z.array(z.string()),
  /** Another once its bins are edited or a plan of it is made. */
  version: z.string(),
});
export type BinTemplate = z.infer<typeof binTemplate>;

/** A bin's buckets; weights in carats. */
const wireSpec = binSpecSchema.extend({
  weight: z.object({ minimum: z.number().nonnegative(), maximum: z.number().nonnegative() }).optional(),
});

/** A stone in a bin: of the customer, or of the house's live inventory. Money in dollars. */
const binStone = z.object({
  /** The customer's own name of it; of the house's the parcel's. */
  customerStoneId: z.string(),
  /** The parcel that is held from us; null for a stone of the customer's own. */
  parcelName: z.string().nullable(),
  ...grades,
  shape: z.string().optional(),
  price: z.number().optional(),
});

/** A bin of an ideal inventory. Money in dollars. */
export const binReply = z.object({
  storeId: z.string(),
  storeName: z.string(),
  /** As the template prints it. */
  binSpec: z.string(),
  buckets: wireSpec,
  minQty: z.int(),
  maxQty: z.int(),
  targetQty: z.int(),
  targetValue: z.number().nullable(),
  /** Its content now; a stone in several bins counts in each (rule: House stock). */
  current: contents,
  /** What of it is held from us; left out of the house's own bins. */
  deployed: contents.optional(),
  /** What came and went in each calendar year from 2019; of the house's bins none (rule: History of bins). */
  history: z.array(
    z.object({
      dateRange: z.object({ minimum: z.string() }),
      qtyAverage: z.number(),
      qtyNew: z.int(),
      qtySold: z.int(),
      qtyReturned: z.int(),
    }),
  ),
  stones: z.array(binStone),
});
export type BinStone = z.infer<typeof binStone>;

const targetValue = z.number().nonnegative().nullable().optional();

/** Other quantities of bins. Money in dollars. */
export const binsEdit = z.object({
  bins: z
    .array(
      binChange.extend({
        targetValue,
        /** The quantities as they were shown: 409 when one is another by now. Left out, nothing is compared. */
        seen: binChange.omit({ storeId: true, binSpec: true }).extend({ targetValue }).optional(),
      }),
    )
    .min(1)
    .max(20_000),
});
/** Stones of the current stock to be locked in their stores, or freed (rule: Locked stones). */
export const locksRequest = z.object({
  customerStoneIds: z.array(trimmed(64)).min(1).max(20_000),
  locked: z.boolean(),
});
export type BinReply = z.infer<typeof binReply>;

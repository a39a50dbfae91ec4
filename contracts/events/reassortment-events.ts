import { z } from 'zod';
import { customerStonePropertySchema } from '../reassortment/customer-stone.ts';
import { instantSchema, positionSchema } from '../vocabulary/schemas.ts';

const name = z.string().min(1).max(200);
const id = z.string().min(1).max(64);
/** Of a body in the file store, by its SHA-256. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const at = { effectiveAt: instantSchema };

/** The names of a customer's stores, and how its words become the house's (product: Reassortment entities). */
export const storeSchema = z.object({ storeId: id, storeName: name });
export const columnMapSchema = z.object({
  columnHeader: name,
  customerStoneProperty: customerStonePropertySchema,
});
export const valueMapSchema = z.object({
  customerStoneProperty: customerStonePropertySchema,
  inputValue: name,
  outputValue: name,
});

/**
 * What happens to a customer's ideal inventory, its current stock and its plans, in `reassortment-{customerId}`. Large
 * bodies lie in the file store by their hash.
 */
export const reassortmentEvents = {
  StoresSet: z.object({ stores: z.array(storeSchema).max(1_000), ...at }),
  ColumnMapsSet: z.object({ columnMaps: z.array(columnMapSchema).max(1_000), ...at }),
  ValueMapsSet: z.object({ valueMaps: z.array(valueMapSchema).max(5_000), ...at }),
  ColumnMapsCleared: z.object(at),
  ValueMapsCleared: z.object(at),
  /** The former ideal of the same name becomes inactive. */
  IdealLoaded: z.object({
    templateId: id,
    idealInventoryName: name,
    templateString: name,
    /** Of the file that it was read from. */
    fileHash: hash,
    binsHash: hash,
    binCount: count,
    ...at,
  }),
  IdealEdited: z.object({
    templateId: id,
    binsHash: hash,
    binCount: count,
    /** How many of its bins have other quantities, and the target pieces of all; left out by events from before. */
    changedBins: count.optional(),
    pieces: count.optional(),
    ...at,
  }),
  /** Retires the template's bins and its plans. */
  BinsCleared: z.object({ templateId: id, ...at }),
  StockUploaded: z.object({
    templateId: id,
    stockId: id,
    fileHash: hash,
    stockHash: hash,
    rowCount: count,
    unreadableCount: count,
    ...at,
  }),
  /** Locked stones stay in their stores (rule: Locked stones). */
  StonesLocked: z.object({
    templateId: id,
    customerStoneIds: z.array(id).min(1).max(20_000),
    locked: z.boolean(),
    ...at,
  }),
  /** What the plan was made of, and the plan (rule: Plan inputs). */
  PlanMade: z.object({
    templateId: id,
    planId: id,
    /** The place in the log at which the house's stones were looked at. */
    position: positionSchema,
    binsHash: hash,
    stockHash: hash,
    locked: z.array(id),
    planHash: hash,
    ...at,
  }),
  /** Retires the template's plans. */
  ResultsCleared: z.object({ templateId: id, ...at }),
} as const;

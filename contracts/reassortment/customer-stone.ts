import { z } from 'zod';
import { houseDaySchema, centsSchema } from '../vocabulary/schemas.ts';

/** What a column of a customer's stock can be (product: Reassortment entities). */
export const CUSTOMER_STONE_PROPERTIES = [
  'customerStoneId',
  'lab',
  'certNo',
  'weight',
  'shape',
  'colour',
  'clarity',
  'fluorescence',
  'cut',
  'polish',
  'symmetry',
  'price',
  'retailPrice',
  'status',
  'soldDate',
  'storeId',
  'storeName',
  'quantity',
] as const;
export const customerStonePropertySchema = z.enum(CUSTOMER_STONE_PROPERTIES);
export type CustomerStoneProperty = z.infer<typeof customerStonePropertySchema>;

const listValue = z.string().min(1).optional();
/** What the cells of a row say, without blank ones. */
const rowValues = z.partialRecord(customerStonePropertySchema, z.string());
const cents = centsSchema.nonnegative().nullable();

/**
 * A row of a customer's stock that could be read: of every quantity and status, sold ones too, as the history counts
 * them. What of it is a unit of a plan is decided when the plan is made (rule: Units and additions).
 */
const customerStoneSchema = z.object({
  /** The line of its sheet, from 1. */
  row: z.int().positive(),
  customerStoneId: z.string().min(1).max(64),
  storeId: z.string().min(1).max(64),
  /** Values as the lists write them, shapes by code; absent where the file has none. Weight in thousandths of a carat. */
  stone: z.object({
    shape: listValue,
    weight: z.int().positive().optional(),
    colour: listValue,
    clarity: listValue,
    fluorescence: listValue,
    cut: listValue,
    polish: listValue,
    symmetry: listValue,
    lab: listValue,
  }),
  certNo: z.string().min(1).optional(),
  /** Of one piece. */
  priceCents: cents,
  retailPriceCents: cents,
  /** As the file writes it; null where it is blank. */
  status: z.string().min(1).nullable(),
  soldDate: houseDaySchema.nullable(),
  /** Pieces. */
  quantity: z.int().nonnegative(),
  /** By which the row is read again when it is corrected; absent in stocks from before they were kept. */
  values: rowValues.optional(),
});
export type CustomerStone = z.infer<typeof customerStoneSchema>;

/** A row that could not be read, with what its cells say and each reason. */
export const unreadableRowSchema = z.object({
  row: z.int().positive(),
  values: rowValues,
  problems: z.array(z.object({ property: customerStonePropertySchema, message: z.string().min(1) })).min(1),
});
export type UnreadableRow = z.infer<typeof unreadableRowSchema>;

/** The body that `StockUploaded` names by its hash. */
export const stockBodySchema = z.object({
  stones: z.array(customerStoneSchema),
  unreadable: z.array(unreadableRowSchema),
});
export type StockBody = z.infer<typeof stockBodySchema>;

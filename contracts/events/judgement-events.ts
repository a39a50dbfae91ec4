import { z } from 'zod';
import { instantSchema, tierSchema } from '../vocabulary/schemas.ts';
import { vendorSettingsSchema } from './vendor-events.ts';

/** Rows that one event has at most; the rest of a sheet goes into further events. */
export const MOST_JUDGED = 2_000;

const vendorStockId = z.string().min(1).max(64);

/** A person's word on a stone of a vendor's stock (product: Vendor accept/reject row). What is left out stays as it is. */
const stockJudgementSchema = z.object({
  /** The vendor's own number of the stone, without the vendor's prefix. */
  vendorStockId,
  status: z.enum(['ACCEPTED', 'REJECTED']).optional(),
  /** Null: the vendor's tier again. */
  overrideTier: tierSchema.nullable().optional(),
  comments: z.string().max(1_000).optional(),
});
export type StockJudgementGiven = z.infer<typeof stockJudgementSchema>;

/** In `judgements-{vendorId}`. */
export const judgementEvents = {
  StockJudged: z.object({
    vendorId: z.int().positive(),
    /** The vendor's, which makes the parcels' names of the stock numbers; left out by events from before it was kept. */
    dxPrefix: vendorSettingsSchema.shape.dxPrefix.optional(),
    judgements: z.array(stockJudgementSchema).min(1).max(MOST_JUDGED),
    effectiveAt: instantSchema,
  }),
  /** Stones read for the first time while the vendor's were not listed by themselves (rule: Accept and reject). */
  StockLeftUnlisted: z.object({
    vendorId: z.int().positive(),
    vendorStockIds: z.array(vendorStockId).min(1).max(MOST_JUDGED),
    effectiveAt: instantSchema,
  }),
  /** The feed that left these stones unlisted was taken back: they were not read yet (rule: Repeated feeds). */
  StockReadingTakenBack: z.object({
    vendorId: z.int().positive(),
    vendorStockIds: z.array(vendorStockId).min(1).max(MOST_JUDGED),
    effectiveAt: instantSchema,
  }),
} as const;

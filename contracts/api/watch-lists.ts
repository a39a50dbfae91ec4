import { z } from 'zod';
import { inboxFields } from './inboxes.ts';
import { lineSchema, statusSchema } from '../vocabulary/schemas.ts';

/**
 * A row of GET /api/ageing: an Exceptional stone on memo and when it is due back (rule: Exceptional tier);
 * for staff.
 */
export const ageingResource = z.object({
  id: z.string(),
  parcelName: z.string(),
  line: lineSchema,
  customerId: z.number(),
  customerName: z.string().nullable(),
  status: statusSchema,
  lab: z.string().nullable(),
  certNo: z.string().nullable(),
  /** Carats. */
  weight: z.number(),
  shapeCode: z.string().nullable(),
  colour: z.string().nullable(),
  clarity: z.string().nullable(),
  /** House days. */
  memoDate: z.string(),
  dueDate: z.string(),
  /** Whole days until it is due; negative when it is overdue. */
  daysLeft: z.number(),
  overdue: z.boolean(),
  /** It is due on one of the next 7 days, today among them. */
  dueSoon: z.boolean(),
});
export type AgeingResource = z.infer<typeof ageingResource>;

/**
 * A row of GET /api/anomalies: what should not have happened, or should have by now (rule: Anomalies); for
 * administrators.
 */
export const anomalyResource = inboxFields.extend({
  id: z.string(),
  parcelName: z.string(),
  line: lineSchema.nullable(),
  customerId: z.number(),
  customerName: z.string().nullable(),
  /** The entry that it is about, what it was, and its date: an instant, or a document's bare day. */
  eventId: z.string(),
  type: z.string().nullable(),
  date: z.string().nullable(),
  reason: z.string(),
  /** The house day on which it was learnt, or on which what is missing became overdue. */
  since: z.string().nullable(),
  /** Something is missing, and may still come; false for what was recorded and does not fit. */
  overdue: z.boolean(),
});
export type AnomalyResource = z.infer<typeof anomalyResource>;

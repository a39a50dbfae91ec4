import { z } from 'zod';
import { houseDaySchema, instantSchema } from '../vocabulary/schemas.ts';

/** Which report is asked for (product: Report calls); what is left out is of now. */
export const reportQuery = z.object({
  includeCost: z.enum(['true', 'false']).optional(),
  effectiveAt: z.string().max(40).optional(),
  knownAt: z.string().max(40).optional(),
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
});
export type ReportQuery = z.infer<typeof reportQuery>;

/** A report that a person asked for, while it is made and as long as it is kept. */
export const reportRun = z.object({
  id: z.string(),
  state: z.enum(['WAITING', 'READING', 'WRITING', 'DONE', 'FAILED']),
  withCost: z.boolean(),
  requestedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** Of the step under way: parcels read, rows written. */
  done: z.int(),
  total: z.int().nullable(),
  /** The cut, and the days of the movements. */
  position: z.string(),
  day: houseDaySchema,
  from: houseDaySchema,
  to: houseDaySchema,
  fileName: z.string(),
  /** Bytes. */
  size: z.int().nullable(),
  /** The file is taken away then. */
  keptUntil: instantSchema.nullable(),
  failure: z.string().nullable(),
});
export type ReportRunReply = z.infer<typeof reportRun>;

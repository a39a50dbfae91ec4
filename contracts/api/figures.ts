import { z } from 'zod';
import {
  houseDaySchema,
  instantSchema,
  lineSchema,
  monthSchema,
  historyTypeSchema,
} from '../vocabulary/schemas.ts';
import { MAX_INTEGER } from '../vocabulary/row-numbers.ts';

/** Of whom, as of the end of which day, and as known when (rule: Figures on screen); what is left out is of now. */
const asked = {
  customerId: z.coerce.number('customerId must be a number').int().positive().max(MAX_INTEGER).optional(),
  effectiveAt: z.string().max(40).optional(),
  knownAt: z.string().max(40).optional(),
};
export const figuresQuery = z.object(asked);
export type FiguresQuery = z.infer<typeof figuresQuery>;

/** Stones, and dollars at the prices frozen with them. */
const amount = z.object({ count: z.int(), total: z.number() });

/** What both axes came to. */
const shownCut = {
  day: houseDaySchema,
  /** The log position known, and when the last event up to there was recorded. */
  position: z.string(),
  recordedAt: instantSchema,
};

export const figuresReply = z.object({
  ...shownCut,
  /** How many customers the figures are of. */
  customers: z.int(),
  /** At the ends of days a week apart, the last one the day itself; limits in dollars, 0 where none is set. */
  holding: z.array(
    z.object({
      day: houseDaySchema,
      holding: amount,
      exposure: amount,
      feeBase: z.number(),
      minimum: z.number(),
      maximum: z.number(),
    }),
  ),
  /** Weeks of seven days, the last one ending with the day. */
  movements: z.array(
    z.object({
      from: houseDaySchema,
      to: houseDaySchema,
      of: z.record(historyTypeSchema, amount),
    }),
  ),
  /** What is on memo or on its way back, by days out; `to` null where there is no upper end. */
  ageing: z.array(z.object({ from: z.int(), to: z.int().nullable(), ...amount.shape })),
  /** Of the stones whose memo ended in the last 12 months. */
  sellThrough: z.array(
    z.object({
      line: lineSchema,
      shape: z.string(),
      band: z.string(),
      ended: z.int(),
      sold: z.int(),
      /** On average; null where none was sold. */
      daysToSale: z.number().nullable(),
    }),
  ),
  /** Of the bills issued, in dollars; `margin` for administrators. */
  months: z.array(
    z.object({
      month: monthSchema,
      fees: z.number(),
      rebates: z.number(),
      other: z.number(),
      total: z.number(),
      /** The house's part, of what was billed and invoiced. */
      margin: z.object({ house: z.number(), of: z.number() }).optional(),
    }),
  ),
});
export type Figures = z.infer<typeof figuresReply>;

/** Which figure is opened to its stones. */
export const figureStonesQuery = z.object({
  ...asked,
  of: z.enum(['HELD', 'MOVED', 'ENDED', 'BILLED']),
  /** HELD: days out, both inclusive; with them what is requested is left out. */
  minAge: z.coerce.number().int().min(0).optional(),
  maxAge: z.coerce.number().int().min(0).optional(),
  /** MOVED: days, both inclusive, and what happened. */
  from: houseDaySchema.optional(),
  to: houseDaySchema.optional(),
  type: historyTypeSchema.optional(),
  /** ENDED. */
  line: lineSchema.optional(),
  shape: z.string().max(40).optional(),
  band: z.string().max(40).optional(),
  /** BILLED. */
  month: monthSchema.optional(),
});
export type FigureStonesQuery = z.infer<typeof figureStonesQuery>;

export const figureStonesReply = z.object({
  ...shownCut,
  /** Of all of them; at most 500 are in `stones`. */
  count: z.int(),
  total: z.number(),
  house: z.number().optional(),
  stones: z.array(
    z.object({
      /** Null of a line of a bill that is of no single stone. */
      parcelName: z.string().nullable(),
      customerId: z.int(),
      customerName: z.string(),
      line: lineSchema.nullable(),
      /** A status, a kind of movement or of a bill's line, SOLD or NOT_SOLD, as the figure is. */
      what: z.string(),
      day: houseDaySchema,
      /** Days out, or to the sale. */
      days: z.int().nullable(),
      value: z.number(),
      /** The house's part of a bill's line, for administrators. */
      house: z.number().optional(),
    }),
  ),
});
export type FigureStones = z.infer<typeof figureStonesReply>;

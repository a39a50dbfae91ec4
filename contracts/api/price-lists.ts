import { z } from 'zod';
import { PRICE_QUESTIONS } from '../vocabulary/price-questions.ts';
import { instantSchema } from '../vocabulary/schemas.ts';

/** A row of GET /api/price-lists: one list that was loaded, also if removed or replaced since; for administrators. */
export const priceListResource = z.object({
  /** Its date; one that no longer exists has an id of its own. */
  id: z.string(),
  date: z.string(),
  /** FUTURE: it counts from its date on. REMOVED and REPLACED (by one of the same date): it no longer counts. */
  state: z.enum(['IN_FORCE', 'FUTURE', 'PAST', 'REMOVED', 'REPLACED']),
  prices: z.int(),
  fileName: z.string(),
  /** Empty and null: loaded before this was noted. */
  loadedBy: z.string(),
  loadedAt: z.string().nullable(),
  /** Who removed or replaced it, and when; null: it is there. Answers kept under keys from before this was noted have neither. */
  removedBy: z.string().nullable().default(null),
  removedAt: z.string().nullable().default(null),
});
export type PriceListResource = z.infer<typeof priceListResource>;

/** Prices of the list, stones in stock that they concern, and the list value of those in dollars. */
const concerned = z.object({ prices: z.int(), stones: z.int(), value: z.number() });

/** Something that a person has to agree to before the list is loaded (rule: Price list files). */
const priceQuestion = z.object({
  reason: z.enum(PRICE_QUESTIONS),
  count: z.int(),
  message: z.string(),
});
export type PriceQuestion = z.infer<typeof priceQuestion>;

/** POST /api/price-lists/check: what loading the file would change. */
export const priceListCheck = z.object({
  date: z.string(),
  prices: z.int(),
  /** The list that it follows, or replaces when it is of the same date; null: it is the first. */
  before: z.object({ date: z.string(), prices: z.int() }).nullable(),
  /** That list's date, and when it was loaded where that was noted; empty: there is none. Loading sends it back as `seen`. */
  comparedWith: z.string(),
  up: concerned,
  down: concerned,
  same: concerned,
  added: concerned,
  gone: concerned,
  /** The largest differences first, at most 200; dollars per carat, carats. */
  differences: z.array(
    z.object({
      table: z.enum(['round', 'pear']),
      from: z.number(),
      to: z.number(),
      colour: z.string(),
      clarity: z.string(),
      before: z.number().nullable(),
      after: z.number().nullable(),
      /** Percent; null when one of them is missing. */
      change: z.number().nullable(),
      stones: z.int(),
    }),
  ),
  questions: z.array(priceQuestion),
});
export type PriceListCheck = z.infer<typeof priceListCheck>;

/** The query of DELETE /api/price-lists/{date}. */
export const removePriceListQuery = z.object({
  /**
   * The `loadedAt` of the list that was seen, empty where it has none: 409 when another was loaded since. Absent, whatever
   * list of the date is there is removed.
   */
  loadedAt: z
    .union([z.literal(''), instantSchema], 'Send the loadedAt of the list as GET /api/price-lists has it.')
    .optional(),
});

/** The query of POST /api/price-lists: the file's name, and the questions answered with yes, with commas between. */
export const loadPriceListQuery = z.object({
  fileName: z.string().trim().max(200, 'Use at most 200 characters.').default(''),
  confirmed: z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.enum(PRICE_QUESTIONS))),
  /** The `comparedWith` of the check that was seen: 409 when it is another now. Absent, nothing is compared. */
  seen: z.string().max(60, 'Send the comparedWith of the check as it is.').optional(),
});

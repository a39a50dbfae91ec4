import { z } from 'zod';
import { GRADED_VALUES, GRADES } from './grades.ts';
import { isPlausibleYear, PLAUSIBLE_YEARS } from './house-time.ts';
import { LINES } from './lines.ts';
import { WRITTEN_MONTH } from './months.ts';
import { SHAPES } from './shapes.ts';
import { DOC_TYPES, INTENTS, STATUSES } from './statuses.ts';
import { TIERS } from './tiers.ts';

// The vocabulary as it is read from outside. Apart from the words, which pages without zod use too.

/** Whole cents. Inside the server every amount is an integer number of cents. */
export const centsSchema = z.int();
/** Parts per million: 10,000 ppm = 1 %. Inside the server every rate is an integer number of ppm. */
export const ppmSchema = z.int();

/** A place in the log ($all commit position), as its decimal string. */
export const positionSchema = z.string().regex(/^\d{1,20}$/, 'a log position is a whole number');
/** An instant: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instantSchema = z.iso.datetime({ precision: 3 });
/** A day of the house: YYYY-MM-DD. */
export const houseDaySchema = z.iso.date();
/** Business time: an instant, or for documents a bare day of the house (rule: House day). */
export const effectiveAtSchema = z.union([instantSchema, houseDaySchema]);
/**
 * Business time as callers write it: an instant also without milliseconds or with an offset. It becomes one in UTC with
 * them. Of plausible years only.
 */
export const givenEffectiveAtSchema = z
  .union([houseDaySchema, z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString())])
  .refine(isPlausibleYear, `Use ${PLAUSIBLE_YEARS}.`);
/** A time of the house's clock, from 00:00 to 23:59. */
export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time like 06:30.');
/** YYYY-MM, of the years 1900 to 2999. */
export const monthSchema = z.string().regex(WRITTEN_MONTH, 'month is written YYYY-MM, such as 2026-04');

export const lineSchema = z.enum(LINES);
export const tierSchema = z.enum(TIERS);
export const statusSchema = z.enum(STATUSES);
export const intentSchema = z.enum(INTENTS);
export const docTypeSchema = z.enum(DOC_TYPES);
export const historyTypeSchema = z.enum([...INTENTS, ...DOC_TYPES]);

const oneOf = (values: readonly string[], what: string) =>
  z
    .string()
    .refine((value) => values.includes(value), { error: `${what} must be one of ${values.join(', ')}` });

export const shapeCodeSchema = oneOf(
  SHAPES.map((row) => row.shapeCode),
  'shapeCode',
);
export const colourSchema = oneOf(GRADED_VALUES.colour, 'colour');
export const claritySchema = oneOf(GRADED_VALUES.clarity, 'clarity');
export const fluorescenceSchema = oneOf(GRADED_VALUES.fluorescence, 'fluorescence');
/** A grade of cut, polish or symmetry, as events have it. */
export const gradeSchema = oneOf([...new Set(GRADES.map((row) => row.grade))], 'grade');
export const cutSchema = oneOf(GRADED_VALUES.cut, 'cut');
export const polishSchema = oneOf(GRADED_VALUES.polish, 'polish');
export const symmetrySchema = oneOf(GRADED_VALUES.symmetry, 'symmetry');

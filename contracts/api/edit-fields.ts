// Fields of the back office's forms, as people fill them in: dollars and percent.
import { z } from 'zod';
import { centsOf } from '../vocabulary/money.ts';

/** A text of at most `most` characters, without spaces around it. */
export const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);
/** An e-mail address; each form says in its own words that one is too long, or that a text is not an address. */
export const mailAddress = (tooLong: string, noAddress: string) =>
  z.string().trim().max(200, tooLong).pipe(z.email(noAddress));
/** An e-mail address, or none. */
export const address = z
  .string()
  .trim()
  .max(200, 'Use at most 200 characters.')
  .refine((given) => given === '' || z.email().safeParse(given).success, 'Write it like name@example.com.');
export const flag = z.boolean('Answer yes or no.');
/** Dollars with at most two decimals. */
export const dollars = z
  .number('Enter an amount in dollars.')
  .nonnegative('Use 0 or more.')
  .max(1_000_000_000, 'Use at most 1,000,000,000.')
  .refine((given) => centsOf(given) !== null, 'Use at most two decimals.');
/** A percentage from 0 to 100 with at most four decimals: whole parts per million. */
export const percent = z
  .number('Enter a percentage.')
  .nonnegative('Use 0 or more.')
  .max(100, 'Use at most 100.')
  .refine(
    (given) => Math.abs(given * 10_000 - Math.round(given * 10_000)) < 1e-6,
    'Use at most four decimals.',
  );

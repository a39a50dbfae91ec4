import { readNumber } from '#contracts/vocabulary/typed-number.ts';

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 });

/** What is wrong with a typed text that is no number. */
export const NO_NUMBER =
  'Not a number: write 1.5 with a point. A comma only separates thousands, as in 1,500.';

/**
 * What stands beside a field of numbers while one types: how the text was understood where it could be read otherwise,
 * or that it was not (rule: Typed numbers). `read` takes off the units that the field allows. Null where nothing is to
 * say.
 */
export function understood(text: string, read = readNumber): string | null {
  if (text.trim() === '') return null;
  const value = read(text);
  if (value === undefined) return NO_NUMBER;
  return String(value) === text.trim() ? null : `Understood as ${plain.format(value)}.`;
}

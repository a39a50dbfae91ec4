import { randomInt } from 'node:crypto';

// Without characters that are easily confused when read from a mail: I l 1, O 0.
const LOWER = 'abcdefghijkmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SPECIAL = '!#%+=?@';
const LENGTH = 16;

/**
 * A random password of 16 characters that satisfies the rules (product: Change password), with about 90 bits.
 * @param below returns a random whole number from 0 up to, not including, its argument
 */
export function newPassword(below: (limit: number) => number = (limit) => randomInt(limit)): string {
  const draw = (signs: string): string => signs.charAt(below(signs.length));
  const all = LOWER + UPPER + DIGITS + SPECIAL;
  const signs = [LOWER, UPPER, DIGITS, SPECIAL].map(draw);
  while (signs.length < LENGTH) signs.push(draw(all));
  // Shuffled, so that a position does not reveal the kind of its character.
  for (let last = signs.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [signs[last], signs[other]] = [signs[other]!, signs[last]!];
  }
  return signs.join('');
}

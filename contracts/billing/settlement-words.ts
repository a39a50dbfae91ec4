import { formatPrice } from '../vocabulary/money.ts';
import type { Month } from '../vocabulary/months.ts';

/** An issued bill and what is known of its month since, in dollars. */
type Settled = {
  issued: number;
  now: number;
  stands: readonly { month: Month; amount: number }[];
  next: { month: Month; amount: number } | null;
  unaccounted: number;
};

/**
 * What has become of an issued bill, in a sentence: 'Issued $610.54, as known now $605.93, the difference −$4.61 stands on
 * bill 2026-11.' (rule: Closing and adjusting).
 * @param known the words for the cut, such as 'now'
 */
export function settlementWords({ issued, now, stands, next, unaccounted }: Settled, known = 'now'): string {
  const begun = `Issued ${formatPrice(issued)}, as known ${known} ${formatPrice(now)}`;
  const where = [
    ...stands.map(({ month, amount }) => ({ amount, words: `is on bill ${month}` })),
    ...(next ? [{ amount: next.amount, words: `will be on bill ${next.month}` }] : []),
    ...(unaccounted === 0 ? [] : [{ amount: unaccounted, words: 'is on no bill: report this' }]),
  ];
  const [only] = where;
  if (!only) return `${begun}: nothing has changed.`;
  const difference = `the difference ${formatPrice(dollarsBetween(issued, now))}`;
  if (where.length === 1 && only.amount === dollarsBetween(issued, now))
    return `${begun}, ${difference} ${only.words}.`;
  const parts = where.map(({ amount, words }) => `${formatPrice(amount)} ${words}`);
  return `${begun}, ${difference}: ${parts.join(', ')}.`;
}

/** Dollars and cents are no binary fractions: the difference is made whole cents again. */
const dollarsBetween = (from: number, to: number): number => Math.round((to - from) * 100) / 100;

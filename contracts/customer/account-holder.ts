import { houseDayOf, type EffectiveAt } from '../vocabulary/house-time.ts';
import type { AccountPeriod } from './customer-record.ts';

type Held = Pick<AccountPeriod, 'position' | 'since' | 'until'> & { readonly customerId: number };

/**
 * Whose an account was at a document's date (rule: Versions of a document); null when it had none. On the house day on
 * which it is moved a bare date is the new holder's. Before it was ever assigned it is its first holder's, between two
 * holders the former one's.
 * @param periods of that one account
 */
export function holderOfAccount(periods: readonly Held[], at: EffectiveAt, zone: string): number | null {
  const inOrder = [...periods].sort((a, b) => a.position - b.position);
  const isDay = at.length === 10;
  const begun = inOrder.filter(({ since }) => (isDay ? houseDayOf(since, zone) <= at : since <= at));
  const last = begun.at(-1);
  if (!last) return inOrder[0]?.customerId ?? null;
  const { until, customerId } = last;
  const isTheirs = until === null || (isDay ? at <= houseDayOf(until, zone) : at < until);
  return isTheirs || inOrder.length > begun.length ? customerId : null;
}

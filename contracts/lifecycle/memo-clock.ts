import type { CustomerTerms } from '../events/customer-events.ts';
import { addDays, daysBetween, type HouseDay } from '../vocabulary/house-time.ts';
import { EXCEPTIONAL_SHOW_DAYS, type Tier } from '../vocabulary/tiers.ts';
import { termsAt, type TermsChange } from './terms.ts';

const EXCEPTIONAL: Tier = 'Exceptional';
/** Days before it is due from which on a memo is nearly due. */
const NEARLY_DUE_DAYS = 5;

/** How long a customer's memos run. */
export type MemoTerms = {
  /** As agreed with the customer, through time. */
  readonly agreed: readonly TermsChange<Pick<CustomerTerms, 'memoDays'>>[];
  /** The house's own, where nothing is agreed; 0 for none. */
  readonly ofHouse: number;
  /** The house's time zone. */
  readonly zone: string;
};

/** The memo terms among a customer's terms. */
export const memoTermsOf = (
  terms: readonly TermsChange<CustomerTerms>[],
  ofHouse: number,
  zone: string,
): MemoTerms => ({
  agreed: terms.map(({ effectiveAt, changes: { memoDays } }) => ({
    effectiveAt,
    changes: memoDays === undefined ? {} : { memoDays },
  })),
  ofHouse,
  zone,
});

/**
 * The day on which a memo is due back; undefined where no length is agreed (rule: Memo clock).
 * @param memo its first day, and the tier that the spell froze
 */
export function memoDueDay(
  { day, tier }: { day: HouseDay; tier: string | undefined },
  { agreed, ofHouse, zone }: MemoTerms,
): HouseDay | undefined {
  if (tier === EXCEPTIONAL) return addDays(day, EXCEPTIONAL_SHOW_DAYS);
  const days = (termsAt<Pick<CustomerTerms, 'memoDays'>>(agreed, day, zone).memoDays ?? 0) || ofHouse;
  return days > 0 ? addDays(day, days) : undefined;
}

/** How near a memo's end is: whole days left, negative once it is overdue. */
export type MemoNearness = { daysLeft: number; tone: 'due' | 'overdue' | undefined };

export function memoNearness(dueDate: HouseDay, today: HouseDay): MemoNearness {
  const daysLeft = daysBetween(today, dueDate);
  return { daysLeft, tone: daysLeft < 0 ? 'overdue' : daysLeft <= NEARLY_DUE_DAYS ? 'due' : undefined };
}

/** Whole days that a stone has been out; never below 0. */
export const daysOut = (memoDate: HouseDay, today: HouseDay): number =>
  Math.max(0, daysBetween(memoDate, today));

/** '3 left', 'due today', '6 over'. */
export const nearnessWords = (daysLeft: number): string =>
  daysLeft === 0 ? 'due today' : daysLeft > 0 ? `${daysLeft} left` : `${-daysLeft} over`;

/** A month as the calls write it: YYYYMM (product: Billing inputs). */
export type MonthValue = string;

const FIRST_DAY = '2017-01-01';

/**
 * The months from the customer's first action (default 2017-01-01) to the current one, newest first.
 * @param firstAction YYYY-MM-DD
 */
export function invoiceMonths(firstAction: string | undefined, now: Date): MonthValue[] {
  const [firstYear = 2017, firstMonth = 1] = (firstAction ?? FIRST_DAY).split('-').map(Number);
  const first = firstYear * 12 + firstMonth - 1;
  const last = now.getFullYear() * 12 + now.getMonth();
  const months: MonthValue[] = [];
  for (let month = last; month >= first; month -= 1)
    months.push(`${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`);
  return months;
}

/** Year and month of a value of six characters; null for any other, for which nothing is asked. */
export function splitMonth(value: MonthValue): { year: number; month: number } | null {
  if (!/^\d{6}$/.test(value)) return null;
  return { year: Number(value.slice(0, 4)), month: Number(value.slice(4)) };
}

const words = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'November 2026'. */
export function monthName(value: MonthValue): string {
  const split = splitMonth(value);
  return split ? words.format(new Date(Date.UTC(split.year, split.month - 1))) : value;
}

import { addMonths, monthsBetween } from '#contracts/vocabulary/months.ts';

/** A month as the calls take it. */
export type YearMonth = { year: number; month: number };

/** Months begin here where the first action is not known (product: Limits). */
const FIRST_MONTH = '2017-01';
const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2026-04' as 'April 2026'. */
export const monthName = (month: string): string => name.format(new Date(`${month}-01T00:00:00Z`));

/**
 * The month selector's choices, newest first, the current one excluded: value YYYYMM and its name (product:
 * Billing inputs).
 */
export function pastMonths(today: Date): [value: string, label: string][] {
  const current = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}`;
  return monthsBetween(FIRST_MONTH, addMonths(current, -1))
    .reverse()
    .map((month) => [month.replace('-', ''), monthName(month)]);
}

/** The selector's value as year and month; null unless it has its six characters. */
export function chosenMonth(value: string): (YearMonth & { text: string }) | null {
  if (!/^\d{6}$/.test(value)) return null;
  const [year, month] = [value.slice(0, 4), value.slice(4)];
  return { year: Number(year), month: Number(month), text: `${year}-${month}` };
}

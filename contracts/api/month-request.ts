import { z } from 'zod';

/** The client splits the month's value YYYYMM, so both parts may also come as text (product: Billing inputs). */
function wholeNumber(from: number, to: number, message: string) {
  const number = z.int(message).min(from, message).max(to, message);
  const text = z.string().regex(/^\d{1,4}$/, message);
  return z.union([number, text.transform(Number).pipe(number)], { error: message });
}

/** A month as the portal's billing calls take it. */
export const monthRequest = z.object({
  year: wholeNumber(2000, 2999, 'year must be a year, for example 2026.'),
  month: wholeNumber(1, 12, 'month must be 1 to 12.'),
});

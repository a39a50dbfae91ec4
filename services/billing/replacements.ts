import type { Bill, CalculatedBill, Override } from '#contracts/billing/index.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import type { BillingContext } from './billing-context.ts';
import { checkOverrides, previewBill } from './issued-bills.ts';

/** An issued bill, and what it becomes with a sheet's overrides. */
export type Replacement = { standing: Bill; next: CalculatedBill };

/**
 * The bills of a month that 'Generate All' replaces because of a sheet: of the customers named in it whose bill changes
 * and is not closed by a later one (rule: Replacing a bill). Nothing is written. Throws Refusal 402 for a row that matches nothing.
 */
export async function replacementsBy(
  billing: BillingContext,
  month: Month,
  overrides: readonly Override[],
): Promise<Replacement[]> {
  await checkOverrides(billing, month, overrides);
  const replacements: Replacement[] = [];
  for (const customerId of new Set(overrides.map((row) => row.customerId))) {
    if (!(await billOfMonth(billing.db, customerId, month))) continue;
    const own = overrides.filter((row) => row.customerId === customerId);
    const { bill, standing, unchanged, closedBy } = await previewBill(billing, customerId, month, {
      overrides: own,
    });
    if (standing && !unchanged && closedBy === null) replacements.push({ standing, next: bill });
  }
  return replacements;
}

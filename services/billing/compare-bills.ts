import type { CalculatedBill, LineDifference } from '#contracts/billing/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { lineDifferences } from './calculation/differences.ts';
import { previewBill } from './issued-bills.ts';

/** A side of a comparison: an issued version, or the bill as it would be made as known at a cut. */
export type BillSide = { version?: number | undefined; knownAt?: string | undefined };
export type ComparedBill = CalculatedBill & { version: number | null };

/**
 * Two versions, or two cuts, of a bill side by side: the lines that differ. The differences of the lines sum to that of
 * the totals. Nothing is written. Throws Refusal 404 for a version that was not issued, and as `previewBill`.
 */
export async function compareBills(
  billing: BillingContext,
  { customerId, month }: { customerId: number; month: Month },
  from: BillSide,
  to: BillSide,
): Promise<{ before: ComparedBill; after: ComparedBill; lines: LineDifference[] }> {
  const side = async ({ version, knownAt }: BillSide): Promise<ComparedBill> => {
    if (version === undefined)
      return { ...(await previewBill(billing, customerId, month, { knownAt })).bill, version: null };
    const bill = await billOfMonth(billing.db, customerId, month, version);
    if (bill) return bill;
    throw new Refusal(404, `There is no version ${version} of customer ${customerId}'s bill of ${month}.`, {
      field: 'version',
    });
  };
  const before = await side(from);
  const after = await side(to);
  return { before, after, lines: lineDifferences(before.lines, after.lines) };
}

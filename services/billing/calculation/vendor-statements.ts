import type {
  BillLine,
  CalculatedBill,
  VendorPart,
  VendorStatement,
  VendorStatementLine,
} from '#contracts/billing/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { adjustedBy } from './differences.ts';

type BillOfMonth = Pick<CalculatedBill, 'customerId' | 'lines'> & { version: number };

/**
 * A vendor's statement: the sum of its parts on the month's bills, adjustments included; it may be negative
 * (rule: Statements). `bills` are the newest version of each customer's bill of that month.
 */
export function vendorStatement(
  vendorId: number,
  month: Month,
  bills: readonly BillOfMonth[],
): VendorStatement {
  const lines = bills
    .toSorted((a, b) => a.customerId - b.customerId)
    .flatMap((bill) =>
      bill.lines.flatMap((line) =>
        line.vendorParts
          .filter((part) => part.vendorId === vendorId)
          .map((part) => statementLine(bill, line, part)),
      ),
    );
  return { vendorId, month, lines, totalCents: lines.reduce((sum, line) => sum + line.amountCents, 0) };
}

/** The vendors that have a part on these bills, ascending. */
export function vendorsOn(bills: readonly Pick<CalculatedBill, 'lines'>[]): number[] {
  const ids = new Set<number>();
  for (const { lines } of bills)
    for (const { vendorParts } of lines) for (const { vendorId } of vendorParts) ids.add(vendorId);
  return [...ids].sort((a, b) => a - b);
}

function statementLine(
  { customerId, version }: BillOfMonth,
  line: BillLine,
  { parcelName, flatCents, baseCents, sharePpm, amountCents }: VendorPart,
): VendorStatementLine {
  return {
    customerId,
    billVersion: version,
    lineKey: line.key,
    kind: line.kind,
    adjusts: adjustedBy(line),
    parcelName,
    chargedCents: chargedFor(line, baseCents),
    tradingSystemCents: line.tradingSystemCents,
    flatCents,
    baseCents,
    sharePpm,
    amountCents,
  };
}

/** What was charged for the parcel of a part; null when only the whole line's amount is known, not the parcel's own. */
function chargedFor(line: BillLine, baseCents: number): number | null {
  if (line.kind === 'SURCHARGE') return baseCents;
  return line.kind === 'ADJUSTMENT' && line.working.kind === 'SURCHARGE' ? null : line.amountCents;
}

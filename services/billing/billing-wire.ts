import type { z } from 'zod';
import type {
  billRunDetails,
  billRunResource,
  issuedBillSchema,
  WireBill,
  WireBillComparison,
  wireStatementSchema,
} from '#contracts/api/bills.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import type { Bill, CalculatedBill, LineDifference, VendorStatement } from '#contracts/billing/index.ts';
import type { ComparedBill } from './compare-bills.ts';
import type { BillRun, RunItem } from './runs/run-store.ts';

// Billing in the units of the wire (rule: Units on the wire): cents become dollars, parts per million percent.

/** A bill as computed, in dollars and percent. */
export function wireBill(bill: CalculatedBill): WireBill {
  const { customerId, month, cut, policyVersion, overridesHash, inputHash, lines, totalCents, dueDate } =
    bill;
  return onWire({
    customerId,
    month,
    cut,
    policyVersion,
    overridesHash,
    inputHash,
    lines,
    totalCents,
    dueDate,
  });
}

/** An issued bill's id: customer-month-version. */
const billId = ({ customerId, month, version }: Pick<Bill, 'customerId' | 'month' | 'version'>): string =>
  `${customerId}-${month}-${version}`;

export function wireIssuedBill(bill: Bill): z.infer<typeof issuedBillSchema> {
  const { version, issuedAt, issuedBy, eventId, position } = bill;
  return { ...wireBill(bill), id: billId(bill), version, issuedAt, issuedBy, eventId, position };
}

/** Two versions of a bill side by side, in dollars. */
export function wireComparison({
  before,
  after,
  lines,
}: {
  before: ComparedBill;
  after: ComparedBill;
  lines: readonly LineDifference[];
}): WireBillComparison {
  const side = ({ version, cut, totalCents, dueDate }: ComparedBill) => ({
    version,
    cut,
    totalCents,
    dueDate,
  });
  return onWire({
    customerId: after.customerId,
    month: after.month,
    before: side(before),
    after: side(after),
    differenceCents: after.totalCents - before.totalCents,
    lines: lines.map((line) => ({ ...line, differenceCents: line.afterCents - line.beforeCents })),
  });
}

export function wireStatement(
  statement: VendorStatement,
  vendorName: string | null,
): z.infer<typeof wireStatementSchema> {
  return { id: `${statement.vendorId}-${statement.month}`, vendorName, ...onWire(statement) };
}

export function wireRun(run: BillRun): z.infer<typeof billRunResource> {
  const { id, kind, month, requestedBy, cut, total, done, failed, left, failure, postings } = run;
  return {
    id,
    kind,
    month,
    requestedBy,
    cut,
    total,
    done,
    failed,
    left,
    failure,
    state: run.finishedAt ? (failure === null ? 'DONE' : 'FAILED') : run.startedAt ? 'RUNNING' : 'WAITING',
    requestedAt: run.requestedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    postings: postings && onWire(postings),
  };
}

export const wireRunDetails = (run: BillRun, items: readonly RunItem[]): z.infer<typeof billRunDetails> => ({
  ...wireRun(run),
  items: onWire(items),
});

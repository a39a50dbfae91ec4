import type { z } from 'zod';
import {
  wireTerm,
  type billRunDetails,
  type billRunResource,
  type billingEffectSchema,
  type explanationSchema,
  type holdingReply,
  type issuedBillSchema,
  type WireBill,
  type wireOverrideSchema,
  type wireStatementSchema,
} from '#contracts/api/bills.ts';
import {
  BILLING_TERMS,
  mostOfTerm,
  type Bill,
  type BillingEffect,
  type CalculatedBill,
  type Explanation,
  type Override,
  type VendorStatement,
} from '#contracts/billing/index.ts';
import { centsOf, dollars, percent, ppmOf } from '#contracts/vocabulary/money.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { HeldAt } from './holdings.ts';
import type { BillRun, RunItem } from './runs/run-store.ts';

/**
 * A value with its amounts and rates as the wire has them (rule: Units on the wire): `amountCents` becomes
 * `amount` in dollars, `ratePpm` becomes `rate` in percent, at every depth; everything else stays.
 */
function onTheWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onTheWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (typeof inner !== 'number') return [name, onTheWire(inner)];
      if (name.endsWith('CentDays')) return [name.replace(/CentDays$/, 'DollarDays'), dollars(inner)];
      if (name.endsWith('Cents')) return [name.slice(0, -'Cents'.length), dollars(inner)];
      return name.endsWith('Ppm') ? [name.slice(0, -'Ppm'.length), percent(inner)] : [name, inner];
    }),
  );
}

/** A bill as computed, in dollars and percent. */
export function wireBill(bill: CalculatedBill): WireBill {
  const { customerId, month, cut, policyVersion, overridesHash, inputHash, lines, totalCents, dueDate } =
    bill;
  return onTheWire({
    ...{ customerId, month, cut, policyVersion, overridesHash, inputHash, totalCents, dueDate },
    lines: lines.map((line) => ({
      ...line,
      override: line.override && { valueCents: line.override.valueCents, reason: line.override.reason },
    })),
  }) as WireBill;
}

/** An issued bill's id: customer-month-version. */
export const billId = ({
  customerId,
  month,
  version,
}: Pick<Bill, 'customerId' | 'month' | 'version'>): string => `${customerId}-${month}-${version}`;

export function wireIssuedBill(bill: Bill): z.infer<typeof issuedBillSchema> {
  const { version, issuedAt, issuedBy, eventId, position } = bill;
  return { ...wireBill(bill), id: billId(bill), version, issuedAt, issuedBy, eventId, position };
}

export const wireExplanation = (explanation: Explanation): z.infer<typeof explanationSchema> =>
  onTheWire(explanation) as z.infer<typeof explanationSchema>;

export const wireEffect = (effect: BillingEffect): z.infer<typeof billingEffectSchema> =>
  onTheWire(effect) as z.infer<typeof billingEffectSchema>;

export const wireStatement = (
  statement: VendorStatement,
  vendorName: string | null,
): z.infer<typeof wireStatementSchema> => ({
  ...(onTheWire(statement) as Omit<z.infer<typeof wireStatementSchema>, 'id' | 'vendorName'>),
  vendorName,
  id: `${statement.vendorId}-${statement.month}`,
});

export const wireHolding = (held: HeldAt): z.infer<typeof holdingReply> =>
  onTheWire(held) as z.infer<typeof holdingReply>;

/** Days of a series, in dollars. */
export const wireDays = <Days extends readonly object[]>(
  days: Days,
): Omit<z.infer<typeof holdingReply>, 'customerId' | 'cut' | 'parcels'>[] =>
  onTheWire(days) as Omit<z.infer<typeof holdingReply>, 'customerId' | 'cut' | 'parcels'>[];

/** A row of an overrides sheet from the wire. Throws Refusal 422 for an amount with more than two decimals, or a term that is too large. */
export function overrideOf(row: z.infer<typeof wireOverrideSchema>, index: number): Override {
  const field = `overrides[${index}].value`;
  const { customerId, reason } = row;
  if (row.target === 'LINE')
    return {
      target: 'LINE',
      customerId,
      lineKey: row.lineKey,
      valueCents: wholeCents(row.value, field),
      reason,
    };
  const term = BILLING_TERMS.find((one) => wireTerm(one) === row.term)!;
  const value = term.endsWith('Cents')
    ? wholeCents(row.value, field)
    : term.endsWith('Ppm')
      ? ppmOf(row.value)
      : row.value;
  if (!Number.isInteger(value))
    throw new Refusal(422, `${field}: ${row.term} is a whole number.`, { field, code: 'INVALID' });
  if (value > mostOfTerm(term))
    throw new Refusal(422, `${field}: ${row.term} cannot be as much as ${row.value}.`, {
      field,
      code: 'INVALID',
    });
  return { target: 'TERM', customerId, term, value, reason };
}

function wholeCents(amount: number, field: string): number {
  const cents = centsOf(amount);
  if (cents === null)
    throw new Refusal(422, `${field}: dollars with at most two decimals.`, { field, code: 'INVALID' });
  return cents;
}

export function wireRun(run: BillRun): z.infer<typeof billRunResource> {
  const { id, kind, month, requestedBy, cut, total, done, failed, failure, postings } = run;
  return {
    ...{ id, kind, month, requestedBy, cut, total, done, failed, failure },
    state: run.finishedAt ? (failure === null ? 'DONE' : 'FAILED') : run.startedAt ? 'RUNNING' : 'WAITING',
    requestedAt: run.requestedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    postings: postings && {
      lines: dollars(postings.linesCents),
      tradingSystem: dollars(postings.tradingSystemCents),
      vendors: dollars(postings.vendorsCents),
      house: dollars(postings.houseCents),
    },
  };
}

export const wireRunDetails = (run: BillRun, items: readonly RunItem[]): z.infer<typeof billRunDetails> => ({
  ...wireRun(run),
  items: items.map(({ subjectId, outcome, message, totalCents }) => ({
    ...{ subjectId, outcome, message },
    total: totalCents === null ? null : dollars(totalCents),
  })),
});

import type { z } from 'zod';
import type { wireOverrideSchema } from '#contracts/api/bills.ts';
import { CUSTOMER_TERMS, MOST_OF_UNIT, type TermFacts } from '#contracts/api/terms.ts';
import { BILLING_TERMS, type Override } from '#contracts/billing/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { termsInside, valueInside } from '#services/platform/terms-inside.ts';
import type { ShownBill } from './create-bill.ts';

/** What a bill was shown to become, from the wire. Throws Refusal 422 for an amount with more than two decimals. */
export function shownBillOf(
  { total, dueDate }: { total: number; dueDate: string },
  field = 'willBe',
): ShownBill {
  return { totalCents: valueInside('cents', total, `${field}.total`), dueDate };
}

/** A row of an overrides sheet from the wire. Throws Refusal 422 for an amount with more than two decimals, or a term that is too large. */
export function overrideOf(row: z.infer<typeof wireOverrideSchema>, index: number): Override {
  const field = `overrides[${index}].value`;
  const { customerId, reason } = row;
  if (row.target === 'LINE')
    return {
      target: 'LINE',
      customerId,
      lineKey: row.lineKey,
      valueCents: valueInside('cents', row.value, field),
      reason,
    };
  const term = BILLING_TERMS.find((one) => CUSTOMER_TERMS[one].name === row.term)!;
  const { unit } = CUSTOMER_TERMS[term];
  const value = valueInside(unit, row.value, field);
  if (!Number.isInteger(value))
    throw new Refusal(422, `${field}: ${row.term} must be a whole number.`, { field, code: 'INVALID' });
  if (value > MOST_OF_UNIT[unit])
    throw new Refusal(422, `${field}: ${row.term} cannot be as much as ${row.value}.`, {
      field,
      code: 'INVALID',
    });
  return { target: 'TERM', customerId, term, value, reason };
}

/** Converts terms named as on the wire. Throws Refusal 422 for an unknown name or an invalid amount. */
export function termsOfChanges<Term extends string>(
  changes: Readonly<Record<string, number>>,
  terms: Readonly<Record<Term, TermFacts>>,
): { [Known in Term]?: number } {
  const known = new Set(Object.values<TermFacts>(terms).map(({ name }) => name));
  for (const name of Object.keys(changes))
    if (!known.has(name))
      throw new Refusal(422, `changes.${name}: no such term.`, { field: `changes.${name}`, code: 'INVALID' });
  return termsInside(changes, terms, 'changes');
}

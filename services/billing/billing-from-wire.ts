import type { z } from 'zod';
import type { wireOverrideSchema } from '#contracts/api/bills.ts';
import { CUSTOMER_TERMS, MOST_OF_UNIT, type TermFacts } from '#contracts/api/terms.ts';
import { BILLING_TERMS, type Override } from '#contracts/billing/index.ts';
import { centsOf, ppmOf } from '#contracts/vocabulary/money.ts';
import { Refusal } from '#services/platform/refusal.ts';

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
  const term = BILLING_TERMS.find((one) => CUSTOMER_TERMS[one].name === row.term)!;
  const { unit } = CUSTOMER_TERMS[term];
  const value = unit === 'cents' ? wholeCents(row.value, field) : insideValue(unit, row.value);
  if (!Number.isInteger(value))
    throw new Refusal(422, `${field}: ${row.term} is a whole number.`, { field, code: 'INVALID' });
  if (value > MOST_OF_UNIT[unit])
    throw new Refusal(422, `${field}: ${row.term} cannot be as much as ${row.value}.`, {
      field,
      code: 'INVALID',
    });
  return { target: 'TERM', customerId, term, value, reason };
}

const insideValue = (unit: 'ppm' | 'days', value: number): number => (unit === 'ppm' ? ppmOf(value) : value);

/** Converts terms named as on the wire. Throws Refusal 422 for an unknown name or an invalid amount. */
export function insideTerms(
  changes: Readonly<Record<string, number>>,
  terms: Readonly<Record<string, TermFacts>>,
): Record<string, number> {
  const fields = new Map(Object.entries(terms).map(([field, { name, unit }]) => [name, { field, unit }]));
  const refuse = (name: string, why: string): Refusal =>
    new Refusal(422, `changes.${name}: ${why}.`, { field: `changes.${name}`, code: 'INVALID' });
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const known = fields.get(name);
      if (!known) throw refuse(name, 'no such term');
      const inside = known.unit === 'cents' ? centsOf(value) : insideValue(known.unit, value);
      if (inside === null) throw refuse(name, 'dollars with two decimals');
      return [known.field, inside];
    }),
  );
}

function wholeCents(amount: number, field: string): number {
  const cents = centsOf(amount);
  if (cents === null)
    throw new Refusal(422, `${field}: dollars with at most two decimals.`, { field, code: 'INVALID' });
  return cents;
}

import type { TermFacts } from '#contracts/api/terms.ts';
import { centsOf, ppmOf } from '#contracts/vocabulary/money.ts';
import { Refusal } from './refusal.ts';

/**
 * Terms under their names on the wire as they are recorded: dollars as cents, percent as parts per million (rule: Units
 * on the wire). Those that are not given stay out. Throws Refusal 422 that names an amount with more than two decimals.
 * @param within what the call groups the terms under, such as `changes`
 */
export function termsInside<Term extends string, Name extends string>(
  values: { readonly [Called in NoInfer<Name>]?: number | undefined },
  terms: Readonly<Record<Term, TermFacts & { readonly name: Name }>>,
  within?: string,
): { [Known in Term]?: number } {
  const inside: { [Known in Term]?: number } = {};
  for (const term in terms) {
    const { name, unit } = terms[term];
    const value = values[name];
    if (value === undefined) continue;
    inside[term] = valueInside(unit, value, within === undefined ? name : `${within}.${name}`);
  }
  return inside;
}

/** One value of the wire in its unit inside. Throws Refusal 422 for `field` when it is money with more than two decimals. */
export function valueInside(unit: TermFacts['unit'], value: number, field: string): number {
  if (unit !== 'cents') return unit === 'ppm' ? ppmOf(value) : value;
  const cents = centsOf(value);
  if (cents === null)
    throw new Refusal(422, `${field}: dollars with at most two decimals.`, { field, code: 'INVALID' });
  return cents;
}

import { houseDayOf, type EffectiveAt, type HouseDay } from '../vocabulary/house-time.ts';

/** Effective-dated terms: `changes` carries only the changed fields. In the order recorded. */
export type TermsChange<Terms> = {
  effectiveAt: EffectiveAt;
  changes: { readonly [Field in keyof Terms]?: Terms[Field] | undefined };
};

/**
 * The terms in force at the end of a house day: changes by `effectiveAt`, at equal `effectiveAt` the later recorded
 * wins (rules, section 6). The first row holds every field and counts before its own date too, so that a day before
 * the customer's registration has terms.
 */
export function termsAt<Terms extends object>(
  history: readonly TermsChange<Terms>[],
  day: HouseDay,
  zone: string,
): Terms {
  const [first, ...later] = history;
  if (!first) throw new Error('no terms are recorded');
  const inForce = later.filter((row) => houseDayOf(row.effectiveAt, zone) <= day);
  // Stable: rows of one moment stay in the order recorded.
  inForce.sort((a, b) => (a.effectiveAt < b.effectiveAt ? -1 : a.effectiveAt > b.effectiveAt ? 1 : 0));
  return Object.assign({}, first.changes, ...inForce.map((row) => row.changes)) as Terms;
}

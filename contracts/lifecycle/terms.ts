import { compareText } from '#contracts/vocabulary/compare-text.ts';
import {
  earliestInstant,
  houseDayOf,
  isBareDay,
  type EffectiveAt,
  type HouseDay,
} from '../vocabulary/house-time.ts';

/** Effective-dated terms: `changes` carries only the changed fields. In the order recorded. */
export type TermsChange<Terms> = {
  effectiveAt: EffectiveAt;
  changes: { readonly [Field in keyof Terms]?: Terms[Field] | undefined };
};

/**
 * The terms in force at the end of a house day: changes by `effectiveAt`, at equal `effectiveAt` the later
 * recorded wins (rule: Billing terms). The first row holds every field and also counts before its own date,
 * so that a day before the customer's registration has terms.
 */
export function termsAt<Terms extends object>(
  history: readonly TermsChange<Terms>[],
  day: HouseDay,
  zone: string,
): Terms {
  const [first, ...later] = history;
  if (!first) throw new Error('no terms are recorded');
  const inForce = later.filter((row) => houseDayOf(row.effectiveAt, zone) <= day);
  // A bare day is the house's: what was agreed the evening before, UTC's next day, comes before it. Stable: rows of one
  // moment stay in the order recorded.
  if (inForce.length > 1) {
    const moments = new Map(inForce.map((row) => [row, earliestInstant(row.effectiveAt, zone)]));
    inForce.sort((a, b) => compareText(moments.get(a)!, moments.get(b)!));
  }
  return Object.assign({}, first.changes, ...inForce.map((row) => row.changes)) as Terms;
}

/**
 * When a change that is recorded next counts from: a bare day is no earlier than what was recorded of that day before,
 * which would otherwise outrank it (rule: Billing terms).
 */
export function momentOfChange(
  history: readonly Pick<TermsChange<object>, 'effectiveAt'>[],
  effectiveAt: EffectiveAt,
  zone: string,
): EffectiveAt {
  if (!isBareDay(effectiveAt)) return effectiveAt;
  const instants = history
    .slice(1)
    .map((row) => row.effectiveAt)
    .filter((at) => !isBareDay(at) && houseDayOf(at, zone) === effectiveAt);
  return instants.sort().at(-1) ?? effectiveAt;
}

/**
 * The first day on which terms name a limit, even an unset one; the registration names both. Before it that limit is not
 * in force, whatever `termsAt` gives (rule: Months of billing).
 * @param terms in the order recorded, the registration first
 */
export function limitSince<Limit extends 'minInventoryCents' | 'maxInventoryCents'>(
  limit: Limit,
  terms: readonly TermsChange<Record<Limit, number>>[],
  zone: string,
): HouseDay {
  return terms
    .filter(({ changes }) => changes[limit] !== undefined)
    .map(({ effectiveAt }) => houseDayOf(effectiveAt, zone))
    .reduce((earliest, day) => (day < earliest ? day : earliest));
}

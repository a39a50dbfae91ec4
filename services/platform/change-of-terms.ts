import { z } from 'zod';
import { momentOfChange, termsAt, type TermsChange } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type EffectiveAt } from '#contracts/vocabulary/house-time.ts';
import { givenEffectiveAtSchema } from '#contracts/vocabulary/schemas.ts';
import { checkedFields, differing } from './checked-fields.ts';

const effectiveAtFields = z.object({ effectiveAt: givenEffectiveAtSchema });

/**
 * What a change alters of a customer's or vendor's terms: only what differs from the terms in force at the end of the
 * day from which it counts, so that the same change is recorded once (rule: Billing terms; rule: Vendor terms). Pure.
 * Refuses bad fields (422).
 * @param asked money in cents, rates in ppm; `effectiveAt` in the past or in the future
 * @param zone the house's time zone
 * @param unsaid what holds for fields that no terms recorded so far have
 */
export function changeOfTerms<Terms extends object>(
  recorded: readonly TermsChange<Terms>[],
  schema: z.ZodType<TermsChange<Terms>['changes']>,
  asked: TermsChange<Terms>,
  zone: string,
  unsaid: Partial<Terms> = {},
): { before: Terms; changes: Partial<Terms>; effectiveAt: EffectiveAt } {
  const given = checkedFields(effectiveAtFields, { effectiveAt: asked.effectiveAt });
  const effectiveAt = momentOfChange(recorded, given.effectiveAt, zone);
  const wanted = checkedFields(schema, asked.changes);
  const before = { ...unsaid, ...termsAt(recorded, houseDayOf(effectiveAt, zone), zone) };
  return { before, changes: differing(before, wanted), effectiveAt };
}

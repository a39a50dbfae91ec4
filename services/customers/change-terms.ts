import type { CustomerState } from '#contracts/customer/index.ts';
import { z } from 'zod';
import { customerTermsSchema, type CustomerEvent, type CustomerTerms } from '#contracts/events/index.ts';
import { momentOfChange, termsAt } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type EffectiveAt } from '#contracts/vocabulary/house-time.ts';
import { givenEffectiveAtSchema } from '#contracts/vocabulary/schemas.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { requireCustomer } from './require-customer.ts';

export type ChangeTerms = {
  /** Money in cents, rates in ppm. */
  changes: Partial<CustomerTerms>;
  /** An instant, or a day of the house, in the past or in the future. */
  effectiveAt: EffectiveAt;
  reason?: string | undefined;
};

const effectiveAtFields = z.object({ effectiveAt: givenEffectiveAtSchema });

/**
 * New commercial terms from a moment on. Only differences from the terms in force at the end of that day are recorded,
 * so that the same change is recorded once (rule: Billing terms). Refuses an unknown customer (404) and bad fields
 * (422).
 * @param zone the house's time zone
 */
export function changeTerms(state: CustomerState, command: ChangeTerms, zone: string): CustomerEvent[] {
  const record = requireCustomer(state);
  const asked = checkedFields(effectiveAtFields, { effectiveAt: command.effectiveAt });
  const effectiveAt = momentOfChange(record.terms, asked.effectiveAt, zone);
  const given = checkedFields(customerTermsSchema.partial(), command.changes);
  const now = { memoDays: 0, ...termsAt<CustomerTerms>(record.terms, houseDayOf(effectiveAt, zone), zone) };
  const changes = differing(now, given);
  if (Object.keys(changes).length === 0) return [];
  checkLimits({ ...now, ...changes });
  const reason = command.reason === undefined ? {} : { reason: command.reason };
  return [{ type: 'CustomerTermsChanged', data: { changes, effectiveAt, ...reason } }];
}

/** Refuses (422) a minimum above the maximum; 0 leaves a limit unset. */
export function checkLimits(terms: Pick<CustomerTerms, 'minInventoryCents' | 'maxInventoryCents'>): void {
  const { minInventoryCents, maxInventoryCents } = terms;
  if (maxInventoryCents > 0 && minInventoryCents > maxInventoryCents) {
    throw new Refusal(422, 'minInventory: the minimum is above the maximum.', {
      code: 'INVALID',
      field: 'minInventory',
    });
  }
}

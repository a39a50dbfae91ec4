import type { CustomerState } from '#contracts/customer/index.ts';
import { customerTermsSchema, type CustomerEvent, type CustomerTerms } from '#contracts/events/index.ts';
import { limitSince } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type EffectiveAt } from '#contracts/vocabulary/house-time.ts';
import { changeOfTerms } from '#services/platform/change-of-terms.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { requireCustomer } from './require-customer.ts';

export type ChangeTerms = {
  /** Money in cents, rates in ppm. */
  changes: Partial<CustomerTerms>;
  /** An instant, or a day of the house, in the past or in the future. */
  effectiveAt: EffectiveAt;
  reason?: string | undefined;
};

/**
 * New commercial terms from a moment on, as far as they differ (rule: Billing terms); a limit differs before the first
 * day on which it is named (rule: Months of billing). Refuses an unknown customer (404) and bad fields (422).
 * @param zone the house's time zone
 */
export function changeTerms(state: CustomerState, command: ChangeTerms, zone: string): CustomerEvent[] {
  const record = requireCustomer(state);
  const schema = customerTermsSchema.partial();
  const { before, changes, effectiveAt } = changeOfTerms<CustomerTerms>(record.terms, schema, command, zone, {
    memoDays: 0,
  });
  // The registration's limits are no one's before its day: the same ones dated earlier are a change.
  for (const limit of ['minInventoryCents', 'maxInventoryCents'] as const) {
    const cents = command.changes[limit];
    if (cents && houseDayOf(effectiveAt, zone) < limitSince(limit, record.terms, zone))
      changes[limit] = cents;
  }
  if (Object.keys(changes).length === 0) return [];
  checkLimits({ ...before, ...changes });
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

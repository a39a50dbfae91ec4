import { isDeepStrictEqual } from 'node:util';
import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { asIfRecorded, LOOKED_AHEAD_TO } from './as-if-recorded.ts';

/** An administrator gives the spell that a customer has on a day other prices, in cents (rule: Freezing). */
export type RepriceSpell = {
  parcelName: string;
  customerId: number;
  customerPriceCents: Cents;
  listPriceCents: Cents;
  costCents: Cents;
  reason: string;
  /** From when on; now where it is left out. */
  effectiveAt?: Instant | undefined;
};

/**
 * Pure: the repricing. Throws Refusal 402 for a parcel that is not listed, without a reason, for a time in the future or
 * at which the customer did not hold the parcel, and when nothing would change.
 */
export function decideRepriceSpell(
  parcel: ParcelState,
  { parcelName: _, reason, effectiveAt, ...prices }: RepriceSpell,
  now: Instant,
  zone: string,
): StoneEvent {
  if (!parcel.listed) throw new Refusal(402, 'Stone not found.', { field: 'parcelName' });
  const why = reason.trim();
  if (why === '')
    throw new Refusal(402, 'A repricing needs a reason.', { code: 'NO_REASON', field: 'remarks' });
  const at = effectiveAt ?? now;
  if (at > now)
    throw new Refusal(402, 'The date lies in the future.', { code: 'DATE_IN_FUTURE', field: 'effectiveAt' });
  const event: StoneEvent = { type: 'SpellRepriced', data: { ...prices, reason: why, effectiveAt: at } };
  const after = foldParcel(asIfRecorded(parcel, event), zone);
  const spell = after.spells.find(({ entryIds }) => entryIds.includes(LOOKED_AHEAD_TO));
  if (!spell)
    throw new Refusal(402, 'The customer did not hold it then.', { code: 'NOT_HELD', field: 'customerId' });
  const before = foldParcel(parcel, zone).spells.find(({ key }) => key === spell.key);
  const pricesOf = (one: typeof before) => [one?.frozen, one?.days, one?.invoices];
  if (isDeepStrictEqual(pricesOf(before), pricesOf(spell)))
    throw new Refusal(402, 'These are its prices already.', {
      code: 'NOTHING_CHANGES',
      field: 'customerPrice',
    });
  return event;
}

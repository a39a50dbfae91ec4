import type { LineOf } from '#contracts/billing/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import type { Standing } from './account.ts';

/**
 * What the customer owed before billing began, on the bill of the first month (rule: Billing begins on). Undefined in
 * other months, and where nothing was owed. No vendor has a part of it.
 */
export function openingLine(
  { opening }: Standing,
  month: Month,
  overrideOf: (key: string) => LineOf<'OPENING_BALANCE'>['override'],
): LineOf<'OPENING_BALANCE'> | undefined {
  if (opening?.month !== month || opening.balanceCents === 0) return undefined;
  const override = overrideOf('OPENING_BALANCE');
  const amountCents = override?.valueCents ?? opening.balanceCents;
  return {
    kind: 'OPENING_BALANCE',
    key: 'OPENING_BALANCE',
    parcelName: null,
    line: null,
    computedCents: opening.balanceCents,
    override,
    amountCents,
    vendorParts: [],
    tradingSystemCents: 0,
    houseCents: amountCents,
    working: { balanceCents: opening.balanceCents },
  };
}

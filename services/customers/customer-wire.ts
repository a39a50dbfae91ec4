import type { Customer } from '#contracts/api/customers.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars, percent, type Cents } from '#contracts/vocabulary/money.ts';
import { customerTermsOf, type CustomerRecord } from '#projections/customers/index.ts';

/** What the wire shows of a customer beside its record: amounts in cents. */
export type CustomerFigures = { currentlyHolding?: Cents; firstAction?: HouseDay | undefined };

/** How much may be seen: limits and holding not by RETAIL and NONE users, terms and accounts by administrators (rules, section 5). */
export type CustomerSight = { values: boolean; terms: boolean };

/** A customer as the wire has it (specification, section 3): money in dollars, rates in percent, terms of `today`. */
export function customerWire(record: CustomerRecord, figures: CustomerFigures, sight: CustomerSight, today: HouseDay, zone: string): Customer {
  const { customerId, identity, access } = record;
  const terms = customerTermsOf(record, today, zone);
  return {
    customerId,
    ...identity,
    ...access,
    ...(figures.firstAction === undefined ? {} : { firstAction: figures.firstAction }),
    ...(sight.values && terms ? { minInventory: dollars(terms.minInventoryCents), maxInventory: dollars(terms.maxInventoryCents) } : {}),
    ...(sight.values && figures.currentlyHolding !== undefined ? { currentlyHolding: dollars(figures.currentlyHolding) } : {}),
    ...(sight.terms && terms
      ? {
          giaRoundDiscount: percent(terms.giaRoundDiscountPpm),
          gracePeriodDays: terms.gracePeriodDays,
          paymentDays: terms.paymentDays,
          normalRebate: percent(terms.normalRebatePpm),
          hafRebate: percent(terms.hafRebatePpm),
          lgRebate: percent(terms.lgRebatePpm),
          fcRebate: percent(terms.fcRebatePpm),
          feeRate: percent(terms.feeRatePpm),
          lgFeeRate: percent(terms.lgFeeRatePpm),
          fcFeeRate: percent(terms.fcFeeRatePpm),
          hafPct1: percent(terms.hafPct1Ppm),
          hafPct2: percent(terms.hafPct2Ppm),
        }
      : {}),
    ...(sight.terms
      ? { accountCodes: record.accounts.map(({ dxInstance, accountCode, docTypes }) => ({ dxInstance, accountCode, docType: docTypes.join(',') })) }
      : {}),
  };
}

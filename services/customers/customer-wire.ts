import type { Customer } from '#contracts/api/customers.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars, percent, type Cents } from '#contracts/vocabulary/money.ts';
import { customerTermsOf, type CustomerRecord } from '#projections/customers/index.ts';

/**
 * What parcels add to a customer: its holding in cents, and the day of its first REQUEST or MEMO (rule: First action).
 */
export type CustomerFigures = { currentlyHolding: Cents; firstAction: HouseDay | undefined };

/**
 * What the caller may see: limits and holding (`values`); terms and accounts (`terms`), for administrators (rule: Price
 * modes).
 */
export type CustomerSight = { values: boolean; terms: boolean };

/**
 * A customer on the wire: dollars, percent, docTypes joined by commas (product: Customer; rule: Units on the wire).
 * Fields that the caller may not see are left out. The terms are those in force at the end of `today`.
 */
export function customerWire(
  record: CustomerRecord,
  figures: CustomerFigures,
  sight: CustomerSight,
  today: HouseDay,
  zone: string,
): Customer {
  const { customerId, identity, access } = record;
  const terms = customerTermsOf(record, today, zone);
  return {
    customerId,
    ...identity,
    ...access,
    ...(figures.firstAction !== undefined && { firstAction: figures.firstAction }),
    ...(sight.values && { currentlyHolding: dollars(figures.currentlyHolding) }),
    ...(sight.values &&
      terms && {
        minInventory: dollars(terms.minInventoryCents),
        maxInventory: dollars(terms.maxInventoryCents),
      }),
    ...(sight.terms &&
      terms && {
        giaRoundDiscount: percent(terms.giaRoundDiscountPpm),
        gracePeriodDays: terms.gracePeriodDays,
        paymentDays: terms.paymentDays,
        memoDays: terms.memoDays ?? 0,
        normalRebate: percent(terms.normalRebatePpm),
        hafRebate: percent(terms.hafRebatePpm),
        lgRebate: percent(terms.lgRebatePpm),
        fcRebate: percent(terms.fcRebatePpm),
        feeRate: percent(terms.feeRatePpm),
        lgFeeRate: percent(terms.lgFeeRatePpm),
        fcFeeRate: percent(terms.fcFeeRatePpm),
        hafPct1: percent(terms.hafPct1Ppm),
        hafPct2: percent(terms.hafPct2Ppm),
      }),
    ...(sight.terms && {
      accountCodes: record.accounts.map(({ dxInstance, accountCode, docTypes }) => ({
        dxInstance,
        accountCode,
        docType: docTypes.join(','),
      })),
    }),
  };
}

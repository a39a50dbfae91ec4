import type { CustomerAccess, CustomerTerms } from '../../events/index.ts';

/** Terms under which nothing is due: a test names what it is about. */
export const PLAIN_TERMS: CustomerTerms = {
  minInventoryCents: 0,
  maxInventoryCents: 0,
  giaRoundDiscountPpm: 0,
  gracePeriodDays: 0,
  paymentDays: 0,
  normalRebatePpm: 0,
  hafRebatePpm: 0,
  lgRebatePpm: 0,
  fcRebatePpm: 0,
  feeRatePpm: 0,
  lgFeeRatePpm: 0,
  fcFeeRatePpm: 0,
  hafPct1Ppm: 0,
  hafPct2Ppm: 0,
};

/** Every line is open, and everything may be done. */
export const OPEN_ACCESS: CustomerAccess = {
  allowLogin: true,
  allowActions: true,
  fmAllowed: true,
  lgAllowed: true,
  fcAllowed: true,
  legend: false,
};

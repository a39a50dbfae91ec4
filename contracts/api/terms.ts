import { spaced } from '../vocabulary/words.ts';
import type { CustomerTerms, VendorTerms } from '../events/index.ts';

/** How a term is called on the wire, and its unit inside (rule: Units on the wire). */
export type TermFacts = { readonly name: string; readonly unit: 'cents' | 'ppm' | 'days' };

export const CUSTOMER_TERMS = {
  minInventoryCents: { name: 'minInventory', unit: 'cents' },
  maxInventoryCents: { name: 'maxInventory', unit: 'cents' },
  giaRoundDiscountPpm: { name: 'giaRoundDiscount', unit: 'ppm' },
  gracePeriodDays: { name: 'gracePeriodDays', unit: 'days' },
  paymentDays: { name: 'paymentDays', unit: 'days' },
  normalRebatePpm: { name: 'normalRebate', unit: 'ppm' },
  hafRebatePpm: { name: 'hafRebate', unit: 'ppm' },
  lgRebatePpm: { name: 'lgRebate', unit: 'ppm' },
  fcRebatePpm: { name: 'fcRebate', unit: 'ppm' },
  feeRatePpm: { name: 'feeRate', unit: 'ppm' },
  lgFeeRatePpm: { name: 'lgFeeRate', unit: 'ppm' },
  fcFeeRatePpm: { name: 'fcFeeRate', unit: 'ppm' },
  hafPct1Ppm: { name: 'hafPct1', unit: 'ppm' },
  hafPct2Ppm: { name: 'hafPct2', unit: 'ppm' },
  memoDays: { name: 'memoDays', unit: 'days' },
} as const satisfies Readonly<Record<keyof CustomerTerms, TermFacts>>;

export const VENDOR_TERMS = {
  markupPpm: { name: 'markup', unit: 'ppm' },
  ourDeploymentCostCents: { name: 'ourDeploymentCost', unit: 'cents' },
  feeSharePpm: { name: 'feeShare', unit: 'ppm' },
  rebateSharePpm: { name: 'rebateShare', unit: 'ppm' },
  saleSharePpm: { name: 'saleShare', unit: 'ppm' },
} as const satisfies Readonly<Record<keyof VendorTerms, TermFacts>>;

/** What a term can be overridden to at most, in its unit inside: every amount of money, 100 %, ten years. */
export const MOST_OF_UNIT: Readonly<Record<TermFacts['unit'], number>> = {
  cents: Number.MAX_SAFE_INTEGER,
  ppm: 1_000_000,
  days: 3_650,
};

const WORDS = new Map(
  Object.entries({ ...CUSTOMER_TERMS, ...VENDOR_TERMS }).map(([key, { name }]) => [key, spaced(name)]),
);
const TERM = new RegExp(`\\b(?:${[...WORDS.keys()].join('|')})\\b`, 'g');

/** A sentence that names terms as they are recorded, with words for them: 'feeRatePpm' is 'fee rate'. */
export const termsInWords = (sentence: string): string =>
  sentence.replace(TERM, (term) => WORDS.get(term) ?? term);

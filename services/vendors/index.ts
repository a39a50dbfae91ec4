export { vendorCommands, type VendorChanged } from './handlers.ts';
export { overrideTier, type OverrideTier } from './override-tier.ts';
export type { RegisterVendor } from './register-vendor.ts';
export type { ChangeVendorTerms } from './change-terms.ts';
export { recordOffer, type OfferOutcome, type StockWriting } from './feed/record-feed.ts';
export type { Offer } from './feed/check-row.ts';
export { listPrice } from './feed/decide-stock.ts';
export { CARATS_PER_BOX } from './feed/check-measurements.ts';
export { keepFeedFile } from './feed/feed-files.ts';

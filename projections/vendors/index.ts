export { vendorsProjection } from './projector.ts';
export type { VendorRecord } from '#contracts/vendor/vendor.ts';
export { allVendors, vendorById, vendorNames, vendorTermsOf } from './queries.ts';

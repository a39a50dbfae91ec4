export { vendorsProjection } from './projector.ts';
export type { RecordedVendorTerms, VendorRecord } from './projector.ts';
export { allVendors, vendorById, vendorTermsOf } from './queries.ts';

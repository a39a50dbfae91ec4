export { vendorsProjection } from './projector.ts';
export type { RecordedVendorTerms, VendorRecord } from './vendor-record.ts';
export { allVendors, vendorById, vendorTermsOf } from './queries.ts';

export { vendorsProjection } from './projector.ts';
export type { VendorRecord } from '#contracts/vendor/vendor.ts';
export {
  allVendors,
  highestVendorNumber,
  lastFeeds,
  vendorById,
  vendorNames,
  vendorWithVersion,
} from './queries.ts';

export { vendorCommands, type VendorChanged } from './handlers.ts';
export { vendorFold, evolveVendor, newVendor, type VendorState } from './vendor-state.ts';
export type { RegisterVendor } from './register-vendor.ts';
export type { ChangeVendorTerms } from './change-terms.ts';

import type { VendorResource } from '#contracts/api/vendors.ts';

/** A vendor as the server sends it, for tests. */
export const madeVendor = (
  vendorId: number,
  name: string,
  more: Partial<VendorResource> = {},
): VendorResource => ({
  id: vendorId,
  vendorId,
  name,
  legalName: `${name} Ltd.`,
  email: '',
  tier: null,
  dxPrefix: 'AR',
  ourDeploymentCost: 35,
  feeShare: 50,
  rebateShare: 50,
  saleShare: 25,
  markup: 8,
  sendRequests: false,
  sendReturns: false,
  sendSales: false,
  autoWhitelist: false,
  additionsOnly: false,
  version: '7',
  ...more,
});

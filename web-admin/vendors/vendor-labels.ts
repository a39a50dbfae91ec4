/** The label of every field of a vendor that may be changed (product: Vendor). */
export const VENDOR_LABELS = {
  name: 'Name',
  legalName: 'Legal name',
  email: 'E-mail',
  tier: 'Tier',
  dxPrefix: 'Prefix of parcel names',
  markup: 'Markup (%)',
  ourDeploymentCost: 'Our deployment cost ($)',
  feeShare: 'Fee share (%)',
  rebateShare: 'Rebate share (%)',
  saleShare: 'Sale share (%)',
  sendRequests: 'Requests',
  sendReturns: 'Returns',
  sendSales: 'Sales',
  autoWhitelist: 'List new stones without approval',
  additionsOnly: 'Its files only add stones: missing ones stay listed',
} as const;

type Field = keyof typeof VENDOR_LABELS;

/** What counts from a day on. */
export const TERMS: readonly Field[] = [
  'markup',
  'saleShare',
  'feeShare',
  'rebateShare',
  'ourDeploymentCost',
];
/** What the vendor is mailed of. */
export const NOTICES: readonly Field[] = ['sendRequests', 'sendReturns', 'sendSales'];

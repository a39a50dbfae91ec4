/** What a made vendor is registered with. */
export const settings = {
  name: 'Minas',
  legalName: '',
  email: '',
  dxPrefix: 'MN',
  sendRequests: true,
  sendReturns: true,
  sendSales: true,
  autoWhitelist: false,
};
export const terms = {
  markupPpm: 80_000,
  ourDeploymentCostCents: 3_500,
  feeSharePpm: 500_000,
  rebateSharePpm: 500_000,
  saleSharePpm: 250_000,
};

import type { VendorSettings, VendorTerms } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';

/** An invented vendor, and what it has in the demo. */
export type DemoVendor = {
  vendorId: number;
  settings: VendorSettings;
  terms: VendorTerms;
  line: Line | null;
  stones: number;
};

const settings = (
  name: string,
  legalName: string,
  mail: string,
  more: Partial<VendorSettings>,
): VendorSettings => ({
  name,
  legalName,
  email: `stock@${mail}.example.com`,
  dxPrefix: '',
  sendRequests: true,
  sendReturns: true,
  sendSales: true,
  autoWhitelist: true,
  ...more,
});
const terms = (markup: number, saleShare: number): VendorTerms => ({
  markupPpm: markup * 10_000,
  ourDeploymentCostCents: 3_500,
  feeSharePpm: 500_000,
  rebateSharePpm: 500_000,
  saleSharePpm: saleShare * 10_000,
});

/** The demo's vendors. Number 2 has no stock of its own: a feed can be read for it (README). */
export const DEMO_VENDORS: readonly DemoVendor[] = [
  {
    vendorId: 1,
    settings: settings('Meridian Cutting House', 'Meridian Cutting House BV', 'meridian', {
      dxPrefix: 'MC',
      tier: 'Essentials',
    }),
    terms: terms(8, 25),
    line: 'natural',
    stones: 380,
  },
  {
    vendorId: 2,
    settings: settings('Ashworth Diamonds', 'Ashworth Diamonds LLC', 'ashworth', { tier: 'Essentials' }),
    terms: terms(8, 25),
    line: null,
    stones: 0,
  },
  {
    vendorId: 3,
    settings: settings('Kunming Polishing Works', 'Kunming Polishing Works Ltd.', 'kunming', {
      dxPrefix: 'KP',
      tier: 'Kunming',
    }),
    terms: terms(10, 30),
    line: 'natural',
    stones: 220,
  },
  {
    vendorId: 4,
    settings: settings('Evergreen Laboratories', 'Evergreen Laboratories Inc.', 'evergreen', {
      dxPrefix: 'EG',
      tier: 'Clarity',
    }),
    terms: terms(15, 20),
    line: 'labGrown',
    stones: 300,
  },
  {
    vendorId: 5,
    settings: settings('Prism & Daughters', 'Prism & Daughters NV', 'prism', {
      dxPrefix: 'PD',
      tier: 'Reserve',
    }),
    terms: terms(12, 25),
    line: 'fancyColour',
    stones: 150,
  },
  {
    vendorId: 6,
    settings: settings('Atelier Lindqvist', 'Atelier Lindqvist AB', 'lindqvist', { dxPrefix: 'AL-' }),
    terms: terms(18, 20),
    line: 'jewellery',
    stones: 200,
  },
];

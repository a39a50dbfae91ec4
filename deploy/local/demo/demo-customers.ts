import type {
  AccountCode,
  CustomerAccess,
  CustomerIdentity,
  CustomerTerms,
  RetailMarkup,
} from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { NEW_CUSTOMER_TERMS } from '#services/customers/index.ts';

/** How a jeweller of the demo buys in one line: pieces it likes to have, dollars a piece, and how it goes with them. */
export type Habit = { pieces: number; dollars: readonly [number, number] };

/** An invented jeweller. `joins`: days after the demo's first day. */
export type DemoCustomer = {
  customerId: number;
  joins: number;
  identity: CustomerIdentity;
  access: CustomerAccess;
  terms: CustomerTerms;
  accounts: AccountCode[];
  markups: RetailMarkup[];
  habits: Partial<Record<Line, Habit>>;
  /** Of what it has for some weeks: the share that it sells and does not return. */
  sells: number;
};

/** The jeweller of `demo-customer`. */
export const DEMO_CUSTOMER = 7;
export const DEMO_REP_EMAIL = 'demo-rep@example.com';
const OTHER_REP_EMAIL = 'sales.west@example.com';

const percent = (value: number): number => value * 10_000;
const dollars = (value: number): number => value * 100;

const terms = (
  minimum: number,
  maximum: number,
  feeRate: number,
  more: Partial<CustomerTerms> = {},
): CustomerTerms => ({
  ...NEW_CUSTOMER_TERMS,
  minInventoryCents: dollars(minimum),
  maxInventoryCents: dollars(maximum),
  giaRoundDiscountPpm: percent(2),
  gracePeriodDays: 3,
  paymentDays: 30,
  normalRebatePpm: percent(1),
  hafRebatePpm: percent(1.5),
  lgRebatePpm: percent(2),
  fcRebatePpm: percent(1),
  feeRatePpm: percent(feeRate),
  lgFeeRatePpm: percent(2),
  fcFeeRatePpm: percent(0.8),
  hafPct1Ppm: percent(10),
  hafPct2Ppm: percent(20),
  ...more,
});

const access = (more: Partial<CustomerAccess>): CustomerAccess => ({
  allowLogin: true,
  allowActions: true,
  fmAllowed: false,
  lgAllowed: false,
  fcAllowed: false,
  legend: false,
  ...more,
});

const identity = (
  name: string,
  legalName: string,
  mail: string,
  salesRepEmail: string,
): CustomerIdentity => ({
  name,
  legalName,
  email: `owner@${mail}.example.com`,
  salesRepEmail,
  bigName: name.toUpperCase(),
});

/** One account for both kinds of documents; `elsewhere` adds one at another instance. */
function accounts(customerId: number, elsewhere?: 'ANTWERP' | 'MUMBAI' | 'NEW_YORK'): AccountCode[] {
  const number = (first: number): string =>
    `${first}-${String(customerId).padStart(2, '0')}-${String(4000 + customerId * 37)}`;
  const own: AccountCode = { dxInstance: 'VITRINE', accountCode: number(10), docTypes: ['INVOICE', 'MEMO'] };
  return elsewhere ? [own, { dxInstance: elsewhere, accountCode: number(20), docTypes: ['MEMO'] }] : [own];
}

/** Retail markups by value, and one for jewellery: rising as prices fall. */
function markups(loose: readonly [number, number, number], mounted: number): RetailMarkup[] {
  const row = (from: number, to: number | null, markup: number): RetailMarkup => ({
    type: 'value',
    minWeight: null,
    maxWeight: null,
    minValueCents: dollars(from),
    maxValueCents: to === null ? null : dollars(to),
    productTypes: ['LOOSE', 'LAB_GROWN', 'FANCY_COLOUR'],
    markupPpm: percent(markup),
  });
  const [low, middle, high] = loose;
  const all: RetailMarkup = {
    type: 'weight',
    minWeight: 0,
    maxWeight: null,
    minValueCents: null,
    maxValueCents: null,
    productTypes: ['MOUNTED'],
    markupPpm: percent(mounted),
  };
  return [row(0, 2_000, low), row(2_000, 10_000, middle), row(10_000, null, high), all];
}

const natural = (pieces: number, low: number, high: number): Partial<Record<Line, Habit>> => ({
  natural: { pieces, dollars: [low, high] },
});
const labGrown = (pieces: number): Partial<Record<Line, Habit>> => ({
  labGrown: { pieces, dollars: [150, 4_000] },
});
const fancyColour = (pieces: number): Partial<Record<Line, Habit>> => ({
  fancyColour: { pieces, dollars: [800, 22_000] },
});
const jewellery = (pieces: number): Partial<Record<Line, Habit>> => ({
  jewellery: { pieces, dollars: [400, 9_000] },
});

/** The demo's jewellers; number 1 is the house itself (product: Reassort screen). */
export const DEMO_CUSTOMERS: readonly DemoCustomer[] = [
  {
    customerId: 1,
    joins: 0,
    identity: identity('Vitrine House Account', 'Vitrine Inventory Services LLC', 'house', ''),
    access: access({ fmAllowed: true, lgAllowed: true, fcAllowed: true }),
    terms: NEW_CUSTOMER_TERMS,
    accounts: accounts(1),
    markups: [],
    habits: {},
    sells: 0,
  },
  {
    customerId: 2,
    joins: 10,
    identity: identity(
      'Alder & Pine Jewelers',
      'Alder & Pine Jewelers LLC, Portland OR',
      'alderpine',
      OTHER_REP_EMAIL,
    ),
    access: access({ lgAllowed: true }),
    terms: terms(20_000, 90_000, 1.1),
    accounts: accounts(2),
    markups: markups([110, 85, 60], 120),
    habits: { ...natural(5, 600, 7_000), ...labGrown(5) },
    sells: 0.25,
  },
  {
    customerId: 3,
    joins: 0,
    identity: identity(
      'Beacon Hill Goldsmiths',
      'Beacon Hill Goldsmiths Inc., Boston MA',
      'beaconhill',
      DEMO_REP_EMAIL,
    ),
    access: access({ fmAllowed: true, fcAllowed: true, legend: true }),
    terms: terms(60_000, 320_000, 0.9, { giaRoundDiscountPpm: percent(3) }),
    accounts: accounts(3, 'ANTWERP'),
    markups: markups([95, 75, 55], 100),
    habits: { ...natural(7, 3_000, 30_000), ...fancyColour(4) },
    sells: 0.3,
  },
  {
    customerId: 4,
    joins: 45,
    identity: identity(
      'Cactus Flower Fine Jewelry',
      'Cactus Flower Fine Jewelry LLC, Tucson AZ',
      'cactusflower',
      OTHER_REP_EMAIL,
    ),
    access: access({ lgAllowed: true }),
    terms: terms(0, 45_000, 1.25, { gracePeriodDays: 0 }),
    accounts: accounts(4),
    markups: markups([130, 100, 70], 130),
    habits: { ...natural(3, 500, 4_000), ...labGrown(4), ...jewellery(5) },
    sells: 0.2,
  },
  {
    customerId: 5,
    joins: 120,
    identity: identity(
      'Dockside Diamonds',
      'Dockside Diamonds Co., Charleston SC',
      'dockside',
      DEMO_REP_EMAIL,
    ),
    access: access({ fmAllowed: true }),
    terms: terms(25_000, 140_000, 1),
    accounts: accounts(5),
    markups: markups([100, 80, 60], 110),
    habits: { ...natural(6, 1_000, 14_000), ...jewellery(4) },
    sells: 0.25,
  },
  {
    customerId: 6,
    joins: 0,
    identity: identity(
      'Evanston Gem Company',
      'Evanston Gem Company Inc., Evanston IL',
      'evanstongem',
      OTHER_REP_EMAIL,
    ),
    access: access({ fcAllowed: true }),
    terms: terms(30_000, 0, 1),
    accounts: accounts(6, 'NEW_YORK'),
    markups: [],
    habits: { ...natural(5, 2_000, 16_000), ...fancyColour(3) },
    sells: 0.25,
  },
  {
    customerId: 7,
    joins: 0,
    identity: identity(
      'Harbor Light Jewelers',
      'Harbor Light Jewelers LLC, Annapolis MD',
      'harborlight',
      DEMO_REP_EMAIL,
    ),
    access: access({ fmAllowed: true, lgAllowed: true, fcAllowed: true, legend: true }),
    terms: terms(60_000, 190_000, 1, { memoDays: 90 }),
    accounts: accounts(7, 'ANTWERP'),
    markups: markups([120, 90, 65], 115),
    habits: { ...natural(17, 1_500, 9_500), ...labGrown(5), ...fancyColour(2), ...jewellery(6) },
    sells: 0.3,
  },
  {
    customerId: 8,
    joins: 200,
    identity: identity(
      'Lakeside & Sons',
      'Lakeside & Sons Jewelers Inc., Milwaukee WI',
      'lakeside',
      DEMO_REP_EMAIL,
    ),
    access: access({ lgAllowed: true }),
    terms: terms(10_000, 60_000, 1.2),
    accounts: accounts(8),
    markups: markups([115, 90, 65], 120),
    habits: { ...natural(4, 700, 6_000), ...labGrown(3), ...jewellery(3) },
    sells: 0.2,
  },
  {
    customerId: 9,
    joins: 75,
    identity: identity(
      'Magnolia Row Jewelers',
      'Magnolia Row Jewelers LLC, Savannah GA',
      'magnoliarow',
      OTHER_REP_EMAIL,
    ),
    access: access({}),
    terms: terms(15_000, 80_000, 1.1),
    accounts: accounts(9),
    markups: markups([105, 85, 60], 110),
    habits: { ...natural(5, 900, 9_000) },
    sells: 0.25,
  },
  {
    customerId: 10,
    joins: 330,
    identity: identity(
      'Sierra Vista Diamonds',
      'Sierra Vista Diamonds Inc., Reno NV',
      'sierravista',
      DEMO_REP_EMAIL,
    ),
    access: access({ fmAllowed: true, lgAllowed: true }),
    terms: terms(0, 70_000, 1.15),
    accounts: accounts(10, 'MUMBAI'),
    markups: [],
    habits: { ...natural(4, 1_000, 9_000), ...labGrown(3) },
    sells: 0.2,
  },
];

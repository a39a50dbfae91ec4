import type { CustomerTerms } from '#contracts/events/index.ts';
import { addDays, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { PriceList } from '#services/prices/index.ts';
import { demoPriceList } from './demo-price-list.ts';
import { DEMO_CUSTOMER, DEMO_CUSTOMERS, type DemoCustomer } from './demo-customers.ts';
import { modelSteps, ON_BACK_ORDER } from './demo-models.ts';
import { DEMO_VENDORS } from './demo-vendors.ts';
import { diary } from './diary.ts';
import { INCIDENTS, lastRound } from './incidents.ts';
import { paperwork } from './paperwork.ts';
import { random } from '#services/platform/random.ts';
import { shelves } from './shelves.ts';
import { piecePrices, planStock, stockSteps } from './stock-plan.ts';
import { actorFor, ask, suitable, tradeOfRound, type Round, type Trade } from './trade-plan.ts';
import type { Moment, Step } from './steps.ts';
import { desireSteps } from './desires.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';

/** Two years, the last day being yesterday. */
const DAYS = 730;
const FIRST_ROUND = 5;
const ROUND_EVERY = 21;
/** The demo's jeweller fills its shelves once more three days before the end, so that every run ends alike. */
const FILL_BEFORE_END = 3;
/** Customers that leave a request open at the end. */
const OPEN_AT_END = [DEMO_CUSTOMER, 3, 5];
const IN_CART = { natural: 3, labGrown: 1, fancyColour: 1, jewellery: 2 } as const;

/** New terms: recorded on `day`, in force from `from`. */
const TERMS: readonly {
  day: number;
  customerId: number;
  from: number;
  changes: Partial<CustomerTerms>;
  reason: string;
}[] = [
  {
    day: 300,
    customerId: 2,
    from: 301,
    changes: { feeRatePpm: 10_500 },
    reason: 'A year without a late payment.',
  },
  {
    day: 366,
    customerId: DEMO_CUSTOMER,
    from: 367,
    changes: { feeRatePpm: 9_500, paymentDays: 45 },
    reason: 'Renewed for a second year.',
  },
  {
    day: 400,
    customerId: DEMO_CUSTOMER,
    from: 401,
    changes: { maxInventoryCents: 22_000_000 },
    reason: 'A second shop window.',
  },
  {
    day: 450,
    customerId: 3,
    from: 430,
    changes: { giaRoundDiscountPpm: 35_000 },
    reason: 'As agreed at the fair.',
  },
  {
    day: 520,
    customerId: 5,
    from: 521,
    changes: { minInventoryCents: 3_000_000 },
    reason: 'Minimum raised with the assortment.',
  },
];
const VENDOR_TERMS = { day: 420, vendorId: 1, from: 421, changes: { saleSharePpm: 300_000 } } as const;

export type DemoPlan = { prices: PriceList; moments: readonly Moment[] };

/**
 * The demo's two years, ending the day before `today`: who did what, when, in the order recorded. Pure: the same for
 * the same seed, day and time zone.
 */
export function planDemo(seed: number, today: HouseDay, zone: string): DemoPlan {
  const source = random(seed);
  const prices = demoPriceList(`${addDays(today, -1).slice(0, 8)}01`);
  const days = diary(addDays(today, -DAYS), zone);
  const terms = new Map(DEMO_CUSTOMERS.map((customer) => [customer.customerId, customer.terms]));
  const customerOf = (customerId: number): DemoCustomer =>
    DEMO_CUSTOMERS.find((one) => one.customerId === customerId)!;
  const trade: Trade = {
    random: source.fork('trade'),
    diary: days,
    shelves: shelves(),
    papers: paperwork(source.fork('papers'), customerOf),
    customerOf,
    termsOf: (customerId) => terms.get(customerId)!,
  };
  const stock = planStock(source.fork('stock'), prices);
  const waves = new Map(stock.map((wave) => [wave.day, wave]));
  const ofModels = piecePrices(stock);
  const time = source.fork('time');
  const last = DAYS - 1;

  for (let day = 0; day <= last; day += 1) {
    if (day === 0)
      days.write(
        days.instant(day, 7, 30),
        DEMO_VENDORS.map(({ vendorId, settings, terms: given }) => ({
          kind: 'register-vendor',
          vendorId,
          settings,
          terms: given,
        })),
      );
    const joining = DEMO_CUSTOMERS.filter((customer) => customer.joins === day);
    days.write(
      days.instant(day, 8, 0),
      joining.map(({ customerId, identity, access, terms: given }) => ({
        kind: 'register-customer',
        customerId,
        identity,
        access,
        terms: given,
      })),
    );
    days.write(days.instant(day, 8, 5), joining.flatMap(settingUp));
    days.write(days.instant(day, 8, 15), modelSteps(day, ofModels));
    const wave = waves.get(day);
    if (wave) {
      days.write(days.instant(day, 8, 30), stockSteps(wave.parcels.filter(trade.shelves.offer)));
    }
    days.write(days.instant(day, 8, 45), closing(day, days.day(day)));
    days.write(days.instant(day, 9, time.int(10, 29)), days.due(day, 'corrections'));
    days.write(days.instant(day, 9, time.int(35, 55)), newTerms(day, days.day, terms));
    const round = roundOf(day, last);
    if (round) {
      // What a request may add is judged by what stood before: the figures of the moment's beginning.
      const exposures = new Map<number, Cents>(
        DEMO_CUSTOMERS.map(({ customerId }) => [customerId, trade.shelves.exposure(customerId)]),
      );
      const steps = DEMO_CUSTOMERS.filter((customer) => customer.joins < day).flatMap((customer) =>
        intentsOf(trade, customer, round, last),
      );
      days.write(days.instant(day, time.int(10, 15), time.int(0, 59)), steps, exposures);
    }
    days.write(days.instant(day, 16, 20), desireSteps(trade, last - day));
    days.write(days.instant(day, 17, time.int(0, 59)), days.due(day, 'documents'));
    if (day === last)
      days.write(days.instant(day, 19, 12), [...carts(trade), ...backOrders(trade), ...suspended(trade)]);
  }
  return { prices, moments: days.moments };
}

function settingUp({ customerId, accounts, markups }: DemoCustomer): Step[] {
  const assigned = accounts.map((account): Step => ({ kind: 'assign-account', customerId, account }));
  return markups.length === 0 ? assigned : [...assigned, { kind: 'set-markups', customerId, rows: markups }];
}

/** On the third of each month the one before is billed, to those who were there. */
function closing(day: number, today: HouseDay): Step[] {
  if (!today.endsWith('-03')) return [];
  const month = addMonths(monthOf(today), -1);
  const there = DEMO_CUSTOMERS.filter((customer) => customer.joins < day - 2);
  return there.map(({ customerId }) => ({ kind: 'close-month', customerId, month }));
}

function newTerms(
  day: number,
  dayOf: (index: number) => HouseDay,
  terms: Map<number, CustomerTerms>,
): Step[] {
  const changed = TERMS.filter((change) => change.day === day);
  for (const { customerId, changes } of changed)
    terms.set(customerId, { ...terms.get(customerId)!, ...changes });
  const steps: Step[] = changed.map(({ customerId, from, changes, reason }) => ({
    kind: 'change-terms',
    customerId,
    changes,
    effectiveAt: dayOf(from),
    reason,
  }));
  if (VENDOR_TERMS.day !== day) return steps;
  return [
    ...steps,
    {
      kind: 'change-vendor-terms',
      vendorId: VENDOR_TERMS.vendorId,
      changes: VENDOR_TERMS.changes,
      effectiveAt: dayOf(VENDOR_TERMS.from),
    },
  ];
}

function roundOf(day: number, last: number): Round | null {
  const sinceFirst = day - FIRST_ROUND;
  const number = Math.floor(sinceFirst / ROUND_EVERY);
  const regular = sinceFirst >= 0 && sinceFirst % ROUND_EVERY === 0 && day <= last - ROUND_EVERY;
  return regular || day === last || day === last - FILL_BEFORE_END ? { number, day } : null;
}

function intentsOf(trade: Trade, customer: DemoCustomer, round: Round, last: number): Step[] {
  if (round.day === last)
    return OPEN_AT_END.includes(customer.customerId) ? lastRound(trade, customer, round) : [];
  if (round.day === last - FILL_BEFORE_END)
    return customer.customerId === DEMO_CUSTOMER ? filledUp(trade, customer, round) : [];
  const incidents = INCIDENTS.filter(
    (incident) => incident.round === round.number && incident.customerId === customer.customerId,
  );
  return [
    ...incidents.flatMap(({ happens }) => happens(trade, customer, round)),
    ...tradeOfRound(trade, customer, round),
  ];
}

/** As many pieces as the customer likes to have, in every line. */
function filledUp(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const budget = { spent: 0, exposure: trade.shelves.exposure(customer.customerId) };
  return LINES.flatMap((line) => {
    const habit = customer.habits[line];
    if (!habit) return [];
    const has = trade.shelves
      .spells(customer.customerId)
      .filter((spell) => spell.line === line && ['requested', 'held'].includes(spell.state)).length;
    return ask(trade, customer, line, habit, habit.pieces - has, round, budget);
  });
}

/** A document on an account that no customer has, for a stone that is there. */
function suspended(trade: Trade): Step[] {
  const [parcel] = trade.shelves.free('natural');
  return parcel ? [{ kind: 'suspense', parcelName: parcel.offer.parcelName }] : [];
}

function backOrders(trade: Trade): Step[] {
  return ON_BACK_ORDER.map(({ customerId, ...order }) => ({
    kind: 'request-models',
    actor: actorFor(trade.random, trade.customerOf(customerId)),
    customerId,
    ...order,
  }));
}

function carts(trade: Trade): Step[] {
  const customer = trade.customerOf(DEMO_CUSTOMER);
  return LINES.flatMap((line): Step[] => {
    const habit = customer.habits[line];
    const parcelNames = habit ? suitable(trade, customer, line, habit).slice(0, IN_CART[line]) : [];
    return parcelNames.length === 0
      ? []
      : [
          {
            kind: 'cart',
            actor: actorFor(trade.random, customer),
            customerId: customer.customerId,
            line,
            parcelNames,
          },
        ];
  });
}

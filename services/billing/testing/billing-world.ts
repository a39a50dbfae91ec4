import type { Bill, CalculatedBill, Cut, Override } from '#contracts/billing/index.ts';
import type { CustomerTerms, StoneAttributes, VendorTerms } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, type ParcelState, type StoneFact } from '#contracts/lifecycle/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { HOUR_MS, startOfHouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { DocType, Intent } from '#contracts/vocabulary/statuses.ts';
import {
  accountsOf,
  type Accounts,
  type BillingFacts,
  type CustomerTermsFact,
  type TermsFact,
} from '../calculation/account.ts';

/** Worlds of one customer as a finance person tells them: what is recorded, one thing after the other. */

export const ZONE = 'America/New_York';
export const CUSTOMER = 7;

/** The terms of the worked example (rule: Worked bill). */
export const EXAMPLE_TERMS: CustomerTerms = {
  minInventoryCents: 5_000_000,
  maxInventoryCents: 0,
  giaRoundDiscountPpm: 20_000,
  gracePeriodDays: 3,
  paymentDays: 30,
  normalRebatePpm: 0,
  hafRebatePpm: 0,
  lgRebatePpm: 0,
  fcRebatePpm: 10_000,
  feeRatePpm: 10_000,
  lgFeeRatePpm: 20_000,
  fcFeeRatePpm: 8_000,
  hafPct1Ppm: 100_000,
  hafPct2Ppm: 200_000,
};
export const EXAMPLE_VENDOR: VendorTerms = {
  markupPpm: 80_000,
  ourDeploymentCostCents: 3_500,
  feeSharePpm: 500_000,
  rebateSharePpm: 500_000,
  saleSharePpm: 250_000,
};

export type StoneSpec = {
  line?: Line;
  attributes?: Partial<StoneAttributes>;
  listCents: number;
  costCents?: number;
  vendorId?: number;
};

type Data<Type extends StoneFact['type']> = Extract<StoneFact, { type: Type }>['data'];

/** A world that records facts, each at the next log position. `at` of a fact is its business time: a house day or an instant. */
export function world(terms: CustomerTerms = EXAMPLE_TERMS, vendor: VendorTerms = EXAMPLE_VENDOR) {
  let position = 0;
  let now = '2026-01-01T12:00:00.000Z';
  const parcels = new Map<string, ParcelState>();
  const customerTerms: CustomerTermsFact[] = [];
  const vendors = new Map<number, TermsFact<VendorTerms>[]>();
  const bills: Bill[] = [];

  const recorded = () => ({ recordedAt: now, position: ++position, eventId: `e-${position}`, by: 'admin' });

  function record<Type extends StoneFact['type']>(
    parcelName: string,
    type: Type,
    data: Data<Type>,
    id?: string,
  ): string {
    const { recordedAt, position: at, eventId, by } = recorded();
    const fact = { type, data, id: id ?? eventId, position: at, recordedAt, by } as StoneFact;
    parcels.set(parcelName, evolveParcel(parcels.get(parcelName) ?? emptyParcel(parcelName), fact));
    return fact.id;
  }

  const self = {
    /** What is recorded from now on is recorded then. */
    recordingAt(instant: string) {
      now = instant;
      return self;
    },
    registered(at = '2026-01-01T12:00:00.000Z', customer = terms) {
      customerTerms.push({ ...recorded(), effectiveAt: at, changes: customer });
      return self;
    },
    vendor(vendorId = 1, vendorTerms = vendor, at = '2026-01-01T12:00:00.000Z') {
      const rows = vendors.get(vendorId) ?? [];
      vendors.set(vendorId, [...rows, { ...recorded(), effectiveAt: at, changes: vendorTerms }]);
      return self;
    },
    vendorTerms(changes: Partial<VendorTerms>, at: string, vendorId = 1) {
      vendors.get(vendorId)!.push({ ...recorded(), effectiveAt: at, changes });
      return self;
    },
    terms(changes: Partial<CustomerTerms>, at: string, reason?: string) {
      customerTerms.push({ ...recorded(), effectiveAt: at, changes, reason });
      return self;
    },
    /** Billing begins with a month, with what was owed before. */
    begins(month: string, balanceCents: number) {
      const at = recorded();
      customerTerms.push({ ...at, effectiveAt: now, changes: {}, opening: { month, balanceCents } });
      return self;
    },
    stone(
      parcelName: string,
      { line = 'natural', attributes = {}, listCents, costCents, vendorId = 1 }: StoneSpec,
    ) {
      record(parcelName, 'StoneListed', {
        parcelName,
        line,
        vendorId,
        attributes: { weight: 1000, ...attributes },
        costCents: costCents ?? Math.round(listCents / 1.08),
        totalCents: listCents,
        vendorAvailability: 'IN_STOCK',
        effectiveAt: '2026-01-01T12:00:00.000Z',
      });
      return self;
    },
    /** The vendor describes it otherwise. */
    described(parcelName: string, attributes: Partial<StoneAttributes>, at: string) {
      const known = parcels.get(parcelName)!.attributes;
      record(parcelName, 'StoneDescribed', {
        attributes: { ...known, ...attributes },
        effectiveAt: noonOf(at),
      });
      return self;
    },
    /** A document of the trading system at the amount given; gives its event id. */
    document(
      docType: DocType,
      parcelName: string,
      at: string,
      {
        docNo = `${parcelName}-${at}`,
        version = 1,
        amountCents = 0,
        customerId = CUSTOMER,
        id,
      }: {
        docNo?: string;
        version?: number;
        amountCents?: number | null;
        customerId?: number;
        id?: string;
      } = {},
    ): string {
      const data = {
        instance: 'VITRINE',
        docType,
        docNo,
        line: 1,
        version,
        customerId,
        accountCode: '01-01-0001',
        amountCents,
        giaRoundDiscountPpm: terms.giaRoundDiscountPpm,
        effectiveAt: at,
      };
      return record(parcelName, 'DocumentReceived', data, id);
    },
    /** A REQUEST at a price frozen in cents. */
    request(parcelName: string, at: string, cents: number): string {
      const { attributes } = parcels.get(parcelName)!;
      const frozen = {
        customerPriceCents: cents,
        listPriceCents: cents,
        costCents: Math.round(cents / 1.08),
        giaRoundDiscountPpm: 0,
        attributes,
      };
      const data = { customerId: CUSTOMER, instructionId: 'i', effectiveAt: noonOf(at), frozen };
      return record(parcelName, 'StoneRequested', data);
    },
    intent(action: Exclude<Intent, 'REQUEST'>, parcelName: string, at: string, id?: string): string {
      const effectiveAt = at.length === 10 ? noonOf(at) : at;
      const data = { customerId: CUSTOMER, instructionId: 'i', effectiveAt };
      return record(parcelName, action === 'SOLD' ? 'StoneSold' : 'StoneReturned', data, id);
    },
    undo(parcelName: string, eventId: string, reason = 'a mistake'): string {
      return record(parcelName, 'EventUndone', { eventId, reason, effectiveAt: now });
    },
    changeDate(parcelName: string, eventId: string, newDate: string, reason = 'a wrong date'): string {
      return record(parcelName, 'EventDateChanged', { eventId, newDate, reason, effectiveAt: now });
    },
    reprice(parcelName: string, priceCents: number, at: string): string {
      return record(parcelName, 'SpellRepriced', {
        customerId: CUSTOMER,
        customerPriceCents: priceCents,
        listPriceCents: priceCents,
        costCents: Math.round(priceCents / 1.08),
        reason: 'agreed',
        effectiveAt: noonOf(at),
      });
    },
    /** Closes a month as computed: the bill is recorded at the next position. */
    issue(bill: CalculatedBill): Bill {
      const { recordedAt, position: at, eventId, by } = recorded();
      const version = bills.filter(({ month }) => month === bill.month).length + 1;
      const issued = { ...bill, version, issuedAt: recordedAt, eventId, position: String(at), issuedBy: by };
      bills.push(issued);
      return issued;
    },
    facts: (): BillingFacts => ({
      customerId: CUSTOMER,
      terms: [...customerTerms],
      parcels: [...parcels.values()].sort((a, b) => compareText(a.parcelName, b.parcelName)),
      vendors: new Map(vendors),
      bills: [...bills],
    }),
    accounts: (): Accounts => accountsOf(self.facts(), ZONE),
    cut: (): Cut => ({ position: String(position), recordedAt: now }),
  };
  return self;
}

const noonOf = (day: string): string =>
  new Date(Date.parse(startOfHouseDay(day, ZONE)) + 12 * HOUR_MS).toISOString();

/** The worked example's April: stones A to D with their vendors (rule: Worked bill). */
export function exampleWorld() {
  const given = world().registered().vendor(1).vendor(2);
  given.stone('A', { attributes: { lab: 'GIA', shapeCode: 'RD' }, listCents: 1_000_000, vendorId: 2 });
  given.stone('B', { attributes: { shapeCode: 'IDC' }, listCents: 600_000 });
  given.stone('C', { line: 'labGrown', listCents: 150_000, vendorId: 2 });
  given.stone('D', { line: 'fancyColour', listCents: 2_000_000, costCents: 1_851_852 });
  given.document('MEMO', 'A', '2026-03-02', { amountCents: 980_000 });
  given.document('MEMO', 'C', '2026-03-02', { amountCents: 150_000 });
  given.document('MEMO', 'D', '2026-03-02', { amountCents: 2_000_000 });
  given.document('MEMO', 'B', '2026-04-11', { amountCents: 600_000 });
  given.intent('RETURN', 'C', '2026-04-16');
  given.document('RETURN_MEMO', 'C', '2026-04-18', { amountCents: 150_000, docNo: 'RC' });
  given.intent('SOLD', 'D', '2026-04-21');
  given.document('INVOICE', 'D', '2026-04-23', { amountCents: 2_000_000 });
  return given.recordingAt('2026-05-01T12:00:00.000Z');
}

export const lineOverride = (lineKey: string, valueCents: number): Override => ({
  target: 'LINE',
  customerId: CUSTOMER,
  lineKey,
  valueCents,
  reason: 'agreed by phone',
});

// What is made of bills is tested with real ones.
export { calculateBill } from '../calculation/calculate-bill.ts';
export { vendorStatement } from '../calculation/vendor-statements.ts';

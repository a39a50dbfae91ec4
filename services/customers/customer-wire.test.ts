import { expect, test } from 'vitest';
import type { CustomerRecord } from '#projections/customers/index.ts';
import { customerSchema } from '#contracts/api/customers.ts';
import { customerWire, withFigures } from './customer-wire.ts';
import { NEW_CUSTOMER_TERMS } from './register-customer.ts';

const recorded = { recordedAt: '2026-01-01T00:00:00.000Z', position: 1, eventId: 'e-1', by: 'admin' };
const record: CustomerRecord = {
  customerId: 7,
  registeredAt: '2026-01-01T00:00:00.000Z',
  identity: {
    name: 'Harbor',
    legalName: 'Harbor LLC',
    email: 'h@x.example',
    salesRepEmail: 'r@x.example',
    bigName: 'HARBOR',
  },
  access: {
    allowLogin: true,
    allowActions: true,
    fmAllowed: false,
    lgAllowed: true,
    fcAllowed: false,
    legend: false,
  },
  terms: [
    {
      ...recorded,
      effectiveAt: '2026-01-01T00:00:00.000Z',
      changes: {
        ...NEW_CUSTOMER_TERMS,
        maxInventoryCents: 12_345_650,
        feeRatePpm: 9_500,
        giaRoundDiscountPpm: 20_000,
      },
    },
    { ...recorded, position: 2, effectiveAt: '2026-06-01', changes: { feeRatePpm: 12_500 } },
  ],
  accountPeriods: [],
  accounts: [
    { dxInstance: 'VITRINE', accountCode: '10-07-0001', docTypes: ['INVOICE', 'MEMO'], position: 3 },
  ],
  retailMarkups: [],
};
const wire = (values: boolean, terms: boolean, today = '2026-05-31', printedTerms = false) =>
  customerSchema.parse(
    withFigures(
      customerWire(record, { values, terms, printedTerms }, today, 'America/New_York'),
      { currentlyHolding: 987_654, firstAction: '2026-02-01' },
      { values },
    ),
  );

test('an administrator sees dollars, percent and accounts', () => {
  expect(wire(true, true)).toMatchObject({
    customerId: 7,
    name: 'Harbor',
    lgAllowed: true,
    maxInventory: 123_456.5,
    minInventory: 0,
    currentlyHolding: 9_876.54,
    firstAction: '2026-02-01',
    feeRate: 0.95,
    giaRoundDiscount: 2,
    accountCodes: [{ dxInstance: 'VITRINE', accountCode: '10-07-0001', docType: 'INVOICE,MEMO' }],
  });
});

test('the terms are those in force today', () => {
  expect([wire(true, true).feeRate, wire(true, true, '2026-06-01').feeRate]).toEqual([0.95, 1.25]);
});

test('a rep sees limits and holding, no terms and no accounts: they are left out', () => {
  const seen = wire(true, false);
  expect(seen.maxInventory).toBe(123_456.5);
  for (const hidden of ['feeRate', 'paymentDays', 'accountCodes', 'giaRoundDiscount'])
    expect(seen).not.toHaveProperty(hidden);
});

test('who acts for a customer sees the terms that its memos print, and no others', () => {
  const { gracePeriodDays, paymentDays } = NEW_CUSTOMER_TERMS;
  const seen = wire(true, false, '2026-05-31', true);
  expect(seen).toMatchObject({ gracePeriodDays, paymentDays });
  expect(Object.keys(seen)).toHaveLength(Object.keys(wire(true, false)).length + 2);
});

test('who sees no prices sees no limits and no holding', () => {
  for (const hidden of ['maxInventory', 'minInventory', 'currentlyHolding', 'feeRate'])
    expect(wire(false, false)).not.toHaveProperty(hidden);
});

import { expect, test } from 'vitest';
import type { CustomerEdit } from '#contracts/api/customer-edits.ts';
import { evolveCustomer, newCustomer, type CustomerState } from '#contracts/customer/index.ts';
import type { CustomerEvent, RetailMarkup } from '#contracts/events/index.ts';
import { asRecorded } from '#contracts/events/testing/as-recorded.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { contentVersion } from '#services/platform/commands/index.ts';
import { givenFrom } from '#services/platform/testing/given.ts';
import { assignAccountCode } from './assign-account-code.ts';
import { changeAccess } from './change-access.ts';
import { changeIdentity } from './change-identity.ts';
import { changeTerms } from './change-terms.ts';
import { editCustomer, newCustomerEvents } from './edit-customer.ts';
import { registerCustomer } from './register-customer.ts';
import { removeAccountCode } from './remove-account-code.ts';
import { setRetailMarkups } from './set-retail-markups.ts';

const onDay = (day: number): string => `2026-03-0${day}T15:00:00.000Z`;
const AT = onDay(1);
const ZONE = 'America/New_York';
const ACCOUNT = { dxInstance: 'VITRINE', accountCode: '10-07-0001', docTypes: ['MEMO' as const] };

const given = givenFrom<CustomerState, CustomerEvent>(newCustomer(7), (state, event, index) =>
  evolveCustomer(state, asRecorded(event, index)),
);
const registered = registerCustomer(
  newCustomer(7),
  {
    identity: { name: 'Harbor Light' },
    terms: { feeRatePpm: 10_000, minInventoryCents: 100, maxInventoryCents: 500 },
  },
  AT,
);

test('a new customer has its defaults (product: Customer)', () => {
  const [event] = registerCustomer(newCustomer(7), { identity: { name: 'Harbor Light' } }, AT);
  expect(event).toMatchObject({
    type: 'CustomerRegistered',
    data: {
      customerId: 7,
      identity: { name: 'Harbor Light', legalName: 'Harbor Light', bigName: 'Harbor Light' },
      effectiveAt: AT,
      access: {
        allowLogin: true,
        allowActions: false,
        fmAllowed: false,
        lgAllowed: false,
        fcAllowed: false,
        legend: false,
      },
      terms: { minInventoryCents: 0, maxInventoryCents: 0, feeRatePpm: 0 },
    },
  });
});

test('a customer is registered once, with a name, its minimum not above its maximum', () => {
  given(...registered)
    .when(registerCustomer, { identity: { name: 'Again' } }, AT)
    .thenRefused({ status: 409, field: 'customerId' });
  const withMinimum = (minInventoryCents: number) => ({
    identity: { name: 'Low' },
    terms: { minInventoryCents, maxInventoryCents: 500 },
  });
  given().when(registerCustomer, withMinimum(501), AT).thenRefused({ status: 422, field: 'minInventory' });
  expect(registerCustomer(newCustomer(7), withMinimum(500), AT)).toHaveLength(1);
  given()
    .when(registerCustomer, { identity: { name: '' } }, AT)
    .thenRefused({ status: 422, field: 'name' });
});

test('only what differs is recorded, and nothing when nothing does', () => {
  const customer = given(...registered);
  customer
    .when(changeIdentity, { changes: { name: 'Harbor Light', email: 'a@b.example' } }, AT)
    .then([
      { type: 'CustomerIdentityChanged', data: { changes: { email: 'a@b.example' }, effectiveAt: AT } },
    ]);
  customer
    .when(changeAccess, { changes: { lgAllowed: true, allowLogin: true } }, AT)
    .then([{ type: 'CustomerAccessChanged', data: { changes: { lgAllowed: true }, effectiveAt: AT } }]);
  customer.when(changeIdentity, { changes: { name: 'Harbor Light' } }, AT).then([]);
  customer.when(changeAccess, { changes: {} }, AT).then([]);
});

test('terms carry the changed fields alone, from their own date on', () => {
  const change = {
    changes: { feeRatePpm: 12_000, gracePeriodDays: 0 },
    effectiveAt: '2026-04-01',
    reason: 'second year',
  };
  const changed: CustomerEvent = {
    type: 'CustomerTermsChanged',
    data: { changes: { feeRatePpm: 12_000 }, effectiveAt: '2026-04-01', reason: 'second year' },
  };
  given(...registered)
    .when(changeTerms, change, ZONE)
    .then([changed]);
  const { terms } = given(...registered, changed).state.record!;
  expect([
    termsAt(terms, '2026-03-31', ZONE).feeRatePpm,
    termsAt(terms, '2026-04-01', ZONE).feeRatePpm,
  ]).toEqual([10_000, 12_000]);
  given(...registered, changed)
    .when(changeTerms, change, ZONE)
    .then([]);
  // Before its date the old terms are in force: there the same figures are a change.
  const earlier = '2026-03-15';
  given(...registered, changed)
    .when(changeTerms, { ...change, effectiveAt: earlier }, ZONE)
    .then([{ ...changed, data: { ...changed.data, effectiveAt: earlier } }]);
});

test('a change that counts from a day takes effect after the changes recorded of that day before (rule: Billing terms)', () => {
  const at = (effectiveAt: string, feeRatePpm: number): CustomerEvent => ({
    type: 'CustomerTermsChanged',
    data: { changes: { feeRatePpm }, effectiveAt },
  });
  // By the house's clock the evening of 5 May.
  const evening = '2026-05-06T01:00:00.000Z';
  const earlier = given(...registered, at(evening, 12_000), at('2026-05-05T15:00:00.000Z', 11_000));
  const change = { changes: { feeRatePpm: 15_000 }, effectiveAt: '2026-05-05' };
  earlier.when(changeTerms, change, ZONE).then([at(evening, 15_000)]);
  const { terms } = given(...registered, at(evening, 12_000), at(evening, 15_000)).state.record!;
  expect(termsAt(terms, '2026-05-05', ZONE).feeRatePpm).toBe(15_000);
  const otherDay = { ...change, effectiveAt: '2026-05-06' };
  earlier.when(changeTerms, otherDay, ZONE).then([at('2026-05-06', 15_000)]);
  // A time is taken as it is.
  const noon = { ...change, effectiveAt: '2026-05-05T16:00:00.000Z' };
  earlier.when(changeTerms, noon, ZONE).then([at('2026-05-05T16:00:00.000Z', 15_000)]);
});

test.each([
  [{ changes: { feeRatePpm: -1 }, effectiveAt: '2026-04-01' }, 'feeRatePpm'],
  [{ changes: { feeRatePpm: 0.5 }, effectiveAt: '2026-04-01' }, 'feeRatePpm'],
  [{ changes: { giaRoundDiscountPpm: 1_000_001 }, effectiveAt: '2026-04-01' }, 'giaRoundDiscountPpm'],
  [{ changes: { minInventoryCents: 501 }, effectiveAt: '2026-04-01' }, 'minInventory'],
  [{ changes: { feeRatePpm: 1 }, effectiveAt: '2026-02-30' }, 'effectiveAt'],
  [{ changes: { minInventoryCents: 100 }, effectiveAt: '0202-04-01' }, 'effectiveAt'],
])('the terms %o are refused', (change, field) => {
  given(...registered)
    .when(changeTerms, change, ZONE)
    .thenRefused({ status: 422, field });
});

test('a length of memos that was never agreed is 0: a form that says so records nothing (rule: Memo clock)', () => {
  const at = { effectiveAt: '2026-04-01' };
  given(...registered)
    .when(changeTerms, { changes: { memoDays: 0 }, ...at }, ZONE)
    .then([]);
  given(...registered)
    .when(changeTerms, { changes: { memoDays: 60 }, ...at }, ZONE)
    .then([{ type: 'CustomerTermsChanged', data: { changes: { memoDays: 60 }, ...at } }]);
});

test('limits count from before the registration only once they are recorded there (rule: Months of billing)', () => {
  const earlier = { changes: { minInventoryCents: 100, maxInventoryCents: 500 }, effectiveAt: '2026-01-01' };
  const recorded: CustomerEvent = {
    type: 'CustomerTermsChanged',
    data: { changes: { minInventoryCents: 100, maxInventoryCents: 500 }, effectiveAt: '2026-01-01' },
  };
  given(...registered)
    .when(changeTerms, earlier, ZONE)
    .then([recorded]);
  given(...registered, recorded)
    .when(changeTerms, earlier, ZONE)
    .then([]);
  const [without] = registerCustomer(newCustomer(7), { identity: { name: 'Harbor Light' } }, AT);
  given(without!)
    .when(changeTerms, { changes: { minInventoryCents: 0 }, effectiveAt: '2026-01-01' }, ZONE)
    .then([]);
});

test('a maximum of 0 is unset: every minimum goes with it', () => {
  const changes = { minInventoryCents: 900, maxInventoryCents: 0 };
  given(...registered)
    .when(changeTerms, { changes, effectiveAt: AT }, ZONE)
    .then([{ type: 'CustomerTermsChanged', data: { changes, effectiveAt: AT } }]);
});

test('an account is assigned once, may get other document types, and can be removed', () => {
  const both = { ...ACCOUNT, docTypes: ['INVOICE' as const, 'MEMO' as const] };
  const assigned: CustomerEvent = {
    type: 'AccountCodeAssigned',
    data: { account: ACCOUNT, effectiveAt: AT },
  };
  const widened: CustomerEvent = { type: 'AccountCodeAssigned', data: { account: both, effectiveAt: AT } };
  given(...registered)
    .when(assignAccountCode, { account: ACCOUNT }, AT)
    .then([assigned]);
  given(...registered, assigned)
    .when(assignAccountCode, { account: ACCOUNT }, AT)
    .then([]);
  given(...registered, assigned)
    .when(assignAccountCode, { account: { ...ACCOUNT, docTypes: ['MEMO', 'INVOICE'] } }, AT)
    .then([widened]);
  expect(given(...registered, assigned, widened).state.record?.accounts).toMatchObject([both]);
  const [removed] = removeAccountCode(given(...registered, assigned, widened).state, ACCOUNT, AT);
  expect(given(...registered, assigned, widened, removed!).state.record?.accounts).toEqual([]);
  given(...registered)
    .when(removeAccountCode, ACCOUNT, AT)
    .thenRefused({ status: 404, field: 'accountCode' });
});

test('an account that is taken away and given again is held in two periods; elsewhere its code is another account', () => {
  // Given one code at two instances, of which one is taken away, given again and taken away again.
  const elsewhere = { ...ACCOUNT, dxInstance: 'ANTWERP' };
  const assigned = (day: number, account = ACCOUNT): CustomerEvent => ({
    type: 'AccountCodeAssigned',
    data: { account, effectiveAt: onDay(day) },
  });
  const removed = (day: number): CustomerEvent => {
    const { docTypes: _, ...account } = ACCOUNT;
    return { type: 'AccountCodeRemoved', data: { ...account, effectiveAt: onDay(day) } };
  };
  const { record } = given(
    ...registered,
    assigned(2),
    assigned(3, elsewhere),
    removed(4),
    assigned(5),
    removed(6),
  ).state;
  // Then each time keeps its own beginning and end, and the other instance's account goes on.
  expect(record?.accountPeriods).toMatchObject([
    { dxInstance: 'VITRINE', since: onDay(2), until: onDay(4) },
    { dxInstance: 'ANTWERP', since: onDay(3), until: null },
    { dxInstance: 'VITRINE', since: onDay(5), until: onDay(6) },
  ]);
  expect(record?.accounts).toMatchObject([elsewhere]);
});

test.each([
  [{ ...ACCOUNT, accountCode: '10-7-1' }, 'accountCode'],
  [{ ...ACCOUNT, dxInstance: 'LONDON' }, 'dxInstance'],
  [{ ...ACCOUNT, docTypes: [] }, 'docTypes'],
])('the account %o is refused', (account, field) => {
  given(...registered)
    .when(assignAccountCode, { account }, AT)
    .thenRefused({ status: 422, field });
});

const ROW: RetailMarkup = {
  type: 'value',
  minWeight: null,
  maxWeight: null,
  minValueCents: 0,
  maxValueCents: 100_000,
  productTypes: ['LOOSE'],
  markupPpm: 900_000,
};

test('retail markups are not set over others than those that were read; the same ones are', () => {
  const one = given(...registered, { type: 'RetailMarkupsSet', data: { rows: [ROW], effectiveAt: AT } });
  const none = contentVersion([]);
  one.when(setRetailMarkups, { rows: [], expectedVersion: none }, AT).thenRefused({
    status: 409,
    code: 'CHANGED_MEANWHILE',
    message: 'Somebody has changed this list of retail markups since you opened it.',
  });
  one.when(setRetailMarkups, { rows: [ROW], expectedVersion: none }, AT).then([]);
  for (const expectedVersion of [contentVersion([ROW]), null])
    one
      .when(setRetailMarkups, { rows: [], expectedVersion }, AT)
      .then([{ type: 'RetailMarkupsSet', data: { rows: [], effectiveAt: AT } }]);
});

test('retail markups are set whole, and the same ones again are not recorded', () => {
  const set: CustomerEvent = { type: 'RetailMarkupsSet', data: { rows: [ROW], effectiveAt: AT } };
  given(...registered)
    .when(setRetailMarkups, { rows: [ROW] }, AT)
    .then([set]);
  expect(given(...registered, set).state.record?.retailMarkups).toEqual([ROW]);
  given(...registered, set)
    .when(setRetailMarkups, { rows: [ROW] }, AT)
    .then([]);
});

test.each([
  [{ ...ROW, minWeight: 1 }, '1.type'],
  [{ ...ROW, type: 'weight' as const }, '1.type'],
  [{ ...ROW, minValueCents: 100_001 }, '1.minValue'],
  [{ ...ROW, productTypes: [] }, '1.productTypes'],
  [{ ...ROW, markupPpm: -1 }, '1.markupPpm'],
])('the markup row %o is refused', (row, field) => {
  given(...registered)
    .when(setRetailMarkups, { rows: [ROW, row] }, AT)
    .thenRefused({ status: 422, field });
});

test('a markup row of one weight or one value is a row', () => {
  const row = { ...ROW, minValueCents: 100_000, maxValueCents: 100_000 };
  expect(setRetailMarkups(given(...registered).state, { rows: [row] }, AT)).toHaveLength(1);
});

test('nothing can be changed of a customer that does not exist', () => {
  const unknown = { status: 404 };
  given().when(changeIdentity, { changes: {} }, AT).thenRefused(unknown);
  given().when(changeAccess, { changes: {} }, AT).thenRefused(unknown);
  given().when(changeTerms, { changes: {}, effectiveAt: AT }, ZONE).thenRefused(unknown);
  given().when(assignAccountCode, { account: ACCOUNT }, AT).thenRefused(unknown);
  given().when(removeAccountCode, ACCOUNT, AT).thenRefused(unknown);
  given().when(setRetailMarkups, { rows: [] }, AT).thenRefused(unknown);
});

test('access to actions asks for an account code for memos first (rule: Accounts and actions)', () => {
  const account = { dxInstance: 'VITRINE' as const, accountCode: '10-07-0001' };
  const edit = (fields: CustomerEdit) => ({ edit: fields, expectedVersion: null });
  const refused = { status: 422, code: 'NO_ACCOUNT', field: 'allowActions' };
  const memo = [{ ...account, docType: ['MEMO' as const] }];
  const acting = { changes: { allowActions: true } };

  given().when(newCustomerEvents, { name: 'New', allowActions: true }, AT).thenRefused(refused);
  given(...registered)
    .when(editCustomer, edit({ allowActions: true }), AT, ZONE)
    .thenRefused(refused);
  given(...registered)
    .when(
      editCustomer,
      edit({ allowActions: true, accountCodes: [{ ...account, docType: ['INVOICE'] }] }),
      AT,
      ZONE,
    )
    .thenRefused(refused);
  given(...registered)
    .when(editCustomer, edit({ allowActions: true, accountCodes: memo }), AT, ZONE)
    .then([
      { type: 'CustomerAccessChanged', data: { ...acting, effectiveAt: AT } },
      { type: 'AccountCodeAssigned', data: { account: ACCOUNT, effectiveAt: AT } },
    ]);
  const withBoth: CustomerEvent[] = [
    ...registered,
    { type: 'CustomerAccessChanged', data: { ...acting, effectiveAt: AT } },
    { type: 'AccountCodeAssigned', data: { account: ACCOUNT, effectiveAt: AT } },
  ];
  given(...withBoth)
    .when(editCustomer, edit({ accountCodes: [] }), AT, ZONE)
    .thenRefused(refused);
  // Who has the access without an account already can be edited in everything else.
  given(...withBoth.slice(0, 2))
    .when(editCustomer, edit({ allowActions: true, bigName: 'HARBOR' }), AT, ZONE)
    .then([{ type: 'CustomerIdentityChanged', data: { changes: { bigName: 'HARBOR' }, effectiveAt: AT } }]);
});

import { expect, test } from 'vitest';
import type { CustomerEvent, RetailMarkup } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { assignAccountCode } from './assign-account-code.ts';
import { changeAccess } from './change-access.ts';
import { changeIdentity } from './change-identity.ts';
import { changeTerms } from './change-terms.ts';
import { evolveCustomer, newCustomer, type CustomerState } from './customer-state.ts';
import { registerCustomer } from './register-customer.ts';
import { removeAccountCode } from './remove-account-code.ts';
import { setRetailMarkups } from './set-retail-markups.ts';

const AT = '2026-03-01T15:00:00.000Z';
const ZONE = 'America/New_York';
const ACCOUNT = { dxInstance: 'VITRINE', accountCode: '10-07-0001', docTypes: ['MEMO' as const] };

const given = (...events: readonly CustomerEvent[]): CustomerState =>
  events.reduce(evolveCustomer, newCustomer(7));
const registered = given(
  ...registerCustomer(
    newCustomer(7),
    {
      identity: { name: 'Harbor Light' },
      terms: { feeRatePpm: 10_000, minInventoryCents: 100, maxInventoryCents: 500 },
    },
    AT,
  ),
);

function refusal(work: () => unknown): Pick<Refusal, 'status' | 'field'> {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, field: error.field };
    throw error;
  }
  throw new Error('was not refused');
}

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

test('a customer is registered once, with a name', () => {
  expect(refusal(() => registerCustomer(registered, { identity: { name: 'Again' } }, AT))).toEqual({
    status: 409,
    field: 'customerId',
  });
  expect(refusal(() => registerCustomer(newCustomer(7), { identity: { name: '' } }, AT))).toEqual({
    status: 422,
    field: 'name',
  });
});

test('only what differs is recorded, and nothing when nothing does', () => {
  expect(changeIdentity(registered, { changes: { name: 'Harbor Light', email: 'a@b.example' } }, AT)).toEqual(
    [{ type: 'CustomerIdentityChanged', data: { changes: { email: 'a@b.example' }, effectiveAt: AT } }],
  );
  expect(changeAccess(registered, { changes: { lgAllowed: true, allowLogin: true } }, AT)).toEqual([
    { type: 'CustomerAccessChanged', data: { changes: { lgAllowed: true }, effectiveAt: AT } },
  ]);
  expect([
    ...changeIdentity(registered, { changes: { name: 'Harbor Light' } }, AT),
    ...changeAccess(registered, { changes: {} }, AT),
  ]).toEqual([]);
});

test('terms carry the changed fields alone, from their own date on', () => {
  const change = {
    changes: { feeRatePpm: 12_000, gracePeriodDays: 0 },
    effectiveAt: '2026-04-01',
    reason: 'second year',
  };
  const events = changeTerms(registered, change, ZONE);
  expect(events).toEqual([
    {
      type: 'CustomerTermsChanged',
      data: { changes: { feeRatePpm: 12_000 }, effectiveAt: '2026-04-01', reason: 'second year' },
    },
  ]);
  const changed = events.reduce(evolveCustomer, registered);
  expect([
    termsAt(changed.terms, '2026-03-31', ZONE).feeRatePpm,
    termsAt(changed.terms, '2026-04-01', ZONE).feeRatePpm,
  ]).toEqual([10_000, 12_000]);
  expect(changeTerms(changed, change, ZONE)).toEqual([]);
  // Before its date the old terms are in force: there the same figures are a change.
  expect(changeTerms(changed, { ...change, effectiveAt: '2026-03-15' }, ZONE)).toHaveLength(1);
});

test.each([
  [{ changes: { feeRatePpm: -1 }, effectiveAt: '2026-04-01' }, 'feeRatePpm'],
  [{ changes: { feeRatePpm: 0.5 }, effectiveAt: '2026-04-01' }, 'feeRatePpm'],
  [{ changes: { giaRoundDiscountPpm: 1_000_001 }, effectiveAt: '2026-04-01' }, 'giaRoundDiscountPpm'],
  [{ changes: { minInventoryCents: 501 }, effectiveAt: '2026-04-01' }, 'minInventory'],
  [{ changes: { feeRatePpm: 1 }, effectiveAt: '2026-02-30' }, 'effectiveAt'],
])('the terms %o are refused', (change, field) => {
  expect(refusal(() => changeTerms(registered, change, ZONE))).toEqual({ status: 422, field });
});

test('a maximum of 0 is unset: any minimum goes with it', () => {
  expect(
    changeTerms(
      registered,
      { changes: { minInventoryCents: 900, maxInventoryCents: 0 }, effectiveAt: AT },
      ZONE,
    ),
  ).toHaveLength(1);
});

test('an account is assigned once, may get other document types, and can be removed', () => {
  const assigned = assignAccountCode(registered, { account: ACCOUNT }, AT).reduce(evolveCustomer, registered);
  expect(assigned.accountCodes).toEqual([ACCOUNT]);
  expect(assignAccountCode(assigned, { account: ACCOUNT }, AT)).toEqual([]);
  const both = assignAccountCode(
    assigned,
    { account: { ...ACCOUNT, docTypes: ['MEMO', 'INVOICE'] } },
    AT,
  ).reduce(evolveCustomer, assigned);
  expect(both.accountCodes).toEqual([{ ...ACCOUNT, docTypes: ['INVOICE', 'MEMO'] }]);
  expect(removeAccountCode(both, ACCOUNT, AT).reduce(evolveCustomer, both).accountCodes).toEqual([]);
  expect(refusal(() => removeAccountCode(registered, ACCOUNT, AT))).toEqual({
    status: 404,
    field: 'accountCode',
  });
});

test.each([
  [{ ...ACCOUNT, accountCode: '10-7-1' }, 'accountCode'],
  [{ ...ACCOUNT, dxInstance: 'LONDON' }, 'dxInstance'],
  [{ ...ACCOUNT, docTypes: [] }, 'docTypes'],
])('the account %o is refused', (account, field) => {
  expect(refusal(() => assignAccountCode(registered, { account }, AT))).toEqual({ status: 422, field });
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

test('retail markups are set whole, and the same ones again are not recorded', () => {
  const events = setRetailMarkups(registered, { rows: [ROW] }, AT);
  const changed = events.reduce(evolveCustomer, registered);
  expect(changed.retailMarkups).toEqual([ROW]);
  expect(setRetailMarkups(changed, { rows: [ROW] }, AT)).toEqual([]);
});

test.each([
  [{ ...ROW, minWeight: 1 }, 'rows.1.type'],
  [{ ...ROW, type: 'weight' as const }, 'rows.1.type'],
  [{ ...ROW, minValueCents: 100_001 }, 'rows.1.minValue'],
  [{ ...ROW, productTypes: [] }, 'rows.1.productTypes'],
  [{ ...ROW, markupPpm: -1 }, 'rows.1.markupPpm'],
])('the markup row %o is refused', (row, field) => {
  expect(refusal(() => setRetailMarkups(registered, { rows: [ROW, row] }, AT))).toEqual({
    status: 422,
    field,
  });
});

test('nothing can be changed of a customer that does not exist', () => {
  const nobody = newCustomer(99);
  const commands = [
    () => changeIdentity(nobody, { changes: {} }, AT),
    () => changeAccess(nobody, { changes: {} }, AT),
    () => changeTerms(nobody, { changes: {}, effectiveAt: AT }, ZONE),
    () => assignAccountCode(nobody, { account: ACCOUNT }, AT),
    () => removeAccountCode(nobody, ACCOUNT, AT),
    () => setRetailMarkups(nobody, { rows: [] }, AT),
  ];
  expect(commands.map((command) => refusal(command).status)).toEqual(commands.map(() => 404));
});

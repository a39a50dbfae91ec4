import { expect, test } from 'vitest';
import { OPEN_ACCESS, PLAIN_TERMS } from '#contracts/customer/testing/plain-customer.ts';
import type { CustomerRecord } from '#contracts/customer/index.ts';
import { gatheredOf } from '../testing/gathered.ts';
import { customersSheet } from './customers-sheet.ts';

const customer = (customerId: number, registeredAt: string): CustomerRecord => ({
  customerId,
  registeredAt,
  identity: {
    name: `Customer ${customerId}`,
    legalName: '',
    email: '',
    salesRepEmail: '',
    bigName: '',
  },
  access: OPEN_ACCESS,
  terms: [{ effectiveAt: '2026-01-01', changes: PLAIN_TERMS }] as unknown as CustomerRecord['terms'],
  accounts: [],
  accountPeriods: [],
  retailMarkups: [],
});

test('a customer is dormant from the 60th day without a request, return or sale on', () => {
  const old = '2026-01-02T15:00:00.000Z';
  const gathered = gatheredOf({
    records: {
      customers: new Map([
        [7, customer(7, old)],
        [8, customer(8, old)],
        // Without any, since it was registered.
        [9, customer(9, '2026-09-11T15:00:00.000Z')],
        [10, customer(10, '2026-09-12T15:00:00.000Z')],
      ]),
    },
    // The report is of 10 November 2026.
    lastIntents: new Map([
      [7, '2026-09-11'],
      [8, '2026-09-12'],
    ]),
  });
  const rows = [...customersSheet(gathered).rows()].map((cells) => cells.map(({ value }) => value));
  const dormant = (customerId: number): boolean =>
    rows.some(
      (row) => row.some((cell) => String(cell).includes(`Customer ${customerId}`)) && row.includes('Dormant'),
    );
  expect([7, 8, 9, 10].map(dormant)).toEqual([true, false, true, false]);
});

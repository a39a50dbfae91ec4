import { expect, test } from 'vitest';
import type { Customer } from '#contracts/api/customers.ts';
import { listCustomers } from './list-customers.ts';

const customer = (customerId: number, name: string, more: Partial<Customer> = {}): Customer => ({
  customerId,
  name,
  legalName: `${name} LLC`,
  email: `${name.toLowerCase()}@x.example`,
  salesRepEmail: 'rep@x.example',
  bigName: name,
  allowLogin: true,
  allowActions: true,
  fmAllowed: false,
  lgAllowed: false,
  fcAllowed: false,
  legend: false,
  ...more,
});
/** By name, as the directory has them. */
const ALL = [
  customer(1, 'alder', {
    accountCodes: [{ dxInstance: 'VITRINE', accountCode: '10-02-4074', docType: 'MEMO' }],
  }),
  customer(3, 'Beacon', { maxInventory: 10, lgAllowed: true }),
  customer(2, 'Cactus', { maxInventory: 20, salesRepEmail: 'other@x.example' }),
];

test.each([
  [null, {}, [1, 3, 2]],
  [{ field: 'name', descending: false }, {}, [1, 3, 2]],
  [{ field: 'name', descending: true }, {}, [2, 3, 1]],
  [{ field: 'id', descending: true }, {}, [3, 2, 1]],
  [{ field: 'maxInventory', descending: false }, {}, [3, 2, 1]],
  [{ field: 'maxInventory', descending: true }, {}, [2, 3, 1]],
  [null, { q: 'BEACON' }, [3]],
  [null, { q: 'llc' }, [1, 3, 2]],
  [null, { q: 'other@' }, [2]],
  [null, { q: '02-4074' }, [1]],
  [null, { id: [1, 2] }, [1, 2]],
  [null, { id: 3 }, [3]],
  [null, { lgAllowed: true }, [3]],
  [null, { salesRepEmail: 'OTHER@x.example' }, [2]],
  [null, { q: 'a', lgAllowed: false }, [1, 2]],
])('sorted by %o, filtered by %o', (sort, filter, ids) => {
  expect(listCustomers(ALL, { sort, filter }).map(({ customerId }) => customerId)).toEqual(ids);
});

test.each([
  [{ sort: { field: 'password', descending: false }, filter: {} }, /sort: password is none of/],
  [{ sort: null, filter: { password: 'x' } }, /filter: password cannot be filtered by/],
])('%o is refused', (list, message) => {
  expect(() => listCustomers(ALL, list)).toThrow(message);
});

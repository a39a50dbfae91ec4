import { expect, test } from 'vitest';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { MAX_INTEGER } from '#contracts/vocabulary/row-numbers.ts';
import { actingFor, pricesShown } from './caller.ts';

const admin = {
  username: 'admin',
  administrator: true,
  salesRep: false,
  firstName: '',
  lastName: '',
  email: '',
  customerId: null,
  active: true,
  showPrices: 'WHOLESALE',
  mustChangePassword: false,
} as const;
const accounts = { account: async () => null, customerAccess: async () => ({ allowLogin: true }) };
const act = (named: string) => actingFor(named, admin, accounts);

test('the customer header takes every number that a customer can have, and nothing else', async () => {
  for (const id of [1, 999_999_999, 1_000_000_000, MAX_INTEGER]) expect(await act(String(id))).toBe(id);
  for (const named of ['0', '01', '-1', '1.5', '1e3', ' 1', '0x1', String(MAX_INTEGER + 1), 'x'])
    await expect(act(named), named).rejects.toMatchObject({ status: 400, field: 'customer' });
});

test('a call may ask for fewer prices than its user is shown, and never gets more', () => {
  const shown = (asked: string | undefined, showPrices: ShowPrices) =>
    pricesShown(asked, { ...admin, showPrices });
  expect([shown('RETAIL', 'WHOLESALE'), shown('NONE', 'RETAIL')]).toEqual(['RETAIL', 'NONE']);
  for (const own of ['RETAIL', 'NONE'] as const)
    for (const asked of ['WHOLESALE', 'RETAIL', '', undefined]) expect(shown(asked, own)).toBe(own);
  expect(() => shown('ALL', 'NONE')).toThrow('The prices header must be one of WHOLESALE, RETAIL, NONE.');
});

import { expect, test } from 'vitest';
import { holderOfAccount } from './account-holder.ts';

/** An account that was A's from 1 March and is B's from noon of 10 April on. */
const NOON = '2026-04-10T16:00:00.000Z';
const A = { customerId: 1, position: 5, since: '2026-03-01T16:00:00.000Z', until: NOON };
const B = { customerId: 2, position: 9, since: NOON, until: null };

test.each([
  ['long before, its first holder', '2026-01-05', 1],
  ['while A had it, whatever is known now', '2026-04-09', 1],
  ['the day it moves', '2026-04-10', 2],
  ['a minute before', '2026-04-10T15:59:00.000Z', 1],
  ['from then on', '2026-04-10T16:00:00.000Z', 2],
])('%s', (_name, at, customerId) => {
  expect(holderOfAccount([B, A], at, 'America/New_York')).toBe(customerId);
});

test('between two holders the former one; after the last none', () => {
  const later = { ...B, since: '2026-05-01T16:00:00.000Z', until: '2026-06-01T16:00:00.000Z' };
  expect(holderOfAccount([A, later], '2026-04-20', 'America/New_York')).toBe(1);
  expect(holderOfAccount([A, later], '2026-06-02', 'America/New_York')).toBeNull();
  expect(holderOfAccount([], '2026-06-02', 'America/New_York')).toBeNull();
});

test('taken away, it is its last holder’s to the end of that day by date, and to that moment by time', () => {
  const holder = (at: string) => holderOfAccount([A], at, 'America/New_York');
  expect(['2026-04-10', '2026-04-11'].map(holder)).toEqual([1, null]);
  expect(['2026-04-10T15:59:59.999Z', NOON].map(holder)).toEqual([1, null]);
});

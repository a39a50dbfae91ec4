import { expect, it } from 'vitest';
import { daysOut, memoDueDay, memoNearness, memoTermsOf, nearnessWords } from './memo-clock.ts';
import { PLAIN_TERMS } from '../customer/testing/plain-customer.ts';

const ZONE = 'America/New_York';
const terms = (ofHouse = 0) =>
  memoTermsOf(
    [
      { effectiveAt: '2026-01-01', changes: PLAIN_TERMS },
      { effectiveAt: '2026-03-01', changes: { memoDays: 30 } },
      { effectiveAt: '2026-04-01', changes: { paymentDays: 14 } },
      { effectiveAt: '2026-06-01', changes: { memoDays: 0 } },
    ],
    ofHouse,
    ZONE,
  );
const due = (day: string, ofHouse = 0, tier?: string) => memoDueDay({ day, tier }, terms(ofHouse));

it('a memo runs as long as was agreed on its first day', () => {
  expect(due('2026-04-10')).toBe('2026-05-10');
  expect(due('2026-02-28', 60)).toBe('2026-04-29');
});

it('no end is invented where neither the customer nor the house has a length', () => {
  expect(due('2026-02-28')).toBeUndefined();
  expect(due('2026-06-01')).toBeUndefined();
  expect(due('2026-06-01', 45)).toBe('2026-07-16');
});

it('an Exceptional stone is due after 20 days, whatever is agreed', () => {
  expect(due('2026-04-01', 0, 'Exceptional')).toBe('2026-04-21');
  expect(due('2026-02-01', 0, 'Exceptional')).toBe('2026-02-21');
});

it('is near from five days before on, and overdue from the day after', () => {
  const tone = (today: string) => memoNearness('2026-04-21', today);
  expect(tone('2026-04-15')).toEqual({ daysLeft: 6, tone: undefined });
  expect(tone('2026-04-16')).toEqual({ daysLeft: 5, tone: 'due' });
  expect(tone('2026-04-21')).toEqual({ daysLeft: 0, tone: 'due' });
  expect(tone('2026-04-22')).toEqual({ daysLeft: -1, tone: 'overdue' });
  expect([3, 0, -6].map(nearnessWords)).toEqual(['3 left', 'due today', '6 over']);
});

it('days out are never below 0', () => {
  expect(daysOut('2026-11-01', '2026-11-20')).toBe(19);
  expect(daysOut('2026-11-01', '2026-10-31')).toBe(0);
});

import { describe, expect, it } from 'vitest';
import { actionsOf, DOC_TYPES, HISTORY_NAMES, INTENTS, statusName, STATUSES } from './statuses.ts';

describe('a status in words', () => {
  it.each([
    ['AVAILABLE', 'Returned'],
    ['NOT_AVAILABLE', 'Returned'],
    ['REQUESTED', 'Requested'],
    ['CUSTOMER', 'Customer'],
    ['PENDING_RETURN', 'Pending Return'],
    ['SOLD', 'Sold'],
    ['INVOICED', 'Invoiced'],
  ] as const)('%s reads %s', (status, words) => {
    expect(statusName(status)).toBe(words);
  });

  it('AVAILABLE reads Available where it can be requested (rule: My and past)', () => {
    expect(statusName('AVAILABLE', 'requestable')).toBe('Available');
    expect(statusName('CUSTOMER', 'requestable')).toBe('Customer');
    expect(statusName('NOT_AVAILABLE', 'requestable')).toBe('Not Available');
  });
});

describe('what a status offers (product: Actions by status; rule: Status)', () => {
  it.each(STATUSES)('%s', (status) => {
    const expected =
      status === 'AVAILABLE'
        ? ['REQUEST']
        : status === 'CUSTOMER' || status === 'REQUESTED'
          ? ['RETURN', 'SOLD']
          : [];
    expect(actionsOf(status)).toEqual(expected);
  });
});

describe('history entries (product: History entry)', () => {
  it('have their display names', () => {
    expect([...INTENTS, ...DOC_TYPES].map((type) => HISTORY_NAMES[type])).toEqual([
      'Request',
      'Pending Return',
      'Sold',
      'Memo',
      'Returned',
      'Invoiced',
      'Returned',
    ]);
  });
});

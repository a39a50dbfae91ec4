import { expect, test } from 'vitest';
import { readNewDate } from './change-event-date.ts';

const ZONE = 'America/New_York';

test('a new date without an offset is in the time zone of the house', () => {
  expect(readNewDate('2026-04-16T10:30', ZONE)).toBe('2026-04-16T14:30:00.000Z');
});

test('a day that does not exist is not a valid date', () => {
  expect(() => readNewDate('2026-02-30', ZONE)).toThrow('Not a valid date.');
});

import { expect, test } from 'vitest';
import { readNewDate } from './change-event-date.ts';

const ZONE = 'America/New_York';

test.each([
  ['2026-04-16T10:30', '2026-04-16T14:30:00.000Z'],
  ['2026-04-16 10:30:15', '2026-04-16T14:30:15.000Z'],
  ['2026-01-16', '2026-01-16T05:00:00.000Z'],
  ['2026-04-16T10:30:00Z', '2026-04-16T10:30:00.000Z'],
  ['2026-04-16T10:30:00.250+02:00', '2026-04-16T08:30:00.250Z'],
])('%s is %s: without an offset it is in the time zone of the house', (text, instant) => {
  expect(readNewDate(text, ZONE)).toBe(instant);
});

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01T10:00',
  '2026-04-16T25:00',
  '16.04.2026',
  '2026-04-16T10:30 sharp',
])('%j is not a valid date', (text) => {
  expect(() => readNewDate(text, ZONE)).toThrow('Not a valid date.');
});

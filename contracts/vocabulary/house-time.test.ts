import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  earliestInstant,
  houseDayOf,
  houseInstant,
  isBareDay,
  readCutTime,
  readHouseTime,
  startOfHouseDay,
} from './house-time.ts';
import { effectiveAtSchema, houseDaySchema, instantSchema, givenEffectiveAtSchema } from './schemas.ts';

const NEW_YORK = 'America/New_York';
/** Offsets of all kinds: half hours, summer time at midnight (Santiago, Beirut), and a skipped day (Apia, 2011). */
const ZONES = [
  NEW_YORK,
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Europe/London',
  'America/Santiago',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'UTC',
];
const zones = fc.constantFrom(...ZONES);
const instants = fc.date({
  min: new Date('1990-01-01T00:00:00.000Z'),
  max: new Date('2049-12-31T00:00:00.000Z'),
  noInvalidDate: true,
});
const days = instants.map((date) => date.toISOString().slice(0, 10));

/** The local date by another way round the standard library. */
const localDate = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(new Date(instant));
const before = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

describe('the day of the house', () => {
  it.each([
    ['2026-01-15T04:59:59.999Z', '2026-01-14'],
    ['2026-01-15T05:00:00.000Z', '2026-01-15'],
    ['2026-07-15T03:59:59.999Z', '2026-07-14'],
    ['2026-07-15T04:00:00.000Z', '2026-07-15'],
    // Summer time begins on 8 March and ends on 1 November 2026.
    ['2026-03-08T05:00:00.000Z', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', '2026-03-08'],
    ['2026-03-09T04:00:00.000Z', '2026-03-09'],
    ['2026-11-01T04:00:00.000Z', '2026-11-01'],
    ['2026-11-02T04:59:59.999Z', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', '2026-11-02'],
  ])('%s in New York is %s', (instant, day) => {
    expect(houseDayOf(instant, NEW_YORK)).toBe(day);
  });

  it('is the local date, in every zone', () => {
    fc.assert(
      fc.property(instants, zones, (date, zone) => {
        expect(houseDayOf(date.toISOString(), zone)).toBe(localDate(date.toISOString(), zone));
      }),
    );
  });

  it('of a bare day is itself, whatever the zone', () => {
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        expect(houseDayOf(day, zone)).toBe(day);
      }),
    );
  });

  it('begins with its first instant: a millisecond earlier is another day', () => {
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const start = startOfHouseDay(day, zone);
        expect(houseDayOf(start, zone)).toBe(day);
        expect(houseDayOf(before(start), zone) < day).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['Asia/Kolkata', '2026-01-15', '2026-01-14T18:30:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-06', '2026-04-05T12:00:00.000Z'],
    [NEW_YORK, '2026-03-08', '2026-03-08T05:00:00.000Z'],
    [NEW_YORK, '2026-03-09', '2026-03-09T04:00:00.000Z'],
    // Midnight does not exist there that day: the day begins at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ])('in %s %s begins at %s', (zone, day, instant) => {
    expect(startOfHouseDay(day, zone)).toBe(instant);
  });
});

describe('a wall-clock time of the house', () => {
  const hours = (count: number): number => count * 3_600_000;

  it('is the instant at which the clocks show it', () => {
    expect(houseInstant('2026-01-15', hours(9), NEW_YORK)).toBe('2026-01-15T14:00:00.000Z');
    expect(houseInstant('2026-07-15', hours(9), NEW_YORK)).toBe('2026-07-15T13:00:00.000Z');
    expect(houseInstant('2026-07-15', hours(9.5), 'Asia/Kolkata')).toBe('2026-07-15T04:00:00.000Z');
  });

  it('that summer time skips moves forward', () => {
    expect(houseInstant('2026-03-08', hours(2.5), NEW_YORK)).toBe('2026-03-08T07:30:00.000Z');
  });

  it('falls on its own day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 86_399_999 }), zones, (day, ms, zone) => {
        expect(houseDayOf(houseInstant(day, ms, zone), zone)).toBe(day);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a time as people write it', () => {
  it.each([
    ['2026-04-16T10:30', '2026-04-16T14:30:00.000Z'],
    ['2026-04-16 10:30:15', '2026-04-16T14:30:15.000Z'],
    ['2026-01-16', '2026-01-16T05:00:00.000Z'],
    ['2026-04-16T10:30:00Z', '2026-04-16T10:30:00.000Z'],
    ['2026-04-16T10:30:00.250+02:00', '2026-04-16T08:30:00.250Z'],
  ])('%s is %s: without an offset it is in the time zone of the house', (text, instant) => {
    expect(readHouseTime(text, NEW_YORK)).toBe(instant);
  });

  it('of a knowledge cut is the same, but a day is its end', () => {
    expect(readCutTime('2026-04-16T10:30', NEW_YORK)).toBe('2026-04-16T14:30:00.000Z');
    expect(readCutTime('2026-01-16', NEW_YORK)).toBe('2026-01-17T04:59:59.999Z');
    expect(readCutTime(' 2026-03-08 ', NEW_YORK)).toBe('2026-03-09T03:59:59.999Z');
    expect(readCutTime('2026-02-30', NEW_YORK)).toBeUndefined();
    expect(readCutTime('yesterday', NEW_YORK)).toBeUndefined();
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01T10:00',
    '2026-04-16T25:00',
    '16.04.2026',
    '2026-04-16T10:30 sharp',
  ])('%j is not one', (text) => {
    expect(readHouseTime(text, NEW_YORK)).toBeUndefined();
  });
});

describe('days', () => {
  it('are counted by the calendar, over changes of the clocks and leap days', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
    expect(daysBetween('2026-04-01', '2026-03-01')).toBe(-31);
  });

  it('adding and counting are one another', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
      }),
    );
  });

  it('a bare day and an instant are distinguished, and a bare day counts from its first instant', () => {
    expect(isBareDay('2026-01-15')).toBe(true);
    expect(isBareDay('2026-01-15T00:00:00.000Z')).toBe(false);
    expect(earliestInstant('2026-01-15', NEW_YORK)).toBe('2026-01-15T05:00:00.000Z');
    expect(earliestInstant('2026-01-15T07:00:00.000Z', NEW_YORK)).toBe('2026-01-15T07:00:00.000Z');
  });
});

describe('what may be written', () => {
  it.each(['2026-01-15T07:00:00.000Z', '2024-02-29T23:59:59.999Z'])('%s is an instant', (text) => {
    expect(instantSchema.safeParse(text).success).toBe(true);
  });

  it.each([
    '2026-01-15',
    '2026-01-15T07:00:00Z',
    '2026-01-15T07:00:00.000+01:00',
    '2026-02-30T07:00:00.000Z',
    '2026-01-15T25:00:00.000Z',
    'soon',
  ])('%s is not', (text) => {
    expect(instantSchema.safeParse(text).success).toBe(false);
  });

  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1'])('%s is no day', (text) => {
    expect(houseDaySchema.safeParse(text).success).toBe(false);
    expect(effectiveAtSchema.safeParse(text).success).toBe(false);
  });
});

it.each([
  ['2026-04-01', '2026-04-01'],
  ['2026-04-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z'],
  ['2026-04-01T12:00:00Z', '2026-04-01T12:00:00.000Z'],
  ['2026-04-01T12:00:00-04:00', '2026-04-01T16:00:00.000Z'],
])('%s as a caller gives it is %s', (given, at) => {
  expect(givenEffectiveAtSchema.parse(given)).toBe(at);
});

it.each([
  '2026-04-01T12:00:00',
  'yesterday',
  '2026-02-30',
  // A slip: months of billing would begin there.
  '0202-04-01',
  '1949-12-31T12:00:00Z',
  '2200-01-01',
])('%s is no business time', (given) => {
  expect(givenEffectiveAtSchema.safeParse(given).success).toBe(false);
});

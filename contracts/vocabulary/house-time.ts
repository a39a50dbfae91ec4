/** An instant: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export type Instant = string;
/** A day of the house: YYYY-MM-DD. */
export type HouseDay = string;
/** Business time: an instant, or for documents a bare day of the house (rule: House day). */
export type EffectiveAt = Instant | HouseDay;

/** True for a bare day, false for an instant. */
export function isBareDay(at: EffectiveAt): at is HouseDay {
  return at.length === 10;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

// Asking Intl costs some 20 µs, and a fold asks for every entry. Zones change their offset on whole quarters of an hour.
const QUARTER_HOUR_MS = 900_000;
const MOST_OFFSETS = 50_000;
const offsets = new Map<string, number>();

/** Milliseconds that the zone's wall clock is ahead of UTC at that instant. */
function offsetMs(epochMs: number, zone: string): number {
  const quarter = Math.floor(epochMs / QUARTER_HOUR_MS);
  const key = `${quarter} ${zone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  const offset = askOffset(quarter * QUARTER_HOUR_MS, zone);
  offsets.set(key, offset);
  return offset;
}

function askOffset(epochMs: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const part of formatterOf(zone).formatToParts(epochMs)) parts[part.type] = Number(part.value);
  return (
    Date.UTC(
      parts['year']!,
      parts['month']! - 1,
      parts['day'],
      parts['hour'],
      parts['minute'],
      parts['second'],
    ) - epochMs
  );
}

/** The wall clock of the zone at that instant, written as if it were UTC's. */
function wallClock(at: Instant, zone: string): Date {
  const epochMs = Date.parse(at);
  return new Date(epochMs + offsetMs(epochMs, zone));
}

/** The day of the house on which this moment falls; a bare day is itself (rule: House day). */
export function houseDayOf(at: EffectiveAt, zone: string): HouseDay {
  return isBareDay(at) ? at : wallClock(at, zone).toISOString().slice(0, 10);
}

const dayNames = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const clockTimes = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** An instant's time of day by the house's clock, 'h:mm A' (product: Formats). */
export const timeOfDayName = (at: Instant, zone: string): string =>
  clockTimes.format(wallClock(at, zone)).replace('\u202f', ' ');

/** 'MMM D, YYYY h:mm A' by the house's clock; a bare day is itself, YYYY-MM-DD (product: Formats). */
export const momentName = (at: EffectiveAt, zone: string): string =>
  isBareDay(at) ? at : `${dayNames.format(wallClock(at, zone))} ${timeOfDayName(at, zone)}`;

/** A sentence whose times were recorded as '2026-11-03 14:05' in UTC, with the times of the house's clock. */
export const withHouseTimes = (sentence: string, zone: string): string =>
  sentence.replace(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d)\b/g, (_, day: string, time: string) =>
    momentName(`${day}T${time}:00.000Z`, zone),
  );

/** A wall-clock time of the house as an instant; a time skipped by summer time moves forward. */
export function houseInstant(day: HouseDay, timeOfDayMs: number, zone: string): Instant {
  const wall = Date.parse(`${day}T00:00:00.000Z`) + timeOfDayMs;
  const first = wall - offsetMs(wall, zone);
  const second = wall - offsetMs(first, zone);
  return new Date(Math.max(second, wall - offsetMs(second, zone))).toISOString();
}

/** Whether a day written YYYY-MM-DD is one: February has no 30th. */
export function isInCalendar(day: string): boolean {
  const epochMs = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(day);
}

/** The years of `isPlausibleYear`, for refusals of others. */
export const PLAUSIBLE_YEARS = 'a year from 1950 to 2199';

/**
 * Whether a business time lies in years in which something can have happened: of a slip such as 0202 all months since
 * would be billed.
 */
export const isPlausibleYear = (at: EffectiveAt): boolean => at >= '1950' && at < '2200';

const WRITTEN_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * A date-time as people and programs write it, as an instant; without an offset it is in the house's time zone, and
 * without a time it is the day's first instant (rule: Units on the wire). Undefined for anything else.
 */
export function readHouseTime(text: string, zone: string): Instant | undefined {
  const [, day, time = '00:00', offset] = WRITTEN_TIME.exec(text.trim()) ?? [];
  if (day === undefined || !isInCalendar(day)) return undefined;
  const wall = Date.parse(`${day}T${time}${offset ?? 'Z'}`);
  if (Number.isNaN(wall)) return undefined;
  return offset === undefined
    ? houseInstant(day, wall - Date.parse(`${day}T00:00:00Z`), zone)
    : new Date(wall).toISOString();
}

/**
 * The time of a knowledge cut as people and programs write it, as an instant: like any date-time, but a day without a
 * time is the last millisecond of it, so that all that was recorded on it is known. Undefined for anything else.
 */
export function readCutTime(text: string, zone: string): Instant | undefined {
  const time = readHouseTime(text, zone);
  const day = text.trim();
  if (time === undefined || !isBareDay(day)) return time;
  return new Date(Date.parse(startOfHouseDay(addDays(day, 1), zone)) - 1).toISOString();
}

/** The first instant of a day of the house. */
export function startOfHouseDay(day: HouseDay, zone: string): Instant {
  return houseInstant(day, 0, zone);
}

export const HOUR_MS = 3_600_000;
/** 24 hours. A day of the house is an hour less or more when the clocks change. */
export const DAY_MS = 86_400_000;

/** The day `count` days after (negative: before) a day. */
export function addDays(day: HouseDay, count: number): HouseDay {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to` (negative when `to` is earlier). */
export function daysBetween(from: HouseDay, to: HouseDay): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS);
}

/** The moment an entry counts from when it must be compared as an instant: a bare day's first instant. */
export function earliestInstant(at: EffectiveAt, zone: string): Instant {
  return isBareDay(at) ? startOfHouseDay(at, zone) : at;
}

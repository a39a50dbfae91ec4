import {
  houseDayOf,
  houseInstant,
  momentName,
  readHouseTime,
  timeOfDayName,
  withHouseTimes,
  HOUR_MS,
  type HouseDay,
} from '#contracts/vocabulary/house-time.ts';
import { zoneName } from '#contracts/vocabulary/time-zone.ts';
import { configuration } from '../configuration.ts';

/**
 * Days and times are shown by the house's clocks, whatever the browser's zone (rule: House day): here is the one place
 * that knows the zone, which is there before the first signed-in page (`loadConfiguration`).
 */
const zone = (): string => configuration().timeZone;

const NOON_MS = 12 * HOUR_MS;

/** 'MMM D, YYYY h:mm A' of an instant, or of a wall-clock time of the house as it was typed; a bare day is itself. */
export const formatMoment = (at: string): string =>
  momentName(at.length === 10 ? at : (readHouseTime(at, zone()) ?? at), zone());

/** An instant's time of day alone, 'h:mm A', where its day is today; else the whole moment. */
export const formatTimeOfToday = (at: string): string =>
  dayOf(at) === today() ? timeOfDayName(at, zone()) : formatMoment(at);

/** The house's day of an instant, YYYY-MM-DD; a bare day is itself. */
export const dayOf = (at: string): HouseDay => houseDayOf(at, zone());

/** When an instant is, in milliseconds since 1970; a bare day at the noon of the house. */
export const timeOf = (at: string): number =>
  Date.parse(at.length === 10 ? houseInstant(at, NOON_MS, zone()) : at);

/** The house's day now. */
export const today = (): HouseDay => dayOf(new Date().toISOString());

/** A sentence of the server's whose times are in UTC, by the house's clock. */
export const formatTimesIn = (sentence: string): string => withHouseTimes(sentence, zone());

/** The zone by its name: 'Eastern Time (America/New_York)'. */
export const houseZoneName = (): string => `${zoneName(zone())} (${zone()})`;

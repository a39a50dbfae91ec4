import { daysBetween, houseDayOf, type HouseDay, type Instant } from '../vocabulary/house-time.ts';

const FRESH_DAYS = 7;

/**
 * Whether a feed that was read then is too old, on a day of the house, to tell the vendor's stock (rule: Old feeds;
 * rule: Tentative availability). Pure.
 */
export const isOldFeed = (readAt: Instant, today: HouseDay, zone: string): boolean =>
  daysBetween(houseDayOf(readAt, zone), today) > FRESH_DAYS;

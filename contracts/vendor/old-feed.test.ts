import { expect, it } from 'vitest';
import { houseDayOf } from '../vocabulary/house-time.ts';
import { isOldFeed } from './old-feed.ts';

const ZONE = 'America/New_York';
const HOUR_MS = 3_600_000;

it.each([
  ['2026-11-02T17:00:00.000Z', 7 * 24 + 11, false],
  ['2026-11-02T17:00:00.000Z', 7 * 24 + 12, true],
  ['2026-11-02T17:00:00.000Z', 7 * 24 + 23, true],
  ['2026-11-03T04:59:00.000Z', 7 * 24 + 1, true],
])('a feed read at %s is after %i hours old: %s, by the days of the house', (readAt, hours, old) => {
  const now = new Date(Date.parse(readAt) + hours * HOUR_MS).toISOString();
  expect(isOldFeed(readAt, houseDayOf(now, ZONE), ZONE)).toBe(old);
});

import { expect, test } from 'vitest';
import { markupBegunSince } from './queue-repricing.ts';

const ZONE = 'America/New_York';
const since = '2026-03-02T15:00:00.000Z';
const now = '2026-03-03T15:00:00.000Z';
const earlier = '2026-02-01T15:00:00.000Z';
const registered = {
  changes: { markupPpm: 80_000 },
  effectiveAt: since,
  recordedAt: since,
  position: 0,
  eventId: 'registered',
  by: 'admin',
};
const changed = (effectiveAt: string, recordedAt: string, changes: object = { markupPpm: 90_000 }) => ({
  ...registered,
  changes,
  effectiveAt,
  recordedAt,
  eventId: 'changed',
});

test.each([
  ['of before', changed(earlier, earlier), false],
  ['recorded since, for then', changed('2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'), true],
  ['recorded since, for earlier', changed('2026-02-01', '2026-03-03T12:00:00.000Z'), true],
  ['recorded before, of a day that began since', changed('2026-03-03', earlier), true],
  ['of a day that has not begun', changed('2026-03-04', '2026-03-03T12:00:00.000Z'), false],
  ['of other terms', changed('2026-03-03', earlier, { feeSharePpm: 1 }), false],
])('a markup %s has begun since: %#', (_what, change, begun) => {
  expect(markupBegunSince([registered, change], { since, now }, ZONE)?.eventId).toBe(
    begun ? 'changed' : undefined,
  );
});

test('the markup of the registration has not begun since', () => {
  expect(markupBegunSince([registered], { since, now }, ZONE)).toBeUndefined();
});

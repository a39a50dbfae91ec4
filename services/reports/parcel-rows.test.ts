import { expect, test } from 'vitest';
import { yearBefore } from './parcel-rows.ts';

test.each([
  ['2026-11-24', '2025-11-24'],
  ['2026-12-31', '2025-12-31'],
  ['2025-02-28', '2024-02-28'],
  // The year before has no 29 February.
  ['2024-02-29', '2023-02-28'],
])('the twelve months up to %s begin after %s', (day, before) => {
  expect(yearBefore(day)).toBe(before);
});

import { expect, test } from 'vitest';
import { pauseAfter } from './backoff.ts';

test('each failure doubles the pause, up to the longest', () => {
  const pauses = [1, 2, 3, 4, 5, 1000].map((attempts) =>
    pauseAfter(attempts, { firstMs: 1000, longestMs: 10_000 }),
  );
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
});

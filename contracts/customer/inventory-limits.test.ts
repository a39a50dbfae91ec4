import { expect, test } from 'vitest';
import { againstLimits } from './inventory-limits.ts';

test('below the minimum is less than it, near the maximum from 90 % of it on; a limit of 0 is not set', () => {
  const stands = (holdingCents: number, exposureCents: number, [minimumCents, maximumCents] = [500, 1_000]) =>
    Object.values(againstLimits({ holdingCents, exposureCents, minimumCents, maximumCents }));
  expect(stands(499, 899)).toEqual([true, false]);
  expect(stands(500, 900)).toEqual([false, true]);
  expect(stands(0, 0, [0, 0])).toEqual([false, false]);
});

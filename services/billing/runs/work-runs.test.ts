import { expect, test } from 'vitest';
import type { Override } from '#contracts/billing/index.ts';
import type { ShownVersion } from './run-store.ts';
import { replacedBy } from './work-runs.ts';

const OF_SEVEN: Override = { target: 'TERM', customerId: 7, term: 'feeRatePpm', value: 1, reason: 'agreed' };

test.each<[string, Override[], ShownVersion[] | null, number | 'ANY' | undefined]>([
  ['the version that was shown', [OF_SEVEN], [{ customerId: 7, version: 2 }], 2],
  ['none that was not shown', [OF_SEVEN], [{ customerId: 8, version: 2 }], undefined],
  ['whichever stands where the run does not say', [OF_SEVEN], null, 'ANY'],
  ['none of a customer that no override names', [{ ...OF_SEVEN, customerId: 8 }], null, undefined],
  ['none of such a customer that was shown', [], [{ customerId: 7, version: 2 }], undefined],
])('a run replaces %s (rule: Replacing a bill)', (_, overrides, replaces, expected) => {
  expect(replacedBy({ overrides, replaces }, 7)).toBe(expected);
});

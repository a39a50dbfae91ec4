import { expect, test } from 'vitest';
import type { Override } from '#contracts/billing/index.ts';
import type { ShownVersion } from './run-store.ts';
import { replacedBy } from './work-runs.ts';

const OF_SEVEN: Override = { target: 'TERM', customerId: 7, term: 'feeRatePpm', value: 1, reason: 'agreed' };
const SHOWN = { totalCents: 17_225, dueDate: '2026-05-31' };

test.each<[string, Override[], ShownVersion[] | null, ReturnType<typeof replacedBy>]>([
  ['the version that was shown', [OF_SEVEN], [{ customerId: 7, version: 2 }], { replaces: 2 }],
  [
    'what was shown by what it was shown to become',
    [OF_SEVEN],
    [{ customerId: 7, version: 2, willBe: SHOWN }],
    { replaces: 2, willBe: SHOWN },
  ],
  ['none that was not shown', [OF_SEVEN], [{ customerId: 8, version: 2 }], {}],
  ['whichever stands where the run does not say', [OF_SEVEN], null, { replaces: 'ANY' }],
  ['none of a customer that no override names', [{ ...OF_SEVEN, customerId: 8 }], null, {}],
  ['none of such a customer that was shown', [], [{ customerId: 7, version: 2 }], {}],
])('a run replaces %s (rule: Replacing a bill)', (_, overrides, replaces, expected) => {
  expect(replacedBy({ overrides, replaces }, 7)).toEqual(expected);
});

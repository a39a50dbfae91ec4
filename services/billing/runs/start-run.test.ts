import { expect, test } from 'vitest';
import type { Override } from '#contracts/billing/index.ts';
import { effectiveReplaces } from './start-run.ts';

const overrides: Override[] = [
  { target: 'TERM', customerId: 7, term: 'feeRatePpm', value: 1, reason: 'agreed' },
];
const [seven, eight] = [
  { customerId: 7, version: 1 },
  { customerId: 8, version: 2 },
];

test('what a run replaces is written alike where its effect is the same (rule: Replacing a bill)', () => {
  expect(effectiveReplaces({ replaces: [] })).toBeNull();
  expect(effectiveReplaces({ overrides: [], replaces: [seven] })).toBeNull();
  expect(effectiveReplaces({ overrides })).toBeNull();
  expect(effectiveReplaces({ overrides, replaces: [] })).toEqual([]);
  expect(effectiveReplaces({ overrides, replaces: [eight, seven] })).toEqual([seven, eight]);
});

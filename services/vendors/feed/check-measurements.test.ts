import { expect, test } from 'vitest';
import { impossibleMeasurements } from './check-measurements.ts';

const SIZE = { shapeCode: 'OV', weight: 3844, length: 10, width: 10, height: 6.2 };

test.each([
  [59, []],
  [65, []],
  [58.9, ['depthPct']],
  [65.1, ['depthPct']],
])('a depth of %s %% where height ÷ width is 62 %%', (depthPct, faulty) => {
  expect(impossibleMeasurements({ ...SIZE, depthPct }).map(({ attribute }) => attribute)).toEqual(faulty);
});

test.each([
  [4805, []],
  [4806, ['weight']],
  [2883, []],
  [2882, ['weight']],
])('a weight of %s thousandths of a carat where the volume makes 3844', (weight, faulty) => {
  expect(impossibleMeasurements({ ...SIZE, weight }).map(({ attribute }) => attribute)).toEqual(faulty);
});

test.each([
  ['a round of its mean diameter', { shapeCode: 'RD', length: 11, width: 9 }, 62],
  ['another shape of its shorter side', { shapeCode: 'OV', length: 12, width: 8 }, 77.5],
  [
    'another shape of its shorter side, in which column it stands',
    { shapeCode: 'OV', length: 8, width: 12 },
    77.5,
  ],
])('the depth is that of %s', (_, shape, depthPct) => {
  const faults = (depth: number) =>
    impossibleMeasurements({ ...SIZE, ...shape, depthPct: depth }).map(({ attribute }) => attribute);
  expect(faults(depthPct)).not.toContain('depthPct');
  expect(faults(depthPct + 4)).toContain('depthPct');
  expect(faults(depthPct - 4)).toContain('depthPct');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { facetsOf, outlineOf } from './index.ts';

const CODES = [...SHAPES.map(({ shapeCode }) => shapeCode), 'unknown'];
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const measured = (shapeCode: string) => ({
  shapeCode: fc.constant(shapeCode),
  length: between(2, 20),
  width: between(2, 20),
});
const anyCut = (shapeCode: string) =>
  fc.record({
    ...measured(shapeCode),
    tablePct: between(30, 90),
    starHalves: between(0, 100),
    pavilionHalves: between(0, 100),
  });
const believableCut = (shapeCode: string) =>
  fc.record({
    ...measured(shapeCode),
    tablePct: between(45, 75),
    starHalves: between(30, 70),
    pavilionHalves: between(60, 90),
  });

describe.each(CODES)('A stone of shape %s', (shapeCode) => {
  test('fills its length and width and never leaves them', () => {
    fc.assert(
      fc.property(anyCut(shapeCode), (cut) => {
        const half = Math.max(cut.length, cut.width) / 2;
        const outline = outlineOf(cut);
        const reach = (axis: 0 | 1): number => {
          const values = outline.map((point) => point[axis] * half);
          return Math.max(...values) - Math.min(...values);
        };
        expect(Math.abs(reach(0) / cut.width - 1)).toBeLessThan(0.01);
        expect(Math.abs(reach(1) / cut.length - 1)).toBeLessThan(0.01);
        const points = facetsOf(cut).flatMap((facet) => facet.points);
        const farthest = (axis: 0 | 1): number =>
          Math.max(...points.map((point) => Math.abs(point[axis]) * half));
        expect(farthest(0)).toBeLessThanOrEqual(cut.width / 2 + 1e-9);
        expect(farthest(1)).toBeLessThanOrEqual((cut.length / 2) * 1.001);
      }),
    );
  });

  test('is as high as it was measured, its table on top and level', () => {
    fc.assert(
      fc.property(believableCut(shapeCode), between(0.5, 0.7), (cut, depth) => {
        const half = Math.max(cut.length, cut.width) / 2;
        const height = Math.max(cut.length, cut.width) * depth;
        const facets = facetsOf({ ...cut, height });
        const levels = facets.flatMap(({ points }) => points.map(([, , z]) => z * half));
        expect(Math.max(...levels) - Math.min(...levels)).toBeCloseTo(height, 6);
        const table = facets.find(({ part }) => part === 'table');
        const top = (table?.points ?? []).map(([, , z]) => z * half);
        expect(Math.min(...top)).toBeCloseTo(Math.max(...levels), 6);
      }),
    );
  });

  test('has a table as wide as it was graded', () => {
    const facets = facetsOf({ shapeCode, length: 10, width: 10, tablePct: 60 });
    const table = facets.find(({ part }) => part === 'table');
    const sides = (table?.points ?? []).map(([x]) => x);
    // A pear's and a heart's table is measured from where their facets meet.
    expect(Math.max(...sides)).toBeCloseTo(0.6, shapeCode === 'HS' || shapeCode === 'IDH' ? 1 : 6);
  });
});

test('A round brilliant has 57 facets', () => {
  const facets = facetsOf({ shapeCode: 'RD' }).filter(({ part }) => part !== 'girdle');
  expect(facets).toHaveLength(57);
});

test('An ideal princess has more chevrons than a princess', () => {
  const chevrons = (shapeCode: string): number =>
    facetsOf({ shapeCode }).filter(({ name }) => name === 'chevron').length;
  expect(chevrons('XP')).toBeGreaterThan(chevrons('PR'));
});

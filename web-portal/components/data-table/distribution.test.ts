import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binNumbers, edgesOf, NO_BAR } from './distribution.ts';

describe('The edges of a distribution', () => {
  it('are round figures, set by magnitude where the figures span several', () => {
    const prices = edgesOf(312, 180_000, 28);
    expect(prices.slice(0, 4)).toEqual([310, 390, 490, 620]);
    expect(prices.slice(-3)).toEqual([114_000, 143_000, 180_000]);
    expect(edgesOf(-42.5, -4.2, 4)).toEqual([-43, -33, -23, -14, -4]);
  });
  it('of one figure are that figure', () => expect(edgesOf(3, 3, 28)).toEqual([3, 3]));
  it('go up, and hold every figure in one bar', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.option(
            fc.integer({ min: -5000, max: 9_000_000 }).map((n) => n / 100),
            { nil: NaN },
          ),
          { minLength: 1, maxLength: 80 },
        ),
        (figures) => {
          const binned = binNumbers(Float64Array.from(figures), 28);
          if (!binned) return figures.every(Number.isNaN);
          const { edges, bars } = binned;
          for (let place = 1; place < edges.length; place++)
            if (edges.length > 2) expect(edges[place]).toBeGreaterThan(edges[place - 1]!);
          figures.forEach((figure, place) => {
            const bar = bars[place]!;
            if (Number.isNaN(figure)) return expect(bar).toBe(NO_BAR);
            expect(figure).toBeGreaterThanOrEqual(edges[bar]!);
            if (bar < edges.length - 2) expect(figure).toBeLessThan(edges[bar + 1]!);
            else expect(figure).toBeLessThanOrEqual(edges[bar + 1]!);
          });
        },
      ),
    );
  });
});

import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { COLOURS } from '../../theme/tokens.ts';
import { drawingOf, extentOf, scaleOf } from './drawing.ts';
import { ShapeDrawing } from './shape-drawing.tsx';
import { tintOf } from './tint.ts';

const codes = SHAPES.map(({ shapeCode }) => shapeCode);
/** How far a path reaches to the sides and up and down. */
const reach = (path: string): { x: number; y: number } => {
  const numbers = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((match) => [
    Number(match[1]),
    Number(match[2]),
  ]);
  return {
    x: Math.max(...numbers.map(([x]) => Math.abs(x!))),
    y: Math.max(...numbers.map(([, y]) => Math.abs(y!))),
  };
};

describe('Drawings of stones', () => {
  it('every shape of the attribute list has its own', () => {
    const drawings = codes.map((code) => JSON.stringify(drawingOf(code)));
    expect(new Set(drawings).size).toBe(codes.length);
  });
  it.each(codes.filter((code) => code !== 'RD'))('%s follows length and width', (code) => {
    const { outline } = drawingOf(code, { length: 10, width: 8 });
    const { x, y } = reach(outline);
    expect(x / y).toBeGreaterThan(0.7);
    expect(x / y).toBeLessThan(0.9);
  });
  it('a larger table is drawn larger', () => {
    const table = (tablePct: number): number =>
      reach(drawingOf('OV', { length: 9, width: 6, tablePct }).table).y;
    expect(table(64)).toBeGreaterThan(table(54));
  });
  it.each(codes)('%s stays within its field, whatever its proportions', (code) => {
    for (const width of [4, 6, 9]) {
      const proportions = { length: 6, width };
      const { x, y } = reach(drawingOf(code, proportions).outline);
      expect(Math.max(x, y) * scaleOf(code)).toBeLessThanOrEqual(50);
    }
  });
  it('an impossible proportion is not followed', () => {
    expect(drawingOf('OV', { length: 9, width: 0.5, tablePct: 400 })).toBe(drawingOf('OV', {}));
  });
  it('the share of the field that it takes is what comparisons of size count with', () => {
    expect(extentOf('RD')).toBeCloseTo(0.96);
    expect(extentOf('PR')).toBeLessThan(extentOf('RD'));
  });
});

describe('Tints', () => {
  it('ice at D, clear at H, warmer to Z', () => {
    expect(tintOf({ colour: 'D' })).toContain('28%');
    expect(tintOf({ colour: 'H' })).toContain(' 0%');
    expect(tintOf({ colour: 'Z' })).toContain('60%');
  });
  it.each(['light', 'dark'] as const)('what is warmer than H is never green (%s)', (scheme) => {
    for (const colour of ['I', 'J', 'M', 'Z']) {
      const [, yellow] = /(#\w{6}) \d+%, var\(--stone-warm\)/.exec(tintOf({ colour }))!;
      for (const mixed of [yellow!, COLOURS[scheme].stoneWarm]) {
        const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(mixed.slice(at, at + 2), 16));
        expect(red).toBeGreaterThan(green!);
        expect(green).toBeGreaterThan(blue!);
      }
    }
  });
  it('a fancy colour has its own hue, stronger the more intense it is', () => {
    const share = (fancyIntensity: string): number =>
      Number(/ (\d+)%, var/.exec(tintOf({ fancyColour: 'Pink', fancyIntensity }))?.[1]);
    expect(share('Fancy Vivid')).toBeGreaterThan(share('Fancy Light'));
    expect(tintOf({ fancyColour: 'Blue' })).not.toBe(tintOf({ fancyColour: 'Green' }));
  });
});

it('A drawing with a label is an image with that name; without, it is decoration', () => {
  const { getByRole, container } = render(<ShapeDrawing shapeCode="PS" label="Drawing of a pear" />);
  expect(getByRole('img', { name: 'Drawing of a pear' })).toBeVisible();
  expect(render(<ShapeDrawing shapeCode="PS" />).container.querySelector('svg')).toHaveAttribute(
    'aria-hidden',
  );
  expect(container).toBeVisible();
});

import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { parseBound } from './number-bound.tsx';
import { BLANK, describeFilter, passesRange, passesText, withFilter } from './filters.ts';

const column = (more: Partial<Column<never>>): Column<never> => ({
  id: 'x',
  label: 'X',
  kind: 'choice',
  read: () => undefined,
  print: () => '',
  ...more,
});

describe('Text filter (product: Filters and selection)', () => {
  it('matches a substring, whatever the case', () => {
    expect(passesText('VTR-104417', 'tr-1044')).toBe(true);
    expect(passesText('VTR-104417', '9')).toBe(false);
  });
  it('lets rows with an undefined value pass', () => expect(passesText(undefined, 'anything')).toBe(true));
});

describe('Numeric range filter (product: Filters and selection)', () => {
  it('no decimal comma becomes ten times the bound (rule: Typed numbers)', () =>
    expect(['1,5', '1,500', '$2,500.50', '0,500', '12 %'].map(parseBound)).toEqual([
      null,
      1500,
      2500.5,
      null,
      12,
    ]));
  it('allows empty bounds', () => expect(passesRange(1, null, null)).toBe(true));
  it('is open-ended where a bound is missing', () => {
    expect(passesRange(99, 1.5, null)).toBe(true);
    expect(passesRange(0.2, null, 1.5)).toBe(true);
    expect(passesRange(1.49, 1.5, null)).toBe(false);
  });
  it('counts both ends in', () =>
    expect([passesRange(1.5, 1.5, 2), passesRange(2, 1.5, 2)]).toEqual([true, true]));
  it('leaves out a row without the figure once a bound is set', () =>
    expect([passesRange(undefined, 0, null), passesRange(undefined, null, null)]).toEqual([false, true]));
});

describe('A filter in words', () => {
  it('is the column’s name while it is empty', () =>
    expect(describeFilter(column({ label: 'Flu', name: 'Fluorescence' }), undefined)).toBe('Fluorescence'));
  it('shows one value, a run in the attribute’s order, or how many', () => {
    const colours = column({ label: 'Colour', rank: (value) => 'DEFGHI'.indexOf(value) });
    expect(describeFilter(colours, { kind: 'choice', values: ['E'] })).toBe('E');
    expect(describeFilter(colours, { kind: 'choice', values: ['F', 'D', 'E'] })).toBe('D – F');
    expect(describeFilter(colours, { kind: 'choice', values: ['D', 'H'] })).toBe('Colour 2');
  });
  it('says (blank) for a blank value', () =>
    expect(describeFilter(column({}), { kind: 'choice', values: [''] })).toBe(BLANK));
  it('writes a range with its unit and open ends', () => {
    const weight = column({ kind: 'number', unit: 'ct', bound: (value) => value.toFixed(2) });
    expect(describeFilter(weight, { kind: 'range', min: 1.5, max: 2.05 })).toBe('1.50 – 2.05 ct');
    expect(describeFilter(weight, { kind: 'range', min: 1.5, max: null })).toBe('≥ 1.50 ct');
    expect(describeFilter(weight, { kind: 'range', min: null, max: 2 })).toBe('≤ 2.00 ct');
  });
});

it('An emptied filter is not kept', () => {
  expect(withFilter({ a: { kind: 'text', text: 'x' } }, 'a', { kind: 'text', text: ' ' })).toEqual({});
});

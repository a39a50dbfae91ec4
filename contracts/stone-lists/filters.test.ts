import { expect, it } from 'vitest';
import { passes, passesAll, type Filter, type FilteredValue } from './filters.ts';

const of = (filter: Filter, ...values: FilteredValue[]) => values.map((value) => passes(value, filter));

it('a text is a part of the value in any case; an undefined value passes (product: Filters and selection)', () =>
  expect(of({ kind: 'text', text: ' aB ' }, 'xAby', 'xy', undefined)).toEqual([true, false, true]));

it('a range counts both ends, and leaves out what has no figure', () => {
  expect(of({ kind: 'range', min: 1, max: 2 }, 1, 2, 2.01, undefined)).toEqual([true, true, false, false]);
  expect(of({ kind: 'range', min: null, max: null }, undefined)).toEqual([true]);
});

it('a choice is one of its values, the blank among them', () => {
  expect(of({ kind: 'choice', values: ['D', ''] }, 'D', 'E', undefined)).toEqual([true, false, true]);
  expect(of({ kind: 'choice', values: [] }, 'E')).toEqual([true]);
});

it('days are compared by day', () =>
  expect(of({ kind: 'days', from: '2026-03-01', to: null }, '2026-03-01', '2026-02-28', undefined)).toEqual([
    true,
    false,
    false,
  ]));

it('all filters must let a row pass; one of a column that is not there filters nothing', () => {
  const readings = { colour: (row: { colour: string }) => row.colour };
  const text = { kind: 'text', text: 'x' } as const;
  const filters = {
    colour: { kind: 'choice', values: ['D'] },
    gone: text,
    hasOwnProperty: text,
    toString: text,
  } as const;
  expect(passesAll({ colour: 'D' }, filters, readings)).toBe(true);
  expect(passesAll({ colour: 'E' }, filters, readings)).toBe(false);
});

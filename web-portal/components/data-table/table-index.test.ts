import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { passesRange, passesText, type Filter, type Filters } from './filters.ts';
import { indexRows, type TableIndex } from './table-index.ts';

type Row = {
  key: string;
  weight: number;
  price: number | undefined;
  shape: string | undefined;
  cert: string | undefined;
  day: string | undefined;
};

const ORDER = ['Round', 'Oval', 'Pear'];
const columns: Column<Row>[] = [
  { id: 'weight', label: 'Weight', kind: 'number', read: (row) => row.weight, print: String },
  { id: 'price', label: 'Price', kind: 'number', read: (row) => row.price, print: String },
  {
    id: 'shape',
    label: 'Shape',
    kind: 'choice',
    read: (row) => row.shape,
    print: String,
    rank: (value) => ORDER.indexOf(value),
  },
  { id: 'cert', label: 'Cert', kind: 'text', read: (row) => row.cert, print: String },
  { id: 'day', label: 'Day', kind: 'date', read: (row) => row.day, print: String },
];
const row = (key: string, more: Partial<Row> = {}): Row => ({
  key,
  weight: 1,
  price: undefined,
  shape: undefined,
  cert: undefined,
  day: undefined,
  ...more,
});
const indexed = (rows: readonly Row[], earlier?: TableIndex<Row>): TableIndex<Row> =>
  indexRows({ columns, rows, keyOf: (each) => each.key, baseColumn: 'weight' }, earlier);
const keys = (rows: readonly Row[], filters: Filters, column: string, descending = false): string[] =>
  Array.from(indexed(rows).visible(filters, { column, descending }), (place) => rows[place]!.key);

describe('Sort', () => {
  const rows = [
    row('a', { price: 3, weight: 2 }),
    row('b'),
    row('c', { price: 1 }),
    row('d', { price: 3, weight: 1 }),
  ];
  it('puts blanks last in either direction', () => {
    expect(keys(rows, {}, 'price')).toEqual(['c', 'd', 'a', 'b']);
    expect(keys(rows, {}, 'price', true)).toEqual(['d', 'a', 'c', 'b']);
  });
  it('keeps equal values in order of weight', () =>
    expect(keys(rows, {}, 'price').slice(1, 3)).toEqual(['d', 'a']));
  it('goes by the attribute’s order, not by alphabet', () => {
    expect(
      keys(
        [row('o', { shape: 'Oval' }), row('p', { shape: 'Pear' }), row('r', { shape: 'Round' })],
        {},
        'shape',
      ),
    ).toEqual(['r', 'o', 'p']);
  });
});

describe('Filters', () => {
  it('A date range compares by day, both ends in', () => {
    const rows = ['2026-11-01', '2026-11-02', '2026-11-03', undefined].map((day, place) =>
      row(String(place), { day }),
    );
    expect(keys(rows, { day: { kind: 'days', from: '2026-11-02', to: '2026-11-03' } }, 'weight')).toEqual([
      '1',
      '2',
    ]);
    expect(keys(rows, { day: { kind: 'days', from: null, to: '2026-11-01' } }, 'weight')).toEqual(['0']);
  });
  it('A multi-select with nothing chosen lets all pass, and can choose the blank', () => {
    const rows = [row('a', { shape: 'Oval' }), row('b')];
    expect(keys(rows, { shape: { kind: 'choice', values: [] } }, 'weight')).toEqual(['a', 'b']);
    expect(keys(rows, { shape: { kind: 'choice', values: [''] } }, 'weight')).toEqual(['b']);
  });
  it('A multi-select counts each value under the other filters, in order, with the blank last', () => {
    const rows = [
      row('a', { shape: 'Pear', price: 1 }),
      row('b', { shape: 'Oval', price: 9 }),
      row('c', { shape: 'Oval', price: 1 }),
      row('d', { price: 1 }),
    ];
    const filters: Filters = {
      price: { kind: 'range', min: null, max: 5 },
      shape: { kind: 'choice', values: ['Pear'] },
    };
    expect(indexed(rows).choices('shape', filters)).toEqual([
      { value: 'Oval', count: 1 },
      { value: 'Pear', count: 1 },
      { value: '', count: 1 },
    ]);
  });
  it('A distribution counts every figure once, between edges that no filter moves', () => {
    const rows = [1, 2, 3, 4].map((price) => row(String(price), { price }));
    const { edges, bars } = indexed(rows).distribution('price', {})!;
    expect([edges[0], edges.at(-1), bars.length]).toEqual([1, 4, edges.length - 1]);
    expect(bars.filter((count) => count > 0)).toEqual([1, 1, 1, 1]);
    const narrowed = indexed(rows).distribution('price', { cert: { kind: 'text', text: 'none' } })!;
    expect(narrowed.edges).toEqual(edges);
    expect(indexed([row('a')]).distribution('price', {})).toBeNull();
  });
});

const someRows = fc
  .array(
    fc.record({
      weight: fc.integer({ min: 30, max: 90 }).map((hundredths) => hundredths / 100),
      price: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      shape: fc.option(fc.constantFrom(...ORDER), { nil: undefined }),
      cert: fc.option(fc.stringMatching(/^[0-3A]{1,4}$/), { nil: undefined }),
      day: fc.option(fc.constantFrom('2026-01-01', '2026-01-02', '2026-02-01'), { nil: undefined }),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((fields, place): Row => ({ key: `k${place}`, ...fields })));

const someFilters = fc.record({
  text: fc.stringMatching(/^[0-3a]{0,2}$/),
  min: fc.option(fc.integer({ min: 0, max: 9 })),
  max: fc.option(fc.integer({ min: 0, max: 9 })),
  shapes: fc.subarray([...ORDER, '']),
});

describe('The index', () => {
  it('shows what a plain filter and sort would show', () => {
    fc.assert(
      fc.property(
        someRows,
        someFilters,
        fc.constantFrom('weight', 'price', 'shape', 'cert', 'day'),
        fc.boolean(),
        (rows, { text, min, max, shapes }, column, descending) => {
          const filters: Filters = {
            cert: { kind: 'text', text },
            price: { kind: 'range', min, max },
            shape: { kind: 'choice', values: shapes },
          };
          const rank = (each: Row): string | number | undefined => {
            if (column === 'shape') return each.shape && ORDER.indexOf(each.shape);
            if (column === 'cert') return each.cert?.toLowerCase();
            return each[column];
          };
          const compare = (a: Row, b: Row): number => {
            const [x, y] = [rank(a), rank(b)];
            if (x === undefined || y === undefined)
              return x === y ? a.weight - b.weight : x === undefined ? 1 : -1;
            const inOrder = x < y ? -1 : x > y ? 1 : 0;
            return (descending ? -inOrder : inOrder) || (column === 'weight' ? 0 : a.weight - b.weight);
          };
          const plain = rows
            .filter(
              (each) =>
                passesText(each.cert, text) &&
                passesRange(each.price, min, max) &&
                (shapes.length === 0 || shapes.includes(each.shape ?? '')),
            )
            .toSorted(compare);
          expect(
            keys(rows, filters, column, descending).map((key) =>
              rank(rows.find((each) => each.key === key)!),
            ),
          ).toEqual(plain.map(rank));
          expect(new Set(keys(rows, filters, column, descending))).toEqual(
            new Set(plain.map((each) => each.key)),
          );
        },
      ),
    );
  });

  it('made from an earlier version of the rows is the same as one made from scratch', () => {
    fc.assert(
      fc.property(
        someRows,
        fc.integer({ min: 0, max: 59 }),
        fc.constantFrom<Partial<Row>>(
          { price: 5 },
          { weight: 0.31 },
          { shape: 'Pear' },
          { price: undefined },
        ),
        (rows, at, changes) => {
          fc.pre(at < rows.length);
          const before = indexed(rows);
          for (const { id } of columns) before.prepare(id);
          const after = rows.map((each, place) => (place === at ? { ...each, ...changes } : each));
          const carried = indexed(after, before);
          const rebuilt = indexed(after);
          for (const { id } of columns)
            for (const descending of [false, true])
              expect(carried.visible({}, { column: id, descending })).toEqual(
                rebuilt.visible({}, { column: id, descending }),
              );
          expect(rows.map((each) => carried.placeOf(each.key))).toEqual(
            rows.map((each) => rebuilt.placeOf(each.key)),
          );
        },
      ),
    );
  });

  it('asked again and again, as filters are set and taken away, counts as one that is asked for the first time', () => {
    const someColumnsFilters = fc
      .record({
        cert: fc.option(fc.constantFrom<Filter>({ kind: 'text', text: '1' }, { kind: 'text', text: '2' })),
        price: fc.option(
          fc.constantFrom<Filter>({ kind: 'range', min: 3, max: null }, { kind: 'range', min: null, max: 6 }),
        ),
        shape: fc.option(
          fc.constantFrom<Filter>(
            { kind: 'choice', values: ['Pear'] },
            { kind: 'choice', values: ['Oval', ''] },
          ),
        ),
      })
      .map((all): Filters => {
        const filters: Record<string, Filter> = {};
        for (const [id, filter] of Object.entries(all)) if (filter) filters[id] = filter;
        return filters;
      });
    fc.assert(
      fc.property(someRows, fc.array(someColumnsFilters, { maxLength: 8 }), (rows, asked) => {
        const index = indexed(rows);
        const sort = { column: 'price', descending: true };
        for (const filters of asked) {
          const fresh = indexed(rows);
          expect(index.choices('shape', filters)).toEqual(fresh.choices('shape', filters));
          expect(index.distribution('price', filters)).toEqual(fresh.distribution('price', filters));
          expect(index.visible(filters, sort)).toEqual(fresh.visible(filters, sort));
        }
      }),
    );
  });
});

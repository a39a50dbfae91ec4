import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import type { Filters } from './filters.ts';
import { carriedOver, chosenAmong, chosenKeys, noSelection, withPlaces } from './selection.ts';
import { indexRows, type TableIndex } from './table-index.ts';
import { useDataTable } from './use-data-table.ts';

type Row = { key: string; name: string };
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', kind: 'text', read: (row) => row.name, print: (row) => row.name },
];
const keyOf = (row: Row): string => row.key;
const indexed = (rows: readonly Row[], earlier?: TableIndex<Row>): TableIndex<Row> =>
  indexRows({ columns, rows, keyOf, baseColumn: 'name' }, earlier);
const rowsOf = (keys: readonly string[]): Row[] => keys.map((key) => ({ key, name: key }));
const chosenFor = (rows: readonly Row[], keys: readonly string[]) =>
  withPlaces(noSelection(rows.length), keys.map(indexed(rows).placeOf), true);

describe('Selection (product: Filters and selection)', () => {
  it('a chosen row that is filtered out is not selected; when it comes back it is', () => {
    const rows = rowsOf(['a', 'b', 'c']);
    const chosen = chosenFor(rows, ['a', 'c']);
    expect([...chosenAmong(chosen, Uint32Array.of(1, 2))]).toEqual([2]);
    expect([...chosenAmong(chosen, Uint32Array.of(2, 1, 0))]).toEqual([2, 0]);
  });
  it('follows its parcels when rows come, go and move', () => {
    const before = rowsOf(['a', 'b', 'c', 'd']);
    const after = rowsOf(['d', 'x', 'a']);
    const [indexBefore, indexAfter] = [indexed(before), indexed(after)];
    const carried = carriedOver(chosenFor(before, ['a', 'c', 'd']), indexBefore, indexAfter, keyOf);
    expect(chosenKeys(carried, after, keyOf)).toEqual(['d', 'a']);
    expect(carried.count).toBe(2);
  });
  it('is unchosen by name, also when the rows have changed since', () => {
    const options = {
      columns,
      keyOf,
      defaultSort: { column: 'name', descending: false },
      saved: {},
      save: () => {},
    };
    const before = rowsOf(['a', 'b', 'c', 'd']);
    const after = rowsOf(['c', 'd']);
    const { result, rerender } = renderHook(({ rows }) => useDataTable({ ...options, rows }), {
      initialProps: { rows: before },
    });
    act(() => result.current.select(['a', 'b', 'c', 'd'], true));
    // What acts on rows keeps its hold of the table from before the rows went.
    const { select, selectVisible } = result.current;
    rerender({ rows: after });
    act(() => select(['a', 'b'], false));
    expect(result.current.selected.map(keyOf)).toEqual(['c', 'd']);
    act(() => selectVisible(false));
    expect(result.current.selected).toEqual([]);
  });
  it('stays as it is when only values changed', () => {
    const before = rowsOf(['a', 'b']);
    const first = indexed(before);
    const chosen = chosenFor(before, ['b']);
    const second = indexed([before[0]!, { key: 'b', name: 'other' }], first);
    expect(carriedOver(chosen, first, second, keyOf)).toBe(chosen);
  });
  it('counts each row once, and knows none that is not there', () => {
    const chosen = withPlaces(noSelection(3), [1, 1, undefined, 2], true);
    expect(chosen.count).toBe(2);
    expect(withPlaces(chosen, [1, 0], false).count).toBe(1);
  });
});

describe('A filter that is typed letter by letter', () => {
  it('lets pass what the whole text lets pass in one step', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }),
        fc.array(word, { minLength: 1, maxLength: 8 }),
        (names, typed) => {
          const rows = names.map((name, place) => ({ key: String(place), name }));
          const oneByOne = indexed(rows);
          const sort = { column: 'name', descending: false };
          for (const text of typed) {
            const filters: Filters = { name: { kind: 'text', text } };
            expect(oneByOne.visible(filters, sort)).toEqual(indexed(rows).visible(filters, sort));
          }
        },
      ),
    );
  });
});

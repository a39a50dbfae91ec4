import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { whenIdle } from '#web-shared/when-idle.ts';
import type { Column, Sort } from './column.ts';
import { withFilter, type Filter, type Filters } from './filters.ts';
import { DEFAULT_PAGE_SIZE, parseSavedTable, type SavedTable } from './saved-table.ts';
import {
  carriedOver,
  chosenAmong,
  chosenKeys,
  noSelection,
  withPlaces,
  type Selection,
} from './selection.ts';
import { indexRows, type TableIndex } from './table-index.ts';

/** Filters are shown above this many rows, or when saved filters exist (product: Stone table). */
const ROWS_WITHOUT_FILTERS = 5;
/** A larger selection is not kept over a reload: a browser keeps few megabytes for all lists together. */
const MOST_SAVED_SELECTED = 10_000;

export type TableOptions<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  defaultSort: Sort;
  /** What was saved for this table, as it came back from storage, and where to save it. */
  saved: unknown;
  save: (state: SavedTable) => void;
};

type View = SavedTable['view'];
type Density = SavedTable['density'];

export type DataTable<Row> = {
  index: TableIndex<Row>;
  columns: readonly Column<Row>[];
  /** Columns that are not hidden. */
  shownColumns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** All rows, filtered out or not. */
  rowCount: number;
  /** Places of the rows that pass the filters, in order. */
  visible: Uint32Array;
  /** The rows of the page shown. */
  page: readonly Row[];
  pageNumber: number;
  pageCount: number;
  pageSize: number;
  /** The page has as many rows as there is room for. */
  fits: boolean;
  filters: Filters;
  hasFilters: boolean;
  showsFilters: boolean;
  sort: Sort;
  view: View;
  density: Density;
  /** Columns hidden by choice, and extra ones that are not chosen. */
  hidden: readonly string[];
  /** What is selected now: chosen rows that pass the filters. */
  selected: readonly Row[];
  isSelected: (row: Row) => boolean;
  setFilter: (column: string, filter: Filter) => void;
  clearFilters: () => void;
  sortBy: (column: string) => void;
  goToPage: (page: number) => void;
  setPageSize: (size: number) => void;
  /** As many rows a page as there is room for; or, `on` false, as at first. */
  setFits: (on: boolean) => void;
  /** Hears how many rows there is room for. */
  noteRoom: (rows: number) => void;
  setView: (view: View) => void;
  setDensity: (density: Density) => void;
  setHidden: (hidden: readonly string[]) => void;
  /** Chooses or unchooses rows by key. */
  select: (keys: readonly string[], on: boolean) => void;
  selectVisible: (on: boolean) => void;
  /** Clears the selection; where nothing is selected, the filters. */
  clearNext: () => void;
};

/** The state of one table: filters, order, page and selection, saved as it changes. */
export function useDataTable<Row>(options: TableOptions<Row>): DataTable<Row> {
  const { rows, columns, keyOf, defaultSort, save } = options;
  const [state, setState] = useState<SavedTable>(() => parseSavedTable(options.saved));
  /** A row's place among those that pass the filters: the page shown is the one that it is on. */
  const [from, setFrom] = useState(0);
  const [room, noteRoom] = useState(DEFAULT_PAGE_SIZE);
  const [hadSavedFilters] = useState(Object.keys(state.filters).length > 0);

  const index = useIndex(columns, rows, keyOf, defaultSort.column);
  const [chosen, setChosen] = useSelection(index, keyOf, state.selected);
  const { view, density } = state;
  const extras = useMemo(() => columns.flatMap(({ id, extra }) => (extra ? [id] : [])), [columns]);
  const hidden = useMemo(
    () => [...state.hidden, ...extras.filter((id) => !state.added.includes(id))],
    [state.hidden, state.added, extras],
  );
  const fits = state.pageSize === 'fit';
  const pageSize = state.pageSize === 'fit' ? room : state.pageSize;
  // A column that is not there (any more) filters nothing: a price that may not be seen cannot be found out by its filter.
  const filters = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(state.filters).filter(([id]) => columns.some((column) => column.id === id)),
      ),
    [state.filters, columns],
  );
  const sort = state.sort ?? defaultSort;
  const visible = useMemo(() => index.visible(filters, sort), [index, filters, sort]);

  const pageCount = Math.max(1, Math.ceil(visible.length / pageSize));
  const current = Math.min(Math.floor(from / pageSize) + 1, pageCount);
  const places = useMemo(
    () => visible.subarray((current - 1) * pageSize, current * pageSize),
    [visible, current, pageSize],
  );
  const page = useMemo(() => rowsAt(rows, places), [rows, places]);

  // Chosen rows that are filtered out count as unselected, and rows that come back are selected again; so the
  // selection is what was chosen and is visible (product: Filters and selection).
  const selected = useMemo(() => rowsAt(rows, chosenAmong(chosen, visible)), [rows, chosen, visible]);
  const selectedOnPage = useMemo(
    () => new Set(rowsAt(rows, chosenAmong(chosen, places)).map(keyOf)),
    [rows, chosen, places, keyOf],
  );

  useEffect(() => {
    const keys = chosen.count <= MOST_SAVED_SELECTED ? chosenKeys(chosen, rows, keyOf) : [];
    save({ ...state, selected: keys });
  }, [save, state, chosen, rows, keyOf]);

  const select = useCallback(
    (keys: readonly string[], on: boolean) =>
      setChosen((before, { placeOf }) => withPlaces(before, keys.map(placeOf), on)),
    [setChosen],
  );
  const change = (changes: Partial<SavedTable>): void => setState((before) => ({ ...before, ...changes }));
  const hasFilters = Object.keys(filters).length > 0;
  const clearFilters = (): void => {
    change({ filters: {} });
    setFrom(0);
  };

  return {
    index,
    columns,
    keyOf,
    visible,
    page,
    pageSize,
    fits,
    noteRoom,
    filters,
    hasFilters,
    sort,
    view,
    density,
    hidden,
    selected,
    select,
    shownColumns: useMemo(() => columns.filter((column) => !hidden.includes(column.id)), [columns, hidden]),
    rowCount: rows.length,
    pageNumber: current,
    pageCount,
    showsFilters: rows.length > ROWS_WITHOUT_FILTERS || hasFilters || hadSavedFilters,
    isSelected: (row) => selectedOnPage.has(keyOf(row)),
    setFilter: (column, filter) => {
      setState((before) => ({ ...before, filters: withFilter(before.filters, column, filter) }));
      setFrom(0);
    },
    clearFilters,
    sortBy: (column) => {
      change({ sort: { column, descending: sort.column === column && !sort.descending } });
      setFrom(0);
    },
    goToPage: (wanted) => setFrom((Math.min(Math.max(1, Math.trunc(wanted) || 1), pageCount) - 1) * pageSize),
    setPageSize: (size) => {
      change({ pageSize: Math.max(1, Math.trunc(size) || DEFAULT_PAGE_SIZE) });
      setFrom(0);
    },
    setFits: (on) => change({ pageSize: on ? 'fit' : DEFAULT_PAGE_SIZE }),
    setView: (next) => change({ view: next }),
    setDensity: (next) => change({ density: next }),
    setHidden: (next) =>
      change({
        hidden: next.filter((id) => !extras.includes(id)),
        added: extras.filter((id) => !next.includes(id)),
      }),
    selectVisible: (on) =>
      setChosen((before, of) => {
        const places = of === index ? visible : rowsAt(rows, visible).map((row) => of.placeOf(keyOf(row)));
        return withPlaces(before, places, on);
      }),
    clearNext: () => {
      if (selected.length > 0) setChosen((_before, of) => noSelection(of.rows.length));
      else clearFilters();
    },
  };
}

function useIndex<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  baseColumn: string,
): TableIndex<Row> {
  const [held, setHeld] = useState(() => ({
    index: indexRows({ columns, rows, keyOf, baseColumn }),
    columns,
  }));
  let { index } = held;
  if (index.rows !== rows || held.columns !== columns) {
    index = indexRows({ columns, rows, keyOf, baseColumn }, held.columns === columns ? index : undefined);
    setHeld({ index, columns });
  }
  const settled = useDeferredValue(index);
  useEffect(
    () =>
      prepareWhenIdle(
        settled,
        // Texts last: sorting them takes longest and is asked for least.
        columns
          .toSorted((a, b) => Number(a.kind === 'text') - Number(b.kind === 'text'))
          .map((column) => column.id),
      ),
    [settled, columns],
  );
  return index;
}

/** A change is asked with the rows that the selection is of: they may have changed since it was meant. */
type SelectionChange<Row> = (before: Selection, of: TableIndex<Row>) => Selection;

/** What is chosen, carried over from one version of the rows to the next. */
function useSelection<Row>(
  index: TableIndex<Row>,
  keyOf: (row: Row) => string,
  savedKeys: readonly string[],
): [Selection, (change: SelectionChange<Row>) => void] {
  const [held, setHeld] = useState(() => ({
    index,
    selection:
      savedKeys.length === 0
        ? noSelection(index.rows.length)
        : withPlaces(noSelection(index.rows.length), savedKeys.map(index.placeOf), true),
  }));
  let { selection } = held;
  if (held.index !== index) {
    selection = carriedOver(selection, held.index, index, keyOf);
    setHeld({ index, selection });
  }
  const change = useCallback(
    (next: SelectionChange<Row>) =>
      setHeld((before) => ({ ...before, selection: next(before.selection, before.index) })),
    [],
  );
  return [selection, change];
}

const MANY_ROWS = 2000;

/** Sorts a long list by each column in idle time, one column at a time. */
function prepareWhenIdle<Row>(index: TableIndex<Row>, ids: readonly string[]): () => void {
  if (index.rows.length < MANY_ROWS) return () => {};
  const waiting = [...ids];
  let stop = whenIdle(function next() {
    const id = waiting.shift();
    index.placeOf('');
    if (id === undefined) return;
    index.prepare(id);
    stop = whenIdle(next);
  });
  return () => stop();
}

/** A plain loop: `Array.from` takes ten times as long for all rows of a long list. */
function rowsAt<Row>(rows: readonly Row[], places: Uint32Array): Row[] {
  const found = new Array<Row>(places.length);
  for (let at = 0; at < places.length; at++) found[at] = rows[places[at]!]!;
  return found;
}

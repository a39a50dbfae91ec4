import type { Column, Sort } from './column.ts';
import type { Filter, Filters } from './filters.ts';
import { compareChoices, rankColumn, readColumn, widestPlaces, type ColumnData } from './column-data.ts';
import { sift, type Sifted } from './sift.ts';
import { binNumbers, NO_BAR, type Binned, type Distribution } from './distribution.ts';
import { orderBy, type Ranks } from './sorted-order.ts';

export type ChoiceCount = { value: string; count: number };

/** The values offered of a column, with those that are chosen though no row has them any more: they can be taken back. */
export function withChosen<Row>(
  column: Column<Row>,
  choices: readonly ChoiceCount[],
  chosen: readonly string[],
): readonly ChoiceCount[] {
  const missing = chosen.filter((value) => choices.every((offered) => offered.value !== value));
  if (missing.length === 0) return choices;
  return [...choices, ...missing.map((value) => ({ value, count: 0 }))].sort((a, b) =>
    compareChoices(column, a.value, b.value),
  );
}
/** Bars of a distribution. */
const BARS = 28;

type Cached = {
  data?: ColumnData;
  ranks?: Ranks;
  widest?: readonly number[];
  binned?: Binned | null;
  ascending?: Uint32Array;
  descending?: Uint32Array;
  /** By the filter asked for last. */
  sifted?: Sifted;
};

/**
 * Rows indexed for a table: those that pass the filters, in the chosen order, without sorting again: each
 * column keeps its sorted order, and filtering walks along it (product: Stone table; product: Filters and
 * selection).
 */
export type TableIndex<Row> = {
  rows: readonly Row[];
  /** Places in `rows` of what passes, in order; blanks come last in either direction. */
  visible: (filters: Filters, sort: Sort) => Uint32Array;
  /** The values of a choice with how many rows have each, under the other columns' filters; in the attribute's order. */
  choices: (column: string, filters: Filters) => ChoiceCount[];
  /** How the figures of a column lie under the other columns' filters, between the edges of the whole list; null when it has none. */
  distribution: (column: string, filters: Filters) => Distribution | null;
  /** Makes a column's sorted order ahead of its first use. */
  prepare: (column: string) => void;
  /** The rows with the widest texts of the column: of the whole list, whatever the filters. */
  widest: (column: string) => readonly Row[];
  /** The place of the row with this key. */
  placeOf: (key: string) => number | undefined;
  /** For the next version of the same rows. */
  cache: ReadonlyMap<string, Cached>;
};

export type IndexOptions<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  baseColumn: string;
};

/**
 * Indexes `rows`. Equal values keep the order of `baseColumn`. With the index of an earlier version of the same
 * parcels, the columns in which nothing changed are taken over as they are.
 */
export function indexRows<Row>(
  { columns, rows, keyOf, baseColumn }: IndexOptions<Row>,
  earlier?: TableIndex<Row>,
): TableIndex<Row> {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const changed = earlier ? changedRows(rows, earlier.rows, keyOf) : null;
  const cache = new Map<string, Cached>(
    earlier && changed ? unchangedColumns(byId, changed, baseColumn, earlier) : [],
  );
  let places: Map<string, number> | undefined;

  const cached = (id: string): Cached => {
    let entry = cache.get(id);
    if (!entry) cache.set(id, (entry = {}));
    return entry;
  };
  const dataOf = (id: string): ColumnData | undefined => {
    const column = byId.get(id);
    return column && (cached(id).data ??= readColumn(column, rows));
  };
  const naturalOrder = (): Uint32Array => Uint32Array.from({ length: rows.length }, (_, place) => place);
  const orderOf = (id: string, descending: boolean): Uint32Array => {
    const column = byId.get(id);
    const data = dataOf(id);
    if (!column || !data) return id === baseColumn ? naturalOrder() : orderOf(baseColumn, false);
    const entry = cached(id);
    const made = descending ? entry.descending : entry.ascending;
    if (made) return made;
    const base = id === baseColumn && !descending ? naturalOrder() : orderOf(baseColumn, false);
    const ranks = (entry.ranks ??= rankColumn(column, data));
    return (entry[descending ? 'descending' : 'ascending'] = orderBy(ranks, base, descending));
  };
  const sifted = (id: string, data: ColumnData, filter: Filter): Uint8Array => {
    const entry = cached(id);
    if (entry.sifted?.filter !== filter) entry.sifted = sift(data, filter, entry.sifted);
    return entry.sifted.pass;
  };
  let failed: { filters: Filters; counts: Uint8Array } | undefined;
  /** How many of the filters each place does not pass. */
  const failing = (filters: Filters): Uint8Array => {
    if (failed?.filters === filters) return failed.counts;
    const counts = new Uint8Array(rows.length);
    for (const [id, filter] of Object.entries(filters)) {
      const data = dataOf(id);
      if (!data) continue;
      const passed = sifted(id, data, filter);
      for (let place = 0; place < counts.length; place++) counts[place]! += 1 - passed[place]!;
    }
    failed = { filters, counts };
    return counts;
  };
  /** How many places have each code, among those that pass the filters of the other columns. */
  const countCodes = (
    id: string,
    data: ColumnData,
    filters: Filters,
    codes: Uint8Array | Uint32Array,
    size: number,
  ): Uint32Array => {
    const fails = failing(filters);
    const own = filters[id] && sifted(id, data, filters[id]);
    const counts = new Uint32Array(size);
    for (let place = 0; place < codes.length; place++)
      if (fails[place] === (own ? 1 - own[place]! : 0)) counts[codes[place]!]!++;
    return counts;
  };

  const choices = rememberedUnderOthers((id, filters): ChoiceCount[] => {
    const column = byId.get(id);
    const data = dataOf(id);
    if (!column || data?.kind !== 'choice') return [];
    const counts = countCodes(id, data, filters, data.codes, data.values.length);
    const hasBlank = data.codes.includes(0);
    return data.values
      .map((value, code) => ({ value, count: counts[code]! }))
      .filter(({ value }) => value !== '' || hasBlank)
      .sort((a, b) => compareChoices(column, a.value, b.value));
  });
  const distribution = rememberedUnderOthers((id, filters): Distribution | null => {
    const data = dataOf(id);
    if (data?.kind !== 'number') return null;
    const entry = cached(id);
    if (entry.binned === undefined) entry.binned = binNumbers(data.values, BARS);
    if (entry.binned === null) return null;
    const { edges, bars } = entry.binned;
    const counts = countCodes(id, data, filters, bars, NO_BAR + 1);
    return { edges, bars: [...counts.subarray(0, edges.length - 1)] };
  });

  return {
    rows,
    cache,
    choices,
    distribution,
    placeOf:
      earlier && changed
        ? earlier.placeOf
        : (key) => (places ??= new Map(rows.map((row, place) => [keyOf(row), place]))).get(key),
    visible(filters, sort) {
      const order = orderOf(sort.column, sort.descending);
      if (Object.keys(filters).length === 0) return order;
      const fails = failing(filters);
      const places = new Uint32Array(rows.length);
      let count = 0;
      for (const place of order) if (fails[place] === 0) places[count++] = place;
      return places.subarray(0, count);
    },
    widest(id) {
      const data = dataOf(id);
      const places = data && (cached(id).widest ??= widestPlaces(data));
      return places?.map((place) => rows[place]!) ?? [];
    },
    prepare(id) {
      orderOf(id, false);
    },
  };
}

/**
 * Remembers an answer for as long as the filters of the other columns stay the same: setting a filter does not change the
 * counts of its own column.
 */
function rememberedUnderOthers<Answer>(
  answerTo: (column: string, filters: Filters) => Answer,
): (column: string, filters: Filters) => Answer {
  const last = new Map<string, { filters: Filters; answer: Answer }>();
  return (column, filters) => {
    const before = last.get(column);
    if (before && sameOthers(column, before.filters, filters)) return before.answer;
    const answer = answerTo(column, filters);
    last.set(column, { filters, answer });
    return answer;
  };
}

function sameOthers(column: string, before: Filters, now: Filters): boolean {
  const ids = new Set([...Object.keys(before), ...Object.keys(now)]);
  ids.delete(column);
  return [...ids].every((id) => before[id] === now[id]);
}

/** The rows that changed, before and now; null when parcels came, went or moved. */
function changedRows<Row>(
  rows: readonly Row[],
  earlier: readonly Row[],
  keyOf: (row: Row) => string,
): [Row, Row][] | null {
  if (earlier.length !== rows.length) return null;
  const changed: [Row, Row][] = [];
  for (let place = 0; place < rows.length; place++) {
    const before = earlier[place]!;
    const now = rows[place]!;
    if (before === now) continue;
    if (keyOf(before) !== keyOf(now)) return null;
    changed.push([before, now]);
  }
  return changed;
}

/** The earlier index's columns whose every value is still the same. */
function* unchangedColumns<Row>(
  columns: ReadonlyMap<string, Column<Row>>,
  changed: readonly [Row, Row][],
  baseColumn: string,
  earlier: TableIndex<Row>,
): Generator<[string, Cached]> {
  const same = (column: Column<Row>) =>
    changed.every(([before, now]) => column.read(before) === column.read(now));
  const base = columns.get(baseColumn);
  const tiesStand = base === undefined || same(base);
  for (const [id, { ascending, descending, ...values }] of earlier.cache) {
    const column = columns.get(id);
    if (!column || !same(column)) continue;
    const orders = { ...(ascending && { ascending }), ...(descending && { descending }) };
    yield [id, { ...values, ...(tiesStand && orders) }];
  }
}

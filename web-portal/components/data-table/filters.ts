import {
  isEmpty,
  passesRange,
  passesText,
  type Filter,
  type Filters,
} from '#contracts/stone-lists/filters.ts';
import type { Column } from './column.ts';

export { passesRange, passesText, type Filter, type Filters };

/** What a multi-select shows for a blank value (product: Filters and selection). */
export const BLANK = '(blank)';

/** True for a range that no number is in: its minimum is above its maximum. */
export const isReversed = ({ min, max }: Extract<Filter, { kind: 'range' }>): boolean =>
  min !== null && max !== null && min > max;

/** What a choice is called. */
export const wordOf = <Row>(column: Column<Row>, value: string): string =>
  value === '' ? BLANK : (column.called?.(value) ?? value);

/** The filters with one set, changed or (when it is empty) taken away. */
export function withFilter(filters: Filters, column: string, filter: Filter): Filters {
  const { [column]: _replaced, ...others } = filters;
  return isEmpty(filter) ? others : { ...others, [column]: filter };
}

/** The filter in a few words, as its button shows it; the column's name when it is empty. */
export function describeFilter<Row>(column: Column<Row>, filter: Filter | undefined): string {
  if (!filter || isEmpty(filter)) return column.name ?? column.label;
  const write = column.bound ?? String;
  const unit = column.unit ? ` ${column.unit}` : '';
  switch (filter.kind) {
    case 'text':
      return `“${filter.text.trim()}”`;
    case 'range':
      return (
        between(
          filter.min === null ? null : write(filter.min),
          filter.max === null ? null : write(filter.max),
        ) + unit
      );
    case 'days':
      return between(filter.from, filter.to);
    case 'choice':
      return describeChoice(column, filter.values);
  }
}

function between(from: string | null, to: string | null): string {
  if (from === null) return `≤ ${to}`;
  if (to === null) return `≥ ${from}`;
  return from === to ? from : `${from} – ${to}`;
}

function describeChoice<Row>(column: Column<Row>, values: readonly string[]): string {
  const shown = values.map((value) => wordOf(column, value));
  if (shown.length === 1) return shown[0]!;
  const { rank } = column;
  if (rank) {
    const places = values.map(rank).sort((a, b) => a - b);
    const inOrder = values.toSorted((a, b) => rank(a) - rank(b));
    if (places.every((place, index) => Number.isFinite(place) && place === places[0]! + index))
      return `${wordOf(column, inOrder[0]!)} – ${wordOf(column, inOrder.at(-1)!)}`;
  }
  return `${column.name ?? column.label} ${shown.length}`;
}

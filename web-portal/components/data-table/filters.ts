import type { Column } from './column.ts';

/** One column's filter, plain JSON: it is saved per table, and can be shared. */
export type Filter =
  | { kind: 'text'; text: string }
  | { kind: 'range'; min: number | null; max: number | null }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'days'; from: string | null; to: string | null };

/** By column id. */
export type Filters = Readonly<Record<string, Filter>>;

/** What a multi-select shows for a blank value (product: Filters and selection). */
export const BLANK = '(blank)';

/** What a choice is called. */
export const wordOf = <Row>(column: Column<Row>, value: string): string =>
  value === '' ? BLANK : (column.called?.(value) ?? value);

/** True when the filter lets everything pass, so that it need not be kept. */
export function isEmpty(filter: Filter): boolean {
  switch (filter.kind) {
    case 'text':
      return filter.text.trim() === '';
    case 'range':
      return filter.min === null && filter.max === null;
    case 'choice':
      return filter.values.length === 0;
    case 'days':
      return filter.from === null && filter.to === null;
  }
}

/** The filters with one set, changed or (when it is empty) taken away. */
export function withFilter(filters: Filters, column: string, filter: Filter): Filters {
  const { [column]: _replaced, ...others } = filters;
  return isEmpty(filter) ? others : { ...others, [column]: filter };
}

/**
 * Text filter: case-insensitive substring match; rows with an undefined value pass it (product: Filters and
 * selection).
 */
export function passesText(value: string | undefined, text: string): boolean {
  return value === undefined || value.toLowerCase().includes(text.trim().toLowerCase());
}

/** Numeric range: empty bounds are open ends, both ends count; a row without the figure is outside every range. */
export function passesRange(value: number | undefined, min: number | null, max: number | null): boolean {
  if (min === null && max === null) return true;
  return value !== undefined && (min === null || value >= min) && (max === null || value <= max);
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

import type { Filter, Filters } from './schemas.ts';

export type { Filter, Filters, Sort } from './schemas.ts';

/** What a row has in a column; undefined or '' is blank. A day is YYYY-MM-DD. */
export type FilteredValue = string | number | undefined;

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

/**
 * Text filter: case-insensitive substring match; rows with an undefined value pass it (product: Filters and
 * selection).
 */
export function passesText(value: string | undefined, text: string): boolean {
  return value === undefined || value.toLowerCase().includes(text.trim().toLowerCase());
}

/** Range: empty bounds are open ends, both ends count; a row without the value is outside every range. */
export function passesRange<Value extends number | string>(
  value: Value | undefined,
  min: Value | null,
  max: Value | null,
): boolean {
  if (min === null && max === null) return true;
  return value !== undefined && (min === null || value >= min) && (max === null || value <= max);
}

/** Whether a value passes a filter (product: Filters and selection); a filter of another kind of values lets all pass. */
export function passes(value: FilteredValue, filter: Filter): boolean {
  if (isEmpty(filter)) return true;
  switch (filter.kind) {
    case 'text':
      return passesText(value === undefined ? undefined : String(value), filter.text);
    case 'choice':
      return filter.values.includes(String(value ?? ''));
    case 'range':
      return passesRange(typeof value === 'number' ? value : undefined, filter.min, filter.max);
    case 'days':
      return passesRange(
        typeof value === 'string' && value !== '' ? value : undefined,
        filter.from,
        filter.to,
      );
  }
}

/** How the columns of a list are read, by their ids. */
export type Readings<Row> = Readonly<Record<string, (row: Row) => FilteredValue>>;

/** Whether a row passes all filters; that of a column which the list does not have filters nothing. */
export const passesAll = <Row>(row: Row, filters: Filters, readings: Readings<Row>): boolean =>
  Object.entries(filters).every(([id, filter]) => {
    // What every object has, such as `toString`, is no column.
    const read = Object.hasOwn(readings, id) ? readings[id] : undefined;
    return !read || passes(read(row), filter);
  });

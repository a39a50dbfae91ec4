import { compareNames } from '#contracts/vocabulary/compare-text.ts';
import { Refusal } from '../refusal.ts';
import type { RestList } from './rest-lists.ts';

/** What a list of the back office whose rows are in memory can be asked for, in the words of `RestSelect`. */
export type RowsAsked<Row> = {
  /** The field that `id` names; rows that are equal otherwise are ordered by it. */
  key: keyof Row & string;
  /** Fields that it can be sorted by; without a sort the rows stay in the order in which they come. */
  sortedBy: readonly (keyof Row & string)[];
  /** The field in whose order they come, ascending. */
  order?: keyof Row & string;
  /** Fields that it can be filtered by: equal to the value, or to one of a list of values. */
  filteredBy?: readonly (keyof Row & string)[];
  /** The text that `q` is searched in, ignoring case. */
  searched?: (row: Row) => string;
  /** Filters that the rows were chosen by before. */
  chosenBy?: readonly string[];
};

/**
 * The rows that a list asks for, as `sendSelect` has them from the database: texts in the order of `compareNames`,
 * unset values last. Pure.
 * @throws {Refusal} 400 for a field that it cannot be sorted or filtered by
 */
export function rowsAsked<Row>(
  rows: readonly Row[],
  { sort, filter }: Pick<RestList, 'sort' | 'filter'>,
  { key, sortedBy, order, filteredBy = [], searched, chosenBy = [] }: RowsAsked<Row>,
): Row[] {
  const tests = Object.entries(filter).flatMap(([name, wanted]) => {
    if (chosenBy.includes(name)) return [];
    if (name === 'q' && searched && typeof wanted === 'string') return [contains(searched, wanted)];
    const field = name === 'id' ? key : filteredBy.find((known) => known === name);
    if (field !== undefined) return [equals<Row>(field, wanted)];
    const known = [...(searched ? ['q'] : []), 'id', ...filteredBy, ...chosenBy].join(', ');
    throw new Refusal(400, `filter: ${name} cannot be filtered by; use ${known}.`, { field: 'filter' });
  });
  const found = rows.filter((row) => tests.every((test) => test(row)));
  if (!sort) return found;
  const field = sort.field === 'id' ? key : sortedBy.find((known) => known === sort.field);
  if (field === undefined) {
    const known = [...new Set(['id', ...sortedBy])].join(', ');
    throw new Refusal(400, `sort: ${sort.field} is none of ${known}.`, { field: 'sort' });
  }
  if (field === order) return sort.descending ? found.reverse() : found;
  const direction = sort.descending ? -1 : 1;
  return found.sort(
    (one, other) =>
      unsetLast(one[field], other[field]) ||
      direction * (compare(one[field], other[field]) || compare(one[key], other[key])),
  );
}

function contains<Row>(searched: (row: Row) => string, part: string): (row: Row) => boolean {
  const wanted = part.trim().toLowerCase();
  return (row) => searched(row).toLowerCase().includes(wanted);
}

function equals<Row>(field: keyof Row, wanted: unknown): (row: Row) => boolean {
  if (wanted === null) return (row) => isUnset(row[field]);
  const values = new Set([wanted].flat().map(String));
  return (row) => !isUnset(row[field]) && values.has(String(row[field]));
}

const isUnset = (value: unknown): boolean => value === null || value === undefined;

const unsetLast = (one: unknown, other: unknown): number => Number(isUnset(one)) - Number(isUnset(other));

function compare(one: unknown, other: unknown): number {
  if (isUnset(one) || isUnset(other)) return 0;
  return typeof one === 'string' ? compareNames(one, String(other)) : Number(one) - Number(other);
}

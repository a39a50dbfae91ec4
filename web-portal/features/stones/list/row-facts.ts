import type { ListRow } from '../../../lists/list-row.ts';
import type { ListColumn } from '../columns/list-column.ts';

/** Columns that are shown in a way of their own beside the facts, or not at all. */
const ELSEWHERE: readonly string[] = ['parcelName', 'status', 'total', 'ppc', 'rap', 'rapPercent'];

type RowFact = { id: string; name: string; text: string };

/** What the list's columns may show of a row, in their order, without the ones left out. */
export const factsOfRow = (
  row: ListRow,
  columns: readonly ListColumn[],
  without: readonly string[] = [],
): readonly RowFact[] =>
  columns
    .filter(
      ({ id, symbol, exportOnly }) =>
        !symbol && !exportOnly && !ELSEWHERE.includes(id) && !without.includes(id),
    )
    .map((column) => ({ id: column.id, name: column.name ?? column.label, text: column.print(row) }))
    .filter(({ text }) => text !== '');

/** RAP, RAP % and price per carat as far as the list's columns may show them. */
export const moneyFactsOf = (row: ListRow, columns: readonly ListColumn[]): readonly RowFact[] =>
  columns
    .filter(({ id }) => id === 'ppc' || id === 'rap' || id === 'rapPercent')
    .map((column) => ({ id: column.id, name: column.label, text: column.print(row) }))
    .filter(({ text }) => text !== '');

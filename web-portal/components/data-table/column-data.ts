import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import { dayOf } from '#web-shared/formats/moments.ts';
import type { Column } from './column.ts';
import { textWidth } from './text-width.ts';
import { rankNumbers, rankTexts, type Ranks } from './sorted-order.ts';

/** A column's values side by side, so that filtering touches no row: blank is NaN, code 0 or ''. */
export type ColumnData =
  | { kind: 'number'; values: Float64Array }
  | { kind: 'choice'; codes: Uint32Array; values: string[] }
  | { kind: 'text'; values: string[]; blank: Uint8Array };

/** Reads one column of all rows. */
export function readColumn<Row>(column: Column<Row>, rows: readonly Row[]): ColumnData {
  const length = rows.length;
  if (column.kind === 'number' || column.kind === 'date') {
    const values = new Float64Array(length);
    for (let place = 0; place < length; place++) values[place] = numberOf(column.read(rows[place]!));
    return { kind: 'number', values };
  }
  if (column.kind === 'choice') {
    const codes = new Uint32Array(length);
    const values = [''];
    const codeOf = new Map<string, number>([['', 0]]);
    for (let place = 0; place < length; place++) {
      const value = String(column.read(rows[place]!) ?? '');
      let code = codeOf.get(value);
      if (code === undefined) codeOf.set(value, (code = values.push(value) - 1));
      codes[place] = code;
    }
    return { kind: 'choice', codes, values };
  }
  const values = new Array<string>(length);
  const blank = new Uint8Array(length);
  for (let place = 0; place < length; place++) {
    const value = column.read(rows[place]!);
    if (value === undefined) blank[place] = 1;
    values[place] = value === undefined ? '' : String(value).toLowerCase();
  }
  return { kind: 'text', values, blank };
}

const numberOf = (value: string | number | undefined): number =>
  typeof value === 'number' ? value : value ? dayNumber(value) : NaN;

/** Days since 1970 of a house's day, or of an instant's. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${dayOf(day)}T00:00:00Z`) / DAY_MS);

/**
 * Places of rows among whose texts is the column's widest: the least and the largest figure, each choice once, the
 * widest text.
 */
export function widestPlaces(data: ColumnData): number[] {
  if (data.kind === 'number') return extremes(data.values);
  if (data.kind === 'choice') {
    const places = new Map<number, number>();
    for (let place = 0; place < data.codes.length && places.size < data.values.length; place++)
      if (!places.has(data.codes[place]!)) places.set(data.codes[place]!, place);
    return [...places.values()];
  }
  const widths = data.values.map(textWidth);
  const widest = widths.reduce((most, width, place) => (width > widths[most]! ? place : most), 0);
  return widths.length === 0 ? [] : [widest];
}

function extremes(values: Float64Array): number[] {
  let least = -1;
  let most = -1;
  for (let place = 0; place < values.length; place++) {
    if (Number.isNaN(values[place])) continue;
    if (least < 0 || values[place]! < values[least]!) least = place;
    if (most < 0 || values[place]! > values[most]!) most = place;
  }
  return least < 0 ? [] : [least, most];
}

/** Each row's rank in the column: figures and texts by size, choices in the attribute's order. */
export function rankColumn<Row>(column: Column<Row>, data: ColumnData): Ranks {
  if (data.kind === 'number') return rankNumbers(data.values);
  if (data.kind === 'text') return rankTexts(data.values);
  const inOrder = data.values.filter((value) => value !== '').sort((a, b) => compareChoices(column, a, b));
  const rankOf = new Map(inOrder.map((value, rank) => [value, rank]));
  const rankOfCode = Uint32Array.from(data.values, (value) => rankOf.get(value) ?? inOrder.length);
  return { ranks: data.codes.map((code) => rankOfCode[code]!), distinct: inOrder.length };
}

/** Choices in the attribute's order, else by alphabet; the blank last. */
export function compareChoices<Row>(column: Column<Row>, a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  const byRank = column.rank ? column.rank(a) - column.rank(b) : 0;
  return byRank || compareText(a, b);
}

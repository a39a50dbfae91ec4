import { columnOf } from './check-sheet.ts';
import { attribute, BrokenXml, scanTags } from './scan-tags.ts';
import type { CellValue } from './sheet.ts';
import { xmlText } from './xml-text.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';

/** What cells refer to by number. */
export type Shared = { texts: readonly string[]; isDate: readonly boolean[]; from1904: boolean };

/** A cell that is not empty; `column` is counted from 1. `problem`: why its content cannot be read. */
export type ScannedCell = { column: number; value: CellValue | { problem: string } };

type Cell = {
  column: number;
  type: string;
  isDate: boolean;
  isFormula: boolean;
  /** Its value as written in the XML; null without a `v` or `t`. */
  written: string | null;
};

/**
 * Goes through a sheet's XML once and calls `row` for each row with a cell, from the top down; only the current row is
 * kept. Throws BrokenXml, also for rows out of order.
 */
export function scanCells(
  xml: string,
  shared: Shared,
  row: (number: number, cells: readonly ScannedCell[]) => void,
): void {
  let number = 0;
  let column = 0;
  let cells: ScannedCell[] = [];
  let cell: Cell | null = null;
  let inside: 'formula' | 'value' | null = null;
  let inPronunciation = false;
  const open = (name: string, attributes: string): void => {
    switch (name) {
      case 'row': {
        const next = Number(attribute(attributes, 'r') ?? number + 1);
        if (next <= number) throw new BrokenXml();
        [number, column, cells] = [next, 0, []];
        break;
      }
      case 'c': {
        const at = attribute(attributes, 'r');
        column = at === undefined ? column + 1 : columnOf(at);
        const style = Number(attribute(attributes, 's') ?? 0);
        const type = attribute(attributes, 't') ?? 'n';
        cell = { column, type, isDate: shared.isDate[style] ?? false, isFormula: false, written: null };
        break;
      }
      case 'f':
        // A shared or array formula may be written at another cell.
        if (cell && attribute(attributes, 't') !== undefined) cell.isFormula = true;
        inside = 'formula';
        break;
      case 'rPh':
        inPronunciation = true;
        break;
      case 'v':
      case 't':
        if (!cell || inPronunciation) break;
        cell.written ??= '';
        inside = 'value';
    }
  };
  const text = (written: string): void => {
    if (!cell || inside === null) return;
    if (inside === 'formula') cell.isFormula = true;
    else cell.written = `${cell.written ?? ''}${written}`;
  };
  const close = (name: string): void => {
    if (name === 'c' && cell) {
      const value = valueOf(cell, shared);
      if (value !== null) cells.push({ column: cell.column, value });
      cell = null;
    } else if (name === 'row' && cells.length > 0) {
      row(number, cells);
      cells = [];
    } else if (name === 'rPh') inPronunciation = false;
    else if (name === 'v' || name === 't' || name === 'f') inside = null;
  };
  scanTags(xml, open, { text, close });
}

function valueOf(cell: Cell, shared: Shared): CellValue | { problem: string } {
  const { type, written, isFormula } = cell;
  if (written === null || (written === '' && type !== 'str'))
    return isFormula ? { problem: 'is a formula without a result' } : null;
  switch (type) {
    case 's':
      return textValue(shared.texts[Number(written)] ?? '');
    case 'str':
    case 'inlineStr':
      return textValue(xmlText(written));
    case 'b':
      return Number(written) !== 0;
    case 'e':
      return { problem: `holds the error ${xmlText(written)}` };
    case 'd':
      return dateValue(new Date(inUtc(written)));
    default:
      return numberValue(Number.parseFloat(written), cell, shared);
  }
}

const textValue = (text: string): CellValue => (text.trim() === '' ? null : text);

/** Days that spreadsheets count until 1970, and how many fewer when they count from 1904. */
const DAYS_UNTIL_1970 = 25_569;
const DAYS_UNTIL_1904 = 1_462;

function numberValue(number: number, { isDate, isFormula }: Cell, { from1904 }: Shared) {
  if (!Number.isFinite(number))
    return { problem: isFormula ? 'is a formula without a result' : 'is not a number' };
  if (!isDate) return number;
  const days = number - DAYS_UNTIL_1970 + (from1904 ? DAYS_UNTIL_1904 : 0);
  return dateValue(new Date(Math.round(days * DAY_MS)));
}

/** A date with a time and no offset is in UTC (rule: Cells); JavaScript would take it for one of the machine's zone. */
const inUtc = (written: string): string => (/T[^Z+-]*$/i.test(written) ? `${written}Z` : written);

const dateValue = (date: Date): Date | { problem: string } =>
  Number.isNaN(date.getTime()) ? { problem: 'is not a date' } : date;

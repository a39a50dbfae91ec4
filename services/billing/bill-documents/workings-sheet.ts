import type { Workbook } from 'exceljs';
import type { BillLine, LineKind, LineOf } from '#contracts/billing/index.ts';
import { PPM, dollars } from '#contracts/vocabulary/money.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { BillDocument } from './bill-document.ts';
import {
  addSheet,
  day,
  font,
  FORMATS,
  formula,
  headings,
  number,
  text,
  title,
  type Cell,
  type Sheet,
} from '#services/platform/workbooks/sheet-kit.ts';

const NAME = 'Workings';
const LINE_NAMES: Readonly<Record<Line, string>> = {
  natural: 'natural',
  labGrown: 'lab-grown',
  fancyColour: 'fancy colour',
  jewellery: 'jewellery',
};

/** The cells with the computed amounts, for references from other sheets, by the line's key. */
export type ComputedCells = Map<string, string>;

const COLUMNS = 'ABCDEFGHIJKLM';
const LAST_COLUMN = COLUMNS.length;

/** The lines of one kind: a title, headings, and each line in one or more rows. */
type Section<Kind extends LineKind> = {
  kind: Kind;
  title: string;
  /** By column. */
  headings: Readonly<Record<string, string>>;
  /** Writes a line from a row on; returns the formula of its amount and how many rows it took. */
  write: (sheet: Sheet, row: number, line: LineOf<Kind>) => { amount: string; rows: number };
};

/**
 * The workings of every line that the customer sees but adjustments, each with its key: segments and rates as numbers,
 * each amount a formula over them, rounded as the bill is (rule: Invoice versions; rule: Rounding of lines).
 */
export function addWorkingsSheet(workbook: Workbook, { bill }: BillDocument): ComputedCells {
  const sheet = addSheet(workbook, NAME, {
    widths: [48, 16, 13, 13, 8, 14, 14, 10, 16, 14, 7, 17, 13],
    frozen: 1,
    landscape: true,
  });
  title(sheet, 1, 'How each amount comes about');
  const cells: ComputedCells = new Map();
  /** Returns the row at which the next section begins. */
  const add = <Kind extends LineKind>(section: Section<Kind>, from: number): number => {
    const lines = bill.lines.filter((line): line is LineOf<Kind> => line.kind === section.kind);
    if (lines.length === 0) return from;
    title(sheet, from, section.title);
    const names = [...COLUMNS].map((column) => section.headings[column] ?? '');
    headings(sheet, from + 1, names, RIGHT_FROM);
    let row = from + 2;
    for (const line of lines) {
      const { amount, rows } = section.write(sheet, row, line);
      formula(sheet.getCell(row, LAST_COLUMN), amount, dollars(line.computedCents), FORMATS.money).font =
        font({
          bold: true,
        });
      cells.set(line.key, `${NAME}!$M$${row}`);
      row += rows;
    }
    return row + 1;
  };
  let next = add(FEES, FIRST_ROW);
  for (const column of next > FIRST_ROW ? [10, 11] : [])
    sheet.getCell(FIRST_ROW + 1, column).alignment = { horizontal: 'center', vertical: 'middle' };
  const fees = { from: FIRST_ROW + 2, to: Math.max(FIRST_ROW + 2, next - 2) };
  next = add(surcharge(fees), next);
  next = add(TRUE_UP, next);
  next = add(SALE, next);
  next = add(REBATE, next);
  next = add(CREDIT, next);
  next = add(REBATE_REVERSAL, next);
  add(OPENING_BALANCE, next);
  return cells;
}

const FIRST_ROW = 3;
/** Headings from this column on are above numbers. */
const RIGHT_FROM = 4;

/** A day of `days` at P and r costs P × r ÷ D; the days of a line are summed and rounded once. */
const FEES: Section<'FEE'> = {
  kind: 'FEE',
  title: 'Monthly fees: price × rate × days ÷ days in the month, rounded once a line',
  headings: {
    A: 'Line',
    B: 'Parcel',
    C: 'From',
    D: 'To',
    E: 'Days',
    F: 'Price',
    G: 'Monthly rate',
    H: 'Days in month',
    I: 'Before rounding',
    J: 'Product line',
    K: 'H&A',
    L: 'Price × days',
    M: 'Amount',
  },
  write(sheet, first, line) {
    const { segments, daysInMonth, haf } = line.working;
    const shown = segments.length > 0 ? segments : [null];
    for (const [index, segment] of shown.entries()) {
      const row = first + index;
      ofParcel(sheet, row, line);
      const sort = line.line === null ? '' : LINE_NAMES[line.line];
      text(sheet.getCell(row, 10), sort).alignment = { horizontal: 'center' };
      text(sheet.getCell(row, 11), haf ? 'yes' : 'no').alignment = { horizontal: 'center' };
      const [days, price, rate] = segment
        ? [segment.days, dollars(segment.priceCents), segment.ratePpm / PPM]
        : [0, 0, 0];
      if (segment) {
        day(sheet.getCell(row, 3), segment.from);
        day(sheet.getCell(row, 4), segment.to);
      } else text(sheet.getCell(row, 3), noFeeWords(line));
      number(sheet.getCell(row, 5), days, '0');
      number(sheet.getCell(row, 6), price, FORMATS.money);
      number(sheet.getCell(row, 7), rate, FORMATS.rate);
      number(sheet.getCell(row, 8), daysInMonth, '0');
      const part = (price * rate * days) / daysInMonth;
      formula(sheet.getCell(row, 9), `F${row}*G${row}*E${row}/H${row}`, part, FORMATS.exactMoney);
      formula(sheet.getCell(row, 12), `F${row}*E${row}`, price * days, FORMATS.money);
    }
    return { amount: `ROUND(SUM(I${first}:I${first + shown.length - 1}),2)`, rows: shown.length };
  },
};

const noFeeWords = ({ working: { freedom, graceDays } }: LineOf<'FEE'>): string =>
  freedom ? 'no fee' : graceDays > 0 ? 'in grace' : 'not charged';

/**
 * The rounded natural fees, in the rows `fees`, × the sum of (s − threshold) over the thresholds that are set and
 * exceeded.
 */
const surcharge = (fees: { from: number; to: number }): Section<'SURCHARGE'> => ({
  kind: 'SURCHARGE',
  title: 'Hearts-and-arrows surcharge: natural fees × what their share is above each threshold',
  headings: { A: 'Line', B: 'What', F: 'Value', M: 'Amount' },
  write(sheet, first, line) {
    const { feesCents, hafCentDays, naturalCentDays, hafPct1Ppm, hafPct2Ppm } = line.working;
    const share = naturalCentDays === 0 ? 0 : hafCentDays / naturalCentDays;
    const above = (ppm: number): number => (ppm === 0 ? 0 : Math.max(0, share - ppm / PPM));
    const inFees = (column: string): string => `${column}$${fees.from}:${column}$${fees.to}`;
    const natural = (column: string): string => `SUMIFS(${inFees(column)},${inFees('J')},"natural"`;
    const value = (index: number): string => `F${first + index}`;
    const overThreshold = (index: number): string =>
      `IF(${value(index)}=0,0,MAX(0,${value(3)}-${value(index)}))`;
    const rows: [what: string, fill: (cell: Cell) => unknown][] = [
      [
        'Fees of natural stones',
        (cell) => formula(cell, `${natural('M')})`, dollars(feesCents), FORMATS.money),
      ],
      [
        'H&A: price × days',
        (cell) => formula(cell, `${natural('L')},${inFees('K')},"yes")`, dollars(hafCentDays), FORMATS.money),
      ],
      [
        'Natural: price × days',
        (cell) => formula(cell, `${natural('L')})`, dollars(naturalCentDays), FORMATS.money),
      ],
      [
        'Share of H&A',
        (cell) => formula(cell, `IF(${value(2)}=0,0,${value(1)}/${value(2)})`, share, FORMATS.share),
      ],
      ['First threshold (0 = none)', (cell) => number(cell, hafPct1Ppm / PPM, FORMATS.rate)],
      ['Second threshold (0 = none)', (cell) => number(cell, hafPct2Ppm / PPM, FORMATS.rate)],
      [
        'Surcharge rate',
        (cell) =>
          formula(
            cell,
            `${overThreshold(4)}+${overThreshold(5)}`,
            above(hafPct1Ppm) + above(hafPct2Ppm),
            FORMATS.share,
          ),
      ],
    ];
    key(sheet.getCell(first, 1), line.key);
    for (const [index, [what, fill]] of rows.entries()) {
      text(sheet.getCell(first + index, 2), what);
      fill(sheet.getCell(first + index, 6));
    }
    return { amount: `ROUND(${value(0)}*${value(6)},2)`, rows: rows.length };
  },
});

/** How far the holding was below the minimum on each day, at that day's fee rate; never below zero. */
const TRUE_UP: Section<'TRUE_UP'> = {
  kind: 'TRUE_UP',
  title: 'Minimum inventory: (minimum − held) × rate × days ÷ days in the month',
  headings: {
    A: 'Line',
    C: 'From',
    D: 'To',
    E: 'Days',
    F: 'Minimum',
    G: 'Monthly rate',
    H: 'Days in month',
    I: 'Before rounding',
    L: 'Held',
    M: 'Amount',
  },
  write(sheet, first, line) {
    const { daysInMonth, segments } = line.working;
    for (const [index, { from, to, days, minInventoryCents, heldCents, ratePpm }] of segments.entries()) {
      const row = first + index;
      key(sheet.getCell(row, 1), line.key);
      day(sheet.getCell(row, 3), from);
      day(sheet.getCell(row, 4), to);
      number(sheet.getCell(row, 5), days, '0');
      number(sheet.getCell(row, 6), dollars(minInventoryCents), FORMATS.money);
      number(sheet.getCell(row, 7), ratePpm / PPM, FORMATS.rate);
      number(sheet.getCell(row, 8), daysInMonth, '0');
      const part = (dollars(minInventoryCents - heldCents) * (ratePpm / PPM) * days) / daysInMonth;
      formula(sheet.getCell(row, 9), `(F${row}-L${row})*G${row}*E${row}/H${row}`, part, FORMATS.exactMoney);
      number(sheet.getCell(row, 12), dollars(heldCents), FORMATS.money);
    }
    const rows = Math.max(1, segments.length);
    return { amount: `ROUND(MAX(0,SUM(I${first}:I${first + rows - 1})),2)`, rows };
  },
};

const SALE: Section<'SALE'> = {
  kind: 'SALE',
  title: 'Sales: invoiced by the trading system already, listed at zero',
  headings: { A: 'Line', B: 'Parcel', C: 'Invoiced', M: 'Amount' },
  write(sheet, row, line) {
    ofParcel(sheet, row, line);
    day(sheet.getCell(row, 3), line.working.invoice.day);
    return { amount: '0', rows: 1 };
  },
};

const REBATE: Section<'REBATE'> = {
  kind: 'REBATE',
  title: 'Rebates: price × rate of the invoice’s day',
  headings: { A: 'Line', B: 'Parcel', C: 'Invoiced', F: 'Price', G: 'Rate', M: 'Amount' },
  write(sheet, row, line) {
    const { invoice, priceCents, ratePpm } = line.working;
    ofParcel(sheet, row, line);
    day(sheet.getCell(row, 3), invoice.day);
    number(sheet.getCell(row, 6), dollars(priceCents), FORMATS.money);
    number(sheet.getCell(row, 7), ratePpm / PPM, FORMATS.rate);
    return { amount: `-ROUND(F${row}*G${row},2)`, rows: 1 };
  },
};

const CREDIT: Section<'CREDIT'> = {
  kind: 'CREDIT',
  title: 'Credits: credited by the trading system already, listed at zero',
  headings: { A: 'Line', B: 'Parcel', C: 'Credited', M: 'Amount' },
  write(sheet, row, line) {
    ofParcel(sheet, row, line);
    day(sheet.getCell(row, 3), line.working.credit.day);
    return { amount: '0', rows: 1 };
  },
};

const REBATE_REVERSAL: Section<'REBATE_REVERSAL'> = {
  kind: 'REBATE_REVERSAL',
  title: 'Rebates taken back: exactly what was given',
  headings: { A: 'Line', B: 'Parcel', C: 'Credited', F: 'Given', M: 'Amount' },
  write(sheet, row, line) {
    const { credit, givenCents } = line.working;
    ofParcel(sheet, row, line);
    day(sheet.getCell(row, 3), credit.day);
    number(sheet.getCell(row, 6), dollars(givenCents), FORMATS.money);
    return { amount: `-F${row}`, rows: 1 };
  },
};

const OPENING_BALANCE: Section<'OPENING_BALANCE'> = {
  kind: 'OPENING_BALANCE',
  title: 'Opening balance: owed before billing began',
  headings: { A: 'Line', F: 'Balance', M: 'Amount' },
  write(sheet, row, line) {
    ofParcel(sheet, row, line);
    number(sheet.getCell(row, 6), dollars(line.working.balanceCents), FORMATS.money);
    return { amount: `F${row}`, rows: 1 };
  },
};

function ofParcel(sheet: Sheet, row: number, line: BillLine): void {
  key(sheet.getCell(row, 1), line.key);
  text(sheet.getCell(row, 2), line.parcelName ?? '');
}

/** A line's key, which an overrides sheet refers to: never cut, however long it is. */
function key(cell: Cell, words: string): void {
  text(cell, words).alignment = { shrinkToFit: true };
}

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

/** Cells that hold the computed amounts, as other sheets refer to them, by the line's key. */
export type ComputedCells = Map<string, string>;

/**
 * The workings of every line but adjustments: segments and rates as numbers, each amount a formula over them,
 * rounded as the bill is (rule: Invoice versions; rule: Rounding of lines).
 */
export function addWorkingsSheet(workbook: Workbook, { bill }: BillDocument): ComputedCells {
  const sheet = addSheet(workbook, NAME, {
    widths: [48, 16, 13, 13, 8, 14, 14, 10, 16, 14, 7, 17, 13],
    frozen: 1,
    landscape: true,
  });
  title(sheet, 1, 'How each amount comes about');
  const cells: ComputedCells = new Map();
  const write = <Kind extends LineKind>(
    kind: Kind,
    section: (sheet: Sheet, from: number, lines: LineOf<Kind>[], cells: ComputedCells) => number,
    from: number,
  ): number => {
    const lines = bill.lines.filter((line): line is LineOf<Kind> => line.kind === kind);
    return lines.length === 0 ? from : section(sheet, from, lines, cells) + 1;
  };
  let next = 3;
  const fees = { from: next + 2, to: next + 1 };
  next = write('FEE', feeSection, next);
  fees.to = Math.max(fees.from, next - 2);
  next = write('SURCHARGE', (...args) => surchargeSection(...args, fees), next);
  next = write('TRUE_UP', trueUpSection, next);
  next = write('REBATE', rebateSection, next);
  write('REBATE_REVERSAL', reversalSection, next);
  return cells;
}

const refer = (column: string, row: number): string => `${NAME}!$${column}$${row}`;

/** A day of `days` at P and r is P × r ÷ D; the days of a line are summed and rounded once. */
function feeSection(sheet: Sheet, from: number, lines: LineOf<'FEE'>[], cells: ComputedCells): number {
  title(sheet, from, 'Monthly fees: price × rate × days ÷ days in the month, rounded once a line');
  headings(
    sheet,
    from + 1,
    [
      'Line',
      'Parcel',
      'From',
      'To',
      'Days',
      'Price',
      'Monthly rate',
      'Days in month',
      'Before rounding',
      'Product line',
      'H&A',
      'Price × days',
      'Amount',
    ],
    4,
  );
  for (const column of [10, 11])
    sheet.getCell(from + 1, column).alignment = { horizontal: 'center', vertical: 'middle' };
  let row = from + 2;
  for (const line of lines) {
    const first = row;
    const { segments, daysInMonth, haf } = line.working;
    for (const segment of segments.length > 0 ? segments : [null]) {
      key(sheet.getCell(row, 1), line.key);
      text(sheet.getCell(row, 2), line.parcelName ?? '');
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
      row += 1;
    }
    amount(sheet, first, `ROUND(SUM(I${first}:I${row - 1}),2)`, line, cells);
  }
  return row;
}

const noFeeWords = ({ working: { freedom, graceDays } }: LineOf<'FEE'>): string =>
  freedom ? 'no fee' : graceDays > 0 ? 'in grace' : 'not charged';

/** The rounded natural fees × (what s is above each threshold that is set). */
function surchargeSection(
  sheet: Sheet,
  from: number,
  lines: LineOf<'SURCHARGE'>[],
  cells: ComputedCells,
  fees: { from: number; to: number },
): number {
  title(sheet, from, 'Hearts-and-arrows surcharge: natural fees × what their share is above each threshold');
  headings(sheet, from + 1, ['Line', 'What', '', '', '', 'Value', '', '', '', '', '', '', 'Amount'], 4);
  let row = from + 2;
  const natural = (column: string): string =>
    `SUMIFS(${column}$${fees.from}:${column}$${fees.to},J$${fees.from}:J$${fees.to},"natural"`;
  for (const line of lines) {
    const { feesCents, hafCentDays, naturalCentDays, hafPct1Ppm, hafPct2Ppm } = line.working;
    const share = naturalCentDays === 0 ? 0 : hafCentDays / naturalCentDays;
    const above = (ppm: number): number => (ppm === 0 ? 0 : Math.max(0, share - ppm / PPM));
    const [r, s] = [row, row + 1];
    const rows: [string, (cell: ReturnType<Sheet['getCell']>) => unknown][] = [
      [
        'Fees of natural stones',
        (cell) => formula(cell, `${natural('M')})`, dollars(feesCents), FORMATS.money),
      ],
      [
        'H&A: price × days',
        (cell) =>
          formula(
            cell,
            `${natural('L')},K$${fees.from}:K$${fees.to},"yes")`,
            dollars(hafCentDays),
            FORMATS.money,
          ),
      ],
      [
        'Natural: price × days',
        (cell) => formula(cell, `${natural('L')})`, dollars(naturalCentDays), FORMATS.money),
      ],
      ['Share of H&A', (cell) => formula(cell, `IF(F${s + 1}=0,0,F${s}/F${s + 1})`, share, FORMATS.share)],
      ['First threshold (0 = none)', (cell) => number(cell, hafPct1Ppm / PPM, FORMATS.rate)],
      ['Second threshold (0 = none)', (cell) => number(cell, hafPct2Ppm / PPM, FORMATS.rate)],
      [
        'Surcharge rate',
        (cell) =>
          formula(
            cell,
            `IF(F${r + 4}=0,0,MAX(0,F${r + 3}-F${r + 4}))+IF(F${r + 5}=0,0,MAX(0,F${r + 3}-F${r + 5}))`,
            above(hafPct1Ppm) + above(hafPct2Ppm),
            FORMATS.share,
          ),
      ],
    ];
    for (const [index, [what, fill]] of rows.entries()) {
      if (index === 0) key(sheet.getCell(row, 1), line.key);
      text(sheet.getCell(row, 2), what);
      fill(sheet.getCell(row, 6));
      row += 1;
    }
    amount(sheet, r, `ROUND(F${r}*F${r + 6},2)`, line, cells);
  }
  return row;
}

/** What the holding was below the minimum, day by day, at that day's fee rate; never below nothing. */
function trueUpSection(sheet: Sheet, from: number, lines: LineOf<'TRUE_UP'>[], cells: ComputedCells): number {
  title(sheet, from, 'Minimum inventory: (minimum − held) × rate × days ÷ days in the month');
  headings(
    sheet,
    from + 1,
    [
      'Line',
      '',
      'From',
      'To',
      'Days',
      'Minimum',
      'Monthly rate',
      'Days in month',
      'Before rounding',
      '',
      '',
      'Held',
      'Amount',
    ],
    4,
  );
  let row = from + 2;
  for (const line of lines) {
    const first = row;
    const { daysInMonth, segments } = line.working;
    for (const { from: start, to, days, minInventoryCents, heldCents, ratePpm } of segments) {
      key(sheet.getCell(row, 1), line.key);
      day(sheet.getCell(row, 3), start);
      day(sheet.getCell(row, 4), to);
      number(sheet.getCell(row, 5), days, '0');
      number(sheet.getCell(row, 6), dollars(minInventoryCents), FORMATS.money);
      number(sheet.getCell(row, 7), ratePpm / PPM, FORMATS.rate);
      number(sheet.getCell(row, 8), daysInMonth, '0');
      const part = (dollars(minInventoryCents - heldCents) * (ratePpm / PPM) * days) / daysInMonth;
      formula(sheet.getCell(row, 9), `(F${row}-L${row})*G${row}*E${row}/H${row}`, part, FORMATS.exactMoney);
      number(sheet.getCell(row, 12), dollars(heldCents), FORMATS.money);
      row += 1;
    }
    amount(sheet, first, `ROUND(MAX(0,SUM(I${first}:I${Math.max(first, row - 1)})),2)`, line, cells);
    row = Math.max(row, first + 1);
  }
  return row;
}

function rebateSection(sheet: Sheet, from: number, lines: LineOf<'REBATE'>[], cells: ComputedCells): number {
  title(sheet, from, 'Rebates: price × rate of the invoice’s day');
  headings(
    sheet,
    from + 1,
    ['Line', 'Parcel', 'Invoiced', '', '', 'Price', 'Rate', '', '', '', '', '', 'Amount'],
    4,
  );
  let row = from + 2;
  for (const line of lines) {
    const { invoice, priceCents, ratePpm } = line.working;
    key(sheet.getCell(row, 1), line.key);
    text(sheet.getCell(row, 2), line.parcelName ?? '');
    day(sheet.getCell(row, 3), invoice.day);
    number(sheet.getCell(row, 6), dollars(priceCents), FORMATS.money);
    number(sheet.getCell(row, 7), ratePpm / PPM, FORMATS.rate);
    amount(sheet, row, `-ROUND(F${row}*G${row},2)`, line, cells);
    row += 1;
  }
  return row;
}

function reversalSection(
  sheet: Sheet,
  from: number,
  lines: LineOf<'REBATE_REVERSAL'>[],
  cells: ComputedCells,
): number {
  title(sheet, from, 'Rebates taken back: exactly what was given');
  headings(
    sheet,
    from + 1,
    ['Line', 'Parcel', 'Credited', '', '', 'Given', '', '', '', '', '', '', 'Amount'],
    4,
  );
  let row = from + 2;
  for (const line of lines) {
    const { credit, givenCents } = line.working;
    key(sheet.getCell(row, 1), line.key);
    text(sheet.getCell(row, 2), line.parcelName ?? '');
    day(sheet.getCell(row, 3), credit.day);
    number(sheet.getCell(row, 6), dollars(givenCents), FORMATS.money);
    amount(sheet, row, `-F${row}`, line, cells);
    row += 1;
  }
  return row;
}

/** A line's key, which an overrides sheet asks for: whole also where it is long. */
function key(cell: Cell, words: string): void {
  text(cell, words).alignment = { shrinkToFit: true };
}

/** The line's amount as computed, in the last column, for the bill to refer to. */
function amount(sheet: Sheet, row: number, expression: string, line: BillLine, cells: ComputedCells): void {
  formula(sheet.getCell(row, 13), expression, dollars(line.computedCents), FORMATS.money).font = font({
    bold: true,
  });
  cells.set(line.key, refer('M', row));
}

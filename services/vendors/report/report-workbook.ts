import type { VendorStatement } from '#contracts/billing/index.ts';
import { daysOut } from '#contracts/lifecycle/memo-clock.ts';
import { startOfHouseDay, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { monthName, monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { statementWords } from '#services/billing/index.ts';
import {
  addSheet,
  day,
  font,
  FORMATS,
  formula,
  headings,
  newWorkbook,
  number,
  text,
  underlined,
  workbookBytes,
  type Sheet,
} from '#services/platform/workbooks/sheet-kit.ts';
import type { ReportRows } from './report-rows.ts';

/** Everything that a vendor's report contains: the same input gives the same bytes. */
export type VendorReport = {
  vendor: { vendorId: number; name: string };
  /** The house day that days are counted to, and the log position that the report shows. */
  today: HouseDay;
  position: string;
  month: Month;
  zone: string;
  rows: ReportRows;
  statement: VendorStatement;
  /** A description of each parcel. */
  descriptions: ReadonlyMap<string, string>;
  /** Customers by number; null in the vendor's own file, which has no list prices either (rule: Vendor report). */
  customers: ReadonlyMap<number, string> | null;
};

const HEAD_ROW = 5;
const FIRST_ROW = HEAD_ROW + 1;
/** Formulas count days to the day in this cell. */
const TODAY_CELL = '$B$3';
const DAYS = '#,##0';

/** One column of a sheet: how a row's cell is written, and its sum in cents where the column has a total. */
type Column<Row> = {
  name: string;
  width: number;
  right?: boolean;
  write: (sheet: Sheet, row: number, column: number, content: Row) => void;
  cents?: (content: Row) => number;
};

/** A vendor's report as a workbook (rule: Vendor report): every sheet is always there, with formulas beside the values. */
export async function reportWorkbook(report: VendorReport): Promise<Buffer> {
  const { vendor, today, month, zone, rows, statement, descriptions, customers } = report;
  const workbook = await newWorkbook(`${vendor.name}, report`, startOfHouseDay(today, zone));
  type OfParcel = { parcelName: string; costCents: number; listPriceCents: number };
  const parcel: Column<{ parcelName: string }>[] = [
    words('Parcel', 18, ({ parcelName }) => parcelName),
    words('Description', 44, ({ parcelName }) => descriptions.get(parcelName) ?? ''),
  ];
  const prices: Column<OfParcel>[] = [
    money('Cost', ({ costCents }) => costCents),
    ...(customers ? [money<OfParcel>('List price', ({ listPriceCents }) => listPriceCents)] : []),
  ];
  const customer: Column<{ customerId: number }>[] = customers
    ? [words('Customer', 30, ({ customerId }) => customers.get(customerId) ?? String(customerId))]
    : [];

  const add = <Row>(
    name: string,
    columns: readonly Column<Row>[],
    content: readonly Row[],
    note?: string,
  ): void => {
    const sheet = addSheet(workbook, name, {
      widths: columns.map(({ width }) => width),
      frozen: HEAD_ROW,
      landscape: true,
    });
    text(sheet.getCell('A1'), PRODUCT_NAME).font = font({ bold: true });
    text(sheet.getCell('A2'), `${vendor.name}: ${name}`).font = font({ bold: true, size: 14 });
    text(sheet.getCell('A3'), 'Days up to');
    day(sheet.getCell('B3'), today);
    text(sheet.getCell('A4'), 'Log position');
    text(sheet.getCell('B4'), report.position);
    if (note !== undefined) text(sheet.getCell('D3'), note);
    writeTable(sheet, columns, content);
  };

  add(
    'Stock',
    [
      ...parcel,
      words('Status', 16, ({ status }) => statusName(status, 'requestable')),
      date('Since', ({ since }) => since),
      days('Days in it', today, ({ since }) => since),
      date('Listed', ({ listedOn }) => listedOn),
      days('Age in days', today, ({ listedOn }) => listedOn),
      ...prices,
    ] satisfies Column<ReportRows['stock'][number]>[],
    rows.stock,
  );
  add(
    'On memo',
    [
      ...parcel,
      words('Status', 16, ({ status }) => statusName(status)),
      date('Memo', ({ since }) => since),
      days('Days out', today, ({ since }) => since),
      ...prices,
      ...customer,
    ] satisfies Column<ReportRows['memo'][number]>[],
    rows.memo,
  );
  add(
    `Sold ${month}`,
    [
      ...parcel,
      date('Invoiced', ({ invoicedOn }) => invoicedOn),
      date('Credited', ({ creditedOn }) => creditedOn),
      ...prices,
      ...customer,
    ] satisfies Column<ReportRows['sold'][number]>[],
    rows.sold,
  );
  add(
    `Returned ${month}`,
    [
      ...parcel,
      date('Memo', ({ since }) => since),
      date('Returned', ({ returnedOn }) => returnedOn),
      ...prices,
      ...customer,
    ] satisfies Column<ReportRows['returned'][number]>[],
    rows.returned,
  );
  type Line = VendorStatement['lines'][number];
  // Bills, and the statements of their parts, are made once a month has ended (rule: Statements).
  const notBilled =
    month < monthOf(today)
      ? undefined
      : `${monthName(month)} is not over: its bills, and what is taken from them here, come after it.`;
  add(
    `Deployment ${month}`,
    [...parcel, money('Amount', ({ amountCents }) => amountCents), ...customer] satisfies Column<Line>[],
    statement.lines.filter(({ kind }) => kind === 'DEPLOYMENT'),
    notBilled,
  );
  add(
    `Statement ${month}`,
    [
      ...parcel,
      words('What', 58, statementWords),
      plainMoney('Flat', ({ flatCents }) => flatCents),
      plainMoney('Shared', ({ baseCents }) => baseCents),
      {
        name: 'Share',
        width: 10,
        right: true,
        write: (sheet, row, column, { sharePpm }) =>
          void number(sheet.getCell(row, column), sharePpm / 1_000_000, FORMATS.rate),
      },
      {
        ...money('Amount', ({ amountCents }) => amountCents),
        write: (sheet, row, column, { amountCents }) =>
          void formula(
            sheet.getCell(row, column),
            `D${row}+ROUND(E${row}*F${row},2)`,
            dollars(amountCents),
            FORMATS.money,
          ),
      },
      ...customer,
    ] satisfies Column<Line>[],
    statement.lines,
    notBilled,
  );
  return workbookBytes(workbook);

  function days<Row>(name: string, until: HouseDay, since: (row: Row) => HouseDay): Column<Row> {
    return {
      name,
      width: 11,
      right: true,
      write: (sheet, row, column, content) => {
        // The previous column has the day from which it is counted.
        const from = `${sheet.getColumn(column - 1).letter}${row}`;
        formula(
          sheet.getCell(row, column),
          `MAX(0,${TODAY_CELL}-${from})`,
          daysOut(since(content), until),
          DAYS,
        );
      },
    };
  }
}

function writeTable<Row>(sheet: Sheet, columns: readonly Column<Row>[], content: readonly Row[]): void {
  headings(
    sheet,
    HEAD_ROW,
    columns.map(({ name }) => name),
  );
  columns.forEach(({ right }, index) => {
    if (right) sheet.getCell(HEAD_ROW, index + 1).alignment = { horizontal: 'right', vertical: 'middle' };
  });
  content.forEach((one, place) => {
    columns.forEach(({ write }, index) => write(sheet, FIRST_ROW + place, index + 1, one));
  });
  const totalRow = FIRST_ROW + content.length + 1;
  columns.forEach(({ cents }, index) => {
    if (!cents) return;
    const { letter } = sheet.getColumn(index + 1);
    const sum = `SUBTOTAL(109,${letter}${FIRST_ROW}:${letter}${Math.max(FIRST_ROW, totalRow - 2)})`;
    const total = content.reduce((all, one) => all + cents(one), 0);
    underlined(formula(sheet.getCell(totalRow, index + 1), sum, dollars(total), FORMATS.money));
  });
  text(sheet.getCell(totalRow, 1), 'Total').font = font({ bold: true });
}

const words = <Row>(name: string, width: number, of: (row: Row) => string): Column<Row> => ({
  name,
  width,
  write: (sheet, row, column, content) => void text(sheet.getCell(row, column), of(content)),
});

const date = <Row>(name: string, of: (row: Row) => HouseDay | null): Column<Row> => ({
  name,
  width: 14,
  write: (sheet, row, column, content) => {
    const value = of(content);
    if (value !== null) day(sheet.getCell(row, column), value);
  },
});

const plainMoney = <Row>(name: string, of: (row: Row) => number): Column<Row> => ({
  name,
  width: 15,
  right: true,
  write: (sheet, row, column, content) =>
    void number(sheet.getCell(row, column), dollars(of(content)), FORMATS.money),
});

const money = <Row>(name: string, of: (row: Row) => number): Column<Row> => ({
  ...plainMoney(name, of),
  cents: of,
});

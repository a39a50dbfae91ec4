import { LINE_FACTS, LINES } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { MOVEMENT_NAMES } from '#contracts/vocabulary/statuses.ts';
import {
  tableSheet,
  words,
  count,
  money,
  type TableSheet,
} from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import type { OfParcel } from '../parcel-rows.ts';

/** The sheets that the summary adds up. */
export type Summed = Readonly<
  Record<'inventory' | 'available' | 'carts' | 'memos' | 'waiting' | 'movements' | 'customers', TableSheet>
>;

type Figure = {
  group: string;
  name: string;
  pieces: { value: number; formula: string } | null;
  amount: { cents: Cents; formula: string | null } | null;
};

/** The report's figures in one glance, each a formula over the sheet that it comes from. */
export function summarySheet(gathered: Gathered, sheets: Summed): TableSheet {
  return tableSheet<Figure>(
    'Summary',
    [
      words('Of', 26, ({ group }) => group),
      words('Figure', 44, ({ name }) => name),
      {
        ...count('Pcs', ({ pieces }) => pieces?.value ?? null),
        formula: ({ pieces }) => pieces?.formula ?? null,
      },
      {
        ...money('Amount', ({ amount }) => amount?.cents ?? null),
        formula: ({ amount }) => amount?.formula ?? null,
        total: false,
      },
    ],
    figuresOf(gathered, sheets),
    'Fees: of the days of the month that have ended.',
  );
}

function figuresOf(gathered: Gathered, sheets: Summed): Figure[] {
  const { held, available, waiting, feesOfOthersCents } = gathered;
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  const inStatus = (...statuses: readonly string[]) => held.filter(({ status }) => statuses.includes(status));
  const price = ({ priceCents }: { priceCents: Cents }): Cents => priceCents;
  const total = (sheet: TableSheet, column: string): string => `SUM(${sheet.rangeOf(column)})`;
  const pieces = (sheet: TableSheet, column: string, rows: readonly unknown[]) => ({
    value: rows.length,
    formula: `COUNT(${sheet.rangeOf(column)})`,
  });
  const fees = sum(held, ({ feeCents }) => feeCents);
  const [exposed, holding, charged] = [held, inStatus('CUSTOMER', 'PENDING_RETURN'), inStatus('CUSTOMER')];
  const inventory = (name: string, column: string, rows: typeof held): Figure => ({
    group: 'Inventory',
    name,
    pieces: pieces(sheets.inventory, column, rows),
    amount: { cents: sum(rows, price), formula: total(sheets.inventory, column) },
  });
  const ofLine = <Row extends OfParcel & { priceCents: Cents }>(
    group: string,
    sheet: TableSheet,
    column: string,
    rows: readonly Row[],
  ): Figure[] =>
    LINES.map((line) => {
      const own = rows.filter((row) => row.line === line);
      const { title } = LINE_FACTS[line];
      const criteria = `${sheet.rangeOf('Line')},"${title}"`;
      return {
        group,
        name: title,
        pieces: { value: own.length, formula: `COUNTIF(${criteria})` },
        amount: { cents: sum(own, price), formula: `SUMIF(${criteria},${sheet.rangeOf(column)})` },
      };
    });
  const flagged = (column: string): Figure => {
    const range = sheets.customers.rangeOf(column);
    const place = sheets.customers.columns.findIndex(({ name }) => name === column);
    const value = [...sheets.customers.rows()].filter((cells) => cells[place]?.value !== null).length;
    return { group: 'Customers', name: column, pieces: { value, formula: `COUNTA(${range})` }, amount: null };
  };
  const overdue = held.filter(({ dueOn }) => dueOn !== null && dueOn < gathered.cut.day);
  const due = held.filter(({ dueOn }) => dueOn !== null);
  return [
    inventory('Exposure: requested, on memo and on its way back', 'Exposure', exposed),
    inventory('Holding: on memo and on its way back', 'Holding', holding),
    inventory('Fee base: on memo', 'Fee base', charged),
    ...ofLine('Inventory by line', sheets.inventory, 'Exposure', held),
    ...ofLine('Available', sheets.available, 'List price', available),
    {
      group: 'Fees of the month so far',
      name: "Of stones in the customers' inventory",
      pieces: null,
      amount: { cents: fees, formula: total(sheets.inventory, 'Fee so far') },
    },
    {
      group: 'Fees of the month so far',
      name: 'Of stones no longer held',
      pieces: null,
      amount: { cents: feesOfOthersCents, formula: null },
    },
    {
      group: 'Memos',
      name: 'Exceptional stones on memo',
      pieces: pieces(sheets.memos, 'Pcs', due),
      amount: { cents: sum(due, price), formula: total(sheets.memos, 'Price') },
    },
    {
      group: 'Memos',
      name: 'Of them overdue',
      pieces: {
        value: overdue.length,
        formula: `COUNTIF(${sheets.memos.rangeOf('Overdue')},"Overdue")`,
      },
      amount: {
        cents: sum(overdue, price),
        formula: `SUMIF(${sheets.memos.rangeOf('Overdue')},"Overdue",${sheets.memos.rangeOf('Price')})`,
      },
    },
    {
      group: 'Trading system',
      name: 'Waiting for a document',
      pieces: pieces(sheets.waiting, 'Pcs', waiting),
      amount: { cents: sum(waiting, price), formula: total(sheets.waiting, 'Price') },
    },
    ...Object.values(MOVEMENT_NAMES).map((what): Figure => {
      const range = sheets.movements.rangeOf('What');
      const places = { what: 1, price: sheets.movements.columns.findIndex(({ name }) => name === 'Price') };
      const own = [...sheets.movements.rows()].filter((cells) => cells[places.what]?.value === what);
      return {
        group: 'Movements of the period',
        name: what,
        pieces: { value: own.length, formula: `COUNTIF(${range},"${what}")` },
        amount: {
          cents: sum(own, (cells) => Number(cells[places.price]?.value ?? 0)),
          formula: `SUMIF(${range},"${what}",${sheets.movements.rangeOf('Price')})`,
        },
      };
    }),
    flagged('Below minimum'),
    flagged('Near maximum'),
    flagged('Dormant'),
  ];
}

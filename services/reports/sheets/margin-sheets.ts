import { compareNames, compareText } from '#contracts/vocabulary/compare-text.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import {
  count,
  day,
  money,
  tableSheet,
  words,
  type TableColumn,
  type TableSheet,
} from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered, MarginRow } from '../gather.ts';
import {
  customerColumn,
  customerWords,
  parcelColumns,
  piecesColumn,
  tierWords,
  vendorWords,
} from './columns.ts';

const share = <Row>(of: (row: Row) => { part: Cents; whole: Cents }): TableColumn<Row> => ({
  ...count('Margin', (row) => {
    const { part, whole } = of(row);
    return whole === 0 ? null : part / whole;
  }),
  kind: 'share',
  formula: (row, cell) =>
    of(row).whole === 0 ? null : `${cell("House's part")}/${cell('Invoiced, less credited')}`,
});

/** For administrators: the sales of the last 12 months with the house's part, from first memo to credit. */
export function marginBySaleSheet(gathered: Gathered): TableSheet {
  const rows = gathered.margins.toSorted(
    (one, other) =>
      compareText(one.invoicedOn, other.invoicedOn) || compareText(one.parcelName, other.parcelName),
  );
  return tableSheet<MarginRow>(
    'Margin by sale',
    [
      day('Invoiced', ({ invoicedOn }) => invoicedOn),
      customerColumn(gathered),
      ...parcelColumns<MarginRow>(),
      words('Vendor', 26, ({ vendorId }) => vendorWords(gathered, vendorId)),
      day('Credited', ({ creditedOn }) => creditedOn),
      piecesColumn(),
      money('Price', ({ priceCents }) => priceCents),
      money('Cost', ({ costCents }) => costCents),
      money('Invoiced, less credited', ({ invoicedCents }) => invoicedCents),
      money("House's part", ({ houseCents }) => houseCents),
      share(({ houseCents, invoicedCents }) => ({ part: houseCents, whole: invoicedCents })),
    ],
    rows,
    "The house's part of fees, sale, rebate and deployment of that parcel; without the surcharge, which is for all parcels together.",
  );
}

type Group = {
  by: string;
  column: string;
  name: string;
  sales: number;
  invoicedCents: Cents;
  houseCents: Cents;
};

/** The same by vendor, tier and customer, as formulas over the sales. */
export function marginSheet(gathered: Gathered, sales: TableSheet): TableSheet {
  const groups = [
    ...grouped('Vendor', 'Vendor', gathered.margins, ({ vendorId }) => vendorWords(gathered, vendorId)),
    ...grouped('Tier', 'Tier', gathered.margins, tierWords),
    ...grouped('Customer', 'Customer', gathered.margins, ({ customerId }) =>
      customerWords(gathered, customerId),
    ),
  ];
  const sumOf =
    (column: string) =>
    (row: Group, cell: (name: string) => string): string =>
      `SUMPRODUCT((${sales.rangeOf(row.column)}=${cell('Name')})*${sales.rangeOf(column)})`;
  return tableSheet<Group>(
    'Margin',
    [
      words('By', 12, ({ by }) => by),
      words('Name', 34, ({ name }) => name),
      { ...count('Sales', (row) => row.sales), formula: sumOf('Pcs') },
      {
        ...money('Invoiced, less credited', ({ invoicedCents }) => invoicedCents),
        formula: sumOf('Invoiced, less credited'),
        total: false,
      },
      {
        ...money("House's part", ({ houseCents }) => houseCents),
        formula: sumOf("House's part"),
        total: false,
      },
      share(({ houseCents, invoicedCents }) => ({ part: houseCents, whole: invoicedCents })),
    ],
    groups,
    'The sales of the sheet before, each counted once by vendor, by tier and by customer.',
  );
}

function grouped(
  by: string,
  column: string,
  margins: readonly MarginRow[],
  nameOf: (row: MarginRow) => string,
): Group[] {
  const groups = new Map<string, Group>();
  for (const row of margins) {
    const name = nameOf(row);
    const known = groups.get(name) ?? { by, column, name, sales: 0, invoicedCents: 0, houseCents: 0 };
    groups.set(name, {
      ...known,
      sales: known.sales + 1,
      invoicedCents: known.invoicedCents + row.invoicedCents,
      houseCents: known.houseCents + row.houseCents,
    });
  }
  return [...groups.values()].sort((one, other) => compareNames(one.name, other.name));
}

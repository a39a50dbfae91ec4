import type { Readable } from 'node:stream';
import { momentName } from '#contracts/vocabulary/house-time.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { countParcels } from '#projections/parcels/index.ts';
import type { BillingContext } from '#services/billing/index.ts';
import type { TableSheet } from '#services/platform/workbooks/table-sheet.ts';
import { tablesWorkbook } from '#services/platform/workbooks/write-tables.ts';
import type { ReportCut } from './cut/report-cut.ts';
import { gather, type Gathered } from './gather.ts';
import { anomaliesSheet } from './sheets/anomalies-sheet.ts';
import { availableSheet } from './sheets/available-sheet.ts';
import { backOrdersSheet } from './sheets/back-orders-sheet.ts';
import { cartsSheet } from './sheets/carts-sheet.ts';
import type { Readers } from './sheets/columns.ts';
import { customersSheet } from './sheets/customers-sheet.ts';
import { inventorySheet } from './sheets/inventory-sheet.ts';
import { marginBySaleSheet, marginSheet } from './sheets/margin-sheets.ts';
import { memosSheet } from './sheets/memos-sheet.ts';
import { movementsSheet } from './sheets/movements-sheet.ts';
import { sellThroughSheet } from './sheets/sell-through-sheet.ts';
import { summarySheet } from './sheets/summary-sheet.ts';
import { waitingSheet } from './sheets/waiting-sheet.ts';

/** A report while it is made: its file, and what it says of its progress. */
export type Making = {
  /** Called now and then, with what is done of each step. */
  onProgress?: (progress: { step: 'READING' | 'WRITING'; done: number; total: number }) => Promise<void>;
  signal?: AbortSignal;
};

/** Every sheet of the combined report, in its order (rule: Sheets of a report). Pure. */
export function reportSheets(gathered: Gathered, readers: Readers): TableSheet[] {
  const summed = {
    inventory: inventorySheet(gathered, readers),
    available: availableSheet(gathered, readers),
    carts: cartsSheet(gathered),
    memos: memosSheet(gathered),
    waiting: waitingSheet(gathered),
    movements: movementsSheet(gathered),
    customers: customersSheet(gathered),
  };
  const sales = marginBySaleSheet(gathered);
  return [
    summarySheet(gathered, summed),
    summed.inventory,
    summed.available,
    summed.carts,
    summed.memos,
    summed.waiting,
    summed.movements,
    sellThroughSheet(gathered),
    summed.customers,
    backOrdersSheet(gathered),
    ...(readers.withCost ? [anomaliesSheet(gathered), sales, marginSheet(gathered, sales)] : []),
  ];
}

/**
 * The combined report of a cut as a workbook (rule: One cut for a report; rule: Cost in reports), written while it is
 * read. Throws the stores' errors and what an aborted signal throws.
 */
export async function combinedReport(
  context: BillingContext,
  cut: ReportCut,
  readers: Readers,
  { onProgress, signal }: Making = {},
): Promise<Readable> {
  const parcels = await countParcels(context.db);
  const gathered = await gather(context, cut, {
    onParcels: async (done) => onProgress?.({ step: 'READING', done, total: parcels }),
    ...(signal && { signal }),
  });
  const sheets = reportSheets(gathered, readers);
  const total = sheets.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const known = momentName(cut.recordedAt, context.zone);
  return tablesWorkbook(
    {
      title: `${PRODUCT_NAME} report`,
      day: cut.day,
      facts: [
        ['As known', `Log position ${cut.position}, recorded up to ${known}`],
        ['Period', `${cut.from} to ${cut.to}`],
      ],
      at: cut.recordedAt,
    },
    sheets,
    {
      onRows: async (done) => onProgress?.({ step: 'WRITING', done, total }),
      ...(signal && { signal }),
    },
  );
}

/** What the report's file is called. */
export const reportFileName = ({ day, position }: ReportCut, { withCost }: Readers): string =>
  `${PRODUCT_NAME} report ${day} at ${position}${withCost ? ' with cost' : ''}.xlsx`;

import { z } from 'zod';
import { workbookReply } from '#contracts/api/downloads.ts';
import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import { dollars, dollarsOrNull } from '#contracts/vocabulary/money.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import { stoneInWords } from '#contracts/vocabulary/stone-words.ts';
import { constantInWords } from '#contracts/vocabulary/words.ts';
import { inventoryPage, type InventoryRow } from '#projections/parcels/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import {
  asFileName,
  callGroup,
  idempotencyKey,
  sendWorkbook,
  type App,
} from '#services/platform/http/index.ts';
import { pagesAhead } from '#services/platform/pages-ahead.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { acceptSheets, sheetBody, SHEET_TYPES } from '#services/platform/workbooks/index.ts';
import { FORMATS } from '#services/platform/workbooks/sheet-kit.ts';
import { stockNumberOf } from '../feed/check-row.ts';
import { keepFeedFile } from '../feed/feed-files.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { currentVendor } from '../require-vendor.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { refuseWithoutRows } from './remove-old-rows.ts';
import { requireRun, runWhenSettled } from './require-run.ts';
import { shownRows } from './row-store.ts';
import { isUnderWay, type FeedRun } from './run-store.ts';
import { startFeedRun } from './start-run.ts';
import { stockWorkbook, type StockSheetColumn, type StockSheetRow } from './stock-workbook.ts';

/** The workbooks have the vendors' costs (rule: Price modes). */
const workbooks = { wholesale: 'Workbooks of stock are', tags: ['vendors'] };
const portalCall = callGroup({ ...workbooks, access: 'administrator', surface: 'portal' });
const restCall = callGroup({ ...workbooks, access: 'administrator', surface: 'rest' });

const BODY_LIMIT = 64 * 1024 * 1024;
/** How long a caller waits for a file to be classified, in milliseconds; it continues in the background. */
const ANSWERED_WITHIN_MS = 110_000;
const PAGE = 2_000;

/** Stock as workbooks that can be uploaded again as the accept/reject sheet; for administrators. */
export function registerWorkbookRoutes(app: App, context: FeedRunContext): void {
  app.get(
    '/vendor/check',
    portalCall({ summary: "All vendors' stock as a workbook", response: { 200: workbookReply } }),
    async (_request, reply) => {
      const rows = inventoryRows(context, await context.shapeName());
      await sendWorkbook(reply, 'Vendor Inventory.xlsx', stockWorkbook(INVENTORY_COLUMNS, rows));
    },
  );

  app.get(
    '/api/feed-runs/:id/workbook',
    restCall({
      summary: 'A run as a workbook, whose rows can be uploaded again as the accept/reject sheet',
      params: z.object({ id: z.string() }),
      response: { 200: workbookReply },
    }),
    async ({ params: { id } }, reply) => {
      await sendRun(context, reply, await requireRun(context, id));
    },
  );

  acceptSheets(app, (scope) => {
    scope.post(
      '/vendor/check/:id',
      {
        ...portalCall({
          summary: "A vendor's file classified, as a workbook; nothing is applied",
          description: 'The body is the .xlsx or .csv file itself.',
          consumes: [...SHEET_TYPES],
          params: rowParams,
          response: { 200: workbookReply },
        }),
        bodyLimit: BODY_LIMIT,
      },
      async (request, reply) => {
        const fileId = await keepFeedFile(context.files, sheetBody(request.body));
        const run = await startFeedRun(context, {
          vendorId: request.params.id,
          fileId,
          fileName: `stock${fileId.slice(fileId.lastIndexOf('.'))}`,
          source: 'UPLOAD',
          kind: 'FULL',
          actor: request.caller.actor,
          key: idempotencyKey(request),
        });
        const { signal } = request;
        const settled = await runWhenSettled(context, run.id, { timeoutMs: ANSWERED_WITHIN_MS, signal });
        if (settled.state === 'FAILED')
          throw new Refusal(422, settled.failure ?? 'The file cannot be read.', { code: 'UNREADABLE_FEED' });
        if (isUnderWay(settled))
          throw new Refusal(422, 'The file is still being read: find it among the feed runs in a moment.', {
            code: 'STILL_READING',
          });
        await sendRun(context, reply, settled);
      },
    );
  });
}

const dollarsColumn = (name: string): StockSheetColumn => ({ name, format: FORMATS.money });

const RUN_COLUMNS: readonly StockSheetColumn[] = [
  { name: 'Classification' },
  { name: 'Row' },
  { name: 'Stone' },
  dollarsColumn('Cost before'),
  dollarsColumn('Cost'),
  dollarsColumn('List price before'),
  dollarsColumn('List price'),
  { name: 'Changes' },
  { name: 'Problems' },
];

async function sendRun(
  context: FeedRunContext,
  reply: Parameters<typeof sendWorkbook>[0],
  run: FeedRun,
): Promise<void> {
  refuseWithoutRows(run);
  const { id, vendorId, fileName } = run;
  const { name, dxPrefix } = (await currentVendor(context, vendorId)).settings;
  const made = stockWorkbook(RUN_COLUMNS, runRows(context, id, { vendorId, name, dxPrefix }));
  const parts = [asFileName(name), asFileName(fileName.replace(/\.\w+$/, '')), 'classified.xlsx'];
  await sendWorkbook(reply, parts.filter(Boolean).join(' '), made);
}

async function* runRows(
  context: FeedRunContext,
  runId: string,
  vendor: { vendorId: number; name: string; dxPrefix: string },
): AsyncGenerator<StockSheetRow> {
  const judgements = await judgementsOf(context, vendor.vendorId);
  for await (const row of shownRows(context.db, runId)) {
    const changes = row.changes.map(
      ({ attribute, before, after }) => `${attribute}: ${before || 'none'} → ${after || 'none'}`,
    );
    const problems = row.problems.map(({ column, value, message }) => {
      const about = value === '' ? message : `${value} ${message}`;
      return column === '' ? about : `${column}: ${about}`;
    });
    yield {
      vendor: vendor.name,
      parcelName: row.vendorStockId === null ? null : vendor.dxPrefix + row.vendorStockId,
      judgement: judgementOf(judgements, row.vendorStockId ?? ''),
      cells: [
        constantInWords(row.class),
        row.row,
        row.stone,
        dollarsOrNull(row.costBefore),
        dollarsOrNull(row.costAfter),
        dollarsOrNull(row.totalBefore),
        dollarsOrNull(row.totalAfter),
        changes.join('; '),
        problems.join('; '),
      ],
    };
  }
}

const INVENTORY_COLUMNS: readonly StockSheetColumn[] = [
  { name: 'Status' },
  { name: 'Availability' },
  { name: 'Stone' },
  { name: 'Weight', format: FORMATS.carats },
  { name: 'Lab' },
  { name: 'Certificate' },
  dollarsColumn('Cost'),
  dollarsColumn('List price'),
];

async function* inventoryRows(context: FeedRunContext, shapeName: ShapeName): AsyncGenerator<StockSheetRow> {
  for (const { vendorId, settings } of await allVendors(context.db)) {
    const judgements = await judgementsOf(context, vendorId);
    const { name, dxPrefix } = settings;
    const pages = pagesAhead<InventoryRow>(PAGE, (last) =>
      inventoryPage(context.db, vendorId, last?.parcelName ?? '', PAGE),
    );
    for await (const page of pages)
      for (const { parcelName, status, vendorAvailability, attributes, costCents, totalCents } of page) {
        yield {
          vendor: name,
          parcelName,
          judgement: judgementOf(judgements, stockNumberOf(parcelName, dxPrefix)),
          cells: [
            constantInWords(status),
            constantInWords(vendorAvailability),
            stoneInWords(attributes, shapeName),
            inCarats(attributes.weight),
            attributes.lab ?? null,
            attributes.certNo ?? null,
            dollars(costCents),
            dollars(totalCents),
          ],
        };
      }
  }
}

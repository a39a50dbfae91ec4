import { sql } from 'kysely';
import { z } from 'zod';
import { restQuery } from '#contracts/api/back-office.ts';
import {
  applyFeedRunRequest,
  feedRunComparison,
  feedRunResource,
  feedRunRow,
  startFeedRunRequest,
  type FeedRunResource,
  type FeedRunRow,
} from '#contracts/api/vendor-feeds.ts';
import { judgementOf, type StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import { dollarsOrNull, type Cents } from '#contracts/vocabulary/money.ts';
import { vendorNames } from '#projections/vendors/index.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import {
  callGroup,
  idempotencyKey,
  listFromDatabase,
  readRestList,
  sendSelect,
  rowOf,
  type App,
  type RestSelect,
} from '#services/platform/http/index.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { compareRuns, runBefore } from './compare-runs.ts';
import { effectOfRun } from './effect-of-run.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { refuseWithoutRows } from './remove-old-rows.ts';
import { applyFeedRun } from './apply-run.ts';
import { discardFeedRun } from './discard-run.ts';
import { requireRun, unknownRun } from './require-run.ts';
import { startFeedRun } from './start-run.ts';
import { takeBackFeedRun } from './take-back-run.ts';
import { appliedBy, awaitsDecision } from './run-store.ts';
import { registerWorkbookRoutes } from './workbook-routes.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });

/** Each row has the vendor's cost (rule: Price modes). */
const ofRows = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Rows of feeds are',
  tags: ['vendors'],
});

const RUNS: RestSelect = {
  select: sql`
    select run.id, run.vendor_id as "vendorId", vendor.name as "vendorName", file_id as "fileId", file_name as "fileName",
      source, kind, state, requested_by as "requestedBy", ${instantOf('requested_at')} as "requestedAt",
      ${instantOf('started_at')} as "startedAt", ${instantOf('finished_at')} as "finishedAt", total, done, rows, counts,
      holds, ${appliedBy} as "appliedBy", ${instantOf('applied_at')} as "appliedAt", confirmed,
      decided_by as "decidedBy", ${instantOf('decided_at')} as "decidedAt", failure,
      ${instantOf('rows_removed_at')} as "rowsRemovedAt"
    from vitrine.feed_run as run left join ${vendorNames} as vendor on vendor.vendor_id = run.vendor_id`,
  sortedBy: ['requestedAt', 'vendorId', 'vendorName', 'fileName', 'state', 'rows', 'startedAt', 'finishedAt'],
  order: ['requestedAt', 'DESC'],
  names: ['vendorName', 'fileName'],
  filteredBy: ['vendorId', 'state', 'kind', 'source', 'fileId'],
  searched: ['vendorName', 'fileName', 'requestedBy'],
};

const rowsOf = (runId: string): RestSelect => ({
  select: sql`
    select id, row, vendor_stock_id as "vendorStockId", parcel_name as "parcelName", class, stone,
      upper(replace(outcome, ' ', '_')) as outcome,
      cost_before as "costBefore", cost_after as "costAfter", total_before as "totalBefore",
      total_after as "totalAfter", changes, problems
    from vitrine.feed_run_row where run_id = ${runId}`,
  sortedBy: [
    'row',
    'vendorStockId',
    'parcelName',
    'class',
    'stone',
    'costBefore',
    'costAfter',
    'totalBefore',
    'totalAfter',
  ],
  order: ['row', 'ASC'],
  names: ['parcelName', 'stone'],
  filteredBy: ['class', 'row', 'vendorStockId', 'parcelName'],
  searched: ['parcelName', 'vendorStockId', 'stone'],
});

/** A row as the database has it; prices in cents. */
type StoredRow = Omit<FeedRunRow, 'cost' | 'total' | 'judgement' | 'overrideTier' | 'comments'> & {
  costBefore: Cents | null;
  costAfter: Cents | null;
  totalBefore: Cents | null;
  totalAfter: Cents | null;
};

function wireRow(
  { costBefore, costAfter, totalBefore, totalAfter, ...row }: StoredRow,
  judgements: StockJudgements,
): FeedRunRow {
  const { status, overrideTier, comments } = judgementOf(judgements, row.vendorStockId ?? '');
  return {
    ...row,
    cost: { before: dollarsOrNull(costBefore), after: dollarsOrNull(costAfter) },
    total: { before: dollarsOrNull(totalBefore), after: dollarsOrNull(totalAfter) },
    judgement: status,
    overrideTier,
    comments,
  };
}

/** The run as the list has it. Throws Refusal 404 when there is none of that id. */
async function wireRun(db: Db, id: string): Promise<FeedRunResource> {
  const run = await rowOf<FeedRunResource>(db, RUNS, id);
  if (!run) throw unknownRun(id);
  return run;
}

const params = z.object({ id: z.string() });

/** The runs of vendors' feeds: classified, then applied, discarded or taken back; for administrators. */
export function registerFeedRunRoutes(app: App, context: FeedRunContext): void {
  const { db } = context;
  registerWorkbookRoutes(app, context);
  listFromDatabase(
    app,
    db,
    forAdministrators,
    { resource: 'feed-runs', summary: "Runs of vendors' feeds, newest first", row: feedRunResource },
    () => RUNS,
  );

  app.get(
    '/api/feed-runs/:id',
    forAdministrators({ summary: 'A run of a feed', params, response: { 200: feedRunResource } }),
    async ({ params: { id } }) => {
      const run = await wireRun(db, id);
      return awaitsDecision(run) ? { ...run, effect: await effectOfRun(context, run) } : run;
    },
  );

  app.get(
    '/api/feed-runs/:id/rows',
    ofRows({
      summary: "A run's rows and the parcels that it does not have, each in its class",
      params,
      querystring: restQuery,
      response: { 200: z.array(feedRunRow) },
    }),
    async ({ params: { id }, query }, reply) => {
      const run = await requireRun(context, id);
      refuseWithoutRows(run);
      const rows = await sendSelect<StoredRow>(db, reply, 'feed-run-rows', rowsOf(id), readRestList(query));
      const judgements = await judgementsOf(context, run.vendorId);
      return rows.map((row) => wireRow(row, judgements));
    },
  );

  app.get(
    '/api/feed-runs/:id/comparison',
    ofRows({
      summary: "What differs between a run's file and that of the vendor's run before",
      params,
      response: { 200: feedRunComparison },
    }),
    async ({ params: { id } }) => {
      const run = await requireRun(context, id);
      refuseWithoutRows(run);
      const beforeId = await runBefore(db, run);
      const before = beforeId === null ? null : await wireRun(db, beforeId);
      if (before === null || before.rowsRemovedAt !== null)
        return { before, added: 0, left: 0, repriced: 0, rows: [] };
      return { before, ...(await compareRuns(db, before.id, id)) };
    },
  );

  app.post(
    '/api/feed-runs',
    forAdministrators({
      summary: 'Classify a kept file in the background; nothing is applied',
      body: startFeedRunRequest,
      response: { 200: feedRunResource },
    }),
    async (request) => {
      const { actor } = request.caller;
      const key = idempotencyKey(request);
      const run = await startFeedRun(context, { ...request.body, source: 'UPLOAD', actor, key });
      return wireRun(db, run.id);
    },
  );

  app.post(
    '/api/feed-runs/:id/apply',
    forAdministrators({
      summary: 'Apply a classified run in the background',
      params,
      body: applyFeedRunRequest,
      response: { 200: feedRunResource },
    }),
    async ({ params: { id }, body: { confirmed }, caller: { actor } }) => {
      await applyFeedRun(context, id, { actor, confirmed });
      return wireRun(db, id);
    },
  );

  app.post(
    '/api/feed-runs/:id/discard',
    forAdministrators({ summary: 'Give up a classified run', params, response: { 200: feedRunResource } }),
    async ({ params: { id }, caller: { actor } }) => {
      await discardFeedRun(context, id, actor);
      return wireRun(db, id);
    },
  );

  app.post(
    '/api/feed-runs/:id/take-back',
    forAdministrators({
      summary: "Take the vendor's last applied run back in the background, as new events",
      params,
      response: { 200: feedRunResource },
    }),
    async ({ params: { id }, caller: { actor } }) => {
      await takeBackFeedRun(context, id, actor);
      return wireRun(db, id);
    },
  );
}

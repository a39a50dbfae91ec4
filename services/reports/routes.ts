import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { workbookReply } from '#contracts/api/downloads.ts';
import { reportQuery, reportRun, type ReportQuery, type ReportRunReply } from '#contracts/api/reports.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import type { BillingContext } from '#services/billing/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import {
  callGroup,
  minPosition,
  sendFile,
  sendPosition,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { requestReport, runWhenEnded } from './runs/request-report.ts';
import { findRun, isUnderWay, newestRuns, type ReportRun } from './runs/run-store.ts';
import { KEPT_DAYS } from './runs/work-report-runs.ts';

const forStaff = callGroup({ access: 'staff', surface: 'portal', tags: ['reports'] });
const ofReports = callGroup({
  access: 'staff',
  surface: 'portal',
  wholesale: 'Reports are',
  tags: ['reports'],
});

/** A caller waits this long, in milliseconds, for a report; it goes on in the background. */
const ANSWERED_WITHIN_MS = 290_000;
const LISTED = 20;
const params = z.object({ id: z.string() });

/**
 * The combined report for staff (product: Report calls; rule: One cut for a report; rule: Reports in the background): as
 * a call that waits for the file, and as a run that is found again.
 */
export function registerReportRoutes(app: App, context: BillingContext & { files: FileStore }): void {
  const { db, files } = context;

  const request = async (called: FastifyRequest, query: ReportQuery, mails: boolean) => {
    const { caller } = called;
    const { includeCost, ...asked } = query;
    const withCost = includeCost === 'true';
    refuseCost(caller, withCost);
    const { username } = caller.actor;
    const atLeast = minPosition(called);
    return requestReport(context, { id: randomUUID(), username, asked, withCost, mails, atLeast });
  };

  const sendRun = async (reply: Parameters<typeof sendFile>[0], run: ReportRun): Promise<void> => {
    const file = run.fileKey === null ? undefined : await files.get(run.fileKey);
    if (!file)
      throw new Refusal(402, 'The report is no longer kept. Ask for it again.', { code: 'NOT_KEPT' });
    const { bytes, contentType } = file;
    await sendFile(reply, { fileName: run.fileName, bytes, contentType });
  };

  const ownRun = async (caller: Caller, id: string): Promise<ReportRun> => {
    const run = await findRun(db, id, caller.actor.username);
    // One with cost is not theirs any more once they are no administrator.
    if (!run || (run.withCost && !caller.administrator))
      throw new Refusal(402, `You have no report ${id}.`, { code: 'UNKNOWN_RUN', field: 'id' });
    return run;
  };

  app.post(
    '/reports/combined',
    ofReports({
      summary: 'The combined report as a workbook; with cost for administrators alone',
      description:
        'effectiveAt is a day or an instant of it, from and to are days of the house; knownAt is a log position, the id of an event or a time.',
      querystring: reportQuery,
      response: { 200: workbookReply },
    }),
    async (called, reply) => {
      const asked = await request(called, called.query, false);
      const { signal } = called;
      const run = await runWhenEnded(context, asked, { timeoutMs: ANSWERED_WITHIN_MS, signal });
      if (run.state === 'FAILED')
        throw new Refusal(402, `The report could not be made: ${run.failure}`, { code: 'REPORT_FAILED' });
      if (isUnderWay(run))
        throw new Refusal(402, 'The report is still being made: find it under Reports in a moment.', {
          code: 'REPORT_UNDER_WAY',
        });
      sendPosition(reply, BigInt(run.cut.position));
      await sendRun(reply, run);
    },
  );

  app.post(
    '/reports/runs',
    ofReports({
      summary: 'Have the combined report made in the background; a mail announces it',
      querystring: reportQuery,
      response: { 200: reportRun },
    }),
    async (called) => wireRun(await request(called, called.query, true)),
  );

  app.get(
    '/reports/runs',
    forStaff({ summary: "The caller's own reports, newest first", response: { 200: z.array(reportRun) } }),
    async ({ caller: { actor, administrator } }) => {
      const runs = await newestRuns(db, { username: actor.username, administrator }, LISTED);
      return runs.map(wireRun);
    },
  );

  app.get(
    '/reports/runs/:id',
    ofReports({ summary: 'A report with its progress', params, response: { 200: reportRun } }),
    async ({ params: { id }, caller }) => wireRun(await ownRun(caller, id)),
  );

  app.get(
    '/reports/runs/:id/file',
    ofReports({ summary: 'The file of a report that is made', params, response: { 200: workbookReply } }),
    async ({ params: { id }, caller }, reply) => sendRun(reply, await ownRun(caller, id)),
  );
}

function refuseCost({ administrator }: Caller, withCost: boolean): void {
  if (withCost && !administrator)
    throw new Refusal(403, 'Reports with cost are for administrators.', { code: 'FORBIDDEN' });
}

function wireRun({ requestedAt, finishedAt, cut, ...run }: ReportRun): ReportRunReply {
  const { id, state, withCost, done, total, fileName, size, failure } = run;
  const until = finishedAt && new Date(finishedAt.getTime() + KEPT_DAYS * DAY_MS);
  return {
    id,
    state,
    withCost,
    done,
    total,
    fileName,
    size,
    failure,
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    position: String(cut.position),
    day: cut.day,
    from: cut.from,
    to: cut.to,
    keptUntil: until?.toISOString() ?? null,
  };
}

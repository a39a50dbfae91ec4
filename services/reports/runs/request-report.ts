import type { BillingContext } from '#services/billing/index.ts';
import { whenEnded } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { reportFileName } from '../combined-report.ts';
import { takeReportCut, type AskedCut } from '../cut/report-cut.ts';
import { findRun, insertRun, openRunOf, type ReportRun } from './run-store.ts';

export type ReportRequest = {
  username: string;
  /** Of a run that is begun by it. */
  id: string;
  asked: AskedCut;
  withCost: boolean;
  mails: boolean;
};

/**
 * Puts a report in the queue, of the cut that is asked for now. One at a time for each person: the same again while one
 * is being made is that one. Throws Refusal 400 for a cut that cannot be read, 402 while another one is being made, 503.
 */
export async function requestReport(context: BillingContext, request: ReportRequest): Promise<ReportRun> {
  const { db, clock } = context;
  const { id, username, asked, withCost, mails } = request;
  const before = await openRunOf(db, username);
  if (before) return sameOrRefused(before, request);
  const cut = await takeReportCut(context, asked);
  const fileName = reportFileName(cut, { withCost });
  await insertRun(db, {
    id,
    requestedBy: username,
    requestedAt: clock(),
    withCost,
    mails,
    asked,
    cut,
    fileName,
    recipients: [],
  });
  // Another one of the person's own may have been faster.
  const run = (await findRun(db, id, username)) ?? (await openRunOf(db, username));
  return run ? sameOrRefused(run, request) : requestReport(context, request);
}

function sameOrRefused(run: ReportRun, { asked, withCost }: ReportRequest): ReportRun {
  const same = (['effectiveAt', 'knownAt', 'from', 'to'] as const).every(
    (field) => (run.asked[field] ?? '') === (asked[field] ?? ''),
  );
  if (same && run.withCost === withCost) return run;
  throw new Refusal(402, 'Another report is being made for you. Ask again when it is ready.', {
    code: 'REPORT_UNDER_WAY',
  });
}

export const isUnderWay = ({ state }: ReportRun): boolean => state !== 'DONE' && state !== 'FAILED';

/** The run once it has ended, or as it is when the time is up or the caller has gone. */
export const runWhenEnded = (
  { db }: Pick<BillingContext, 'db'>,
  run: ReportRun,
  waiting: { timeoutMs: number; signal: AbortSignal },
): Promise<ReportRun> =>
  whenEnded(async () => (await findRun(db, run.id, run.requestedBy)) ?? run, isUnderWay, waiting);

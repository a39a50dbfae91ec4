import { eventAt } from '#projections/audit/index.ts';
import type { BillingContext } from '#services/billing/index.ts';
import { whenEnded } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { reportFileName } from '../combined-report.ts';
import { takeReportCut, type AskedCut } from '../cut/report-cut.ts';
import { findRun, insertRun, isUnderWay, letMail, openRunOf, type ReportRun } from './run-store.ts';

export type ReportRequest = {
  username: string;
  /** Of a run that is begun by it. */
  id: string;
  asked: AskedCut;
  withCost: boolean;
  mails: boolean;
  /** The report shows at least what the log held up to here; null when the person asked for none. */
  atLeast: bigint | null;
};

/**
 * Puts a report in the queue, of the cut that is asked for now. One at a time for each person: the same again while one
 * is being made is that one, if it is new enough. Throws Refusal 400 for a cut that cannot be read, 402 while another
 * one is being made, 503.
 */
export async function requestReport(context: BillingContext, request: ReportRequest): Promise<ReportRun> {
  const { db, clock } = context;
  const { id, username, asked, withCost, mails } = request;
  const before = await openRunOf(db, username);
  if (before) return joined(context, before, request);
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
  const own = await findRun(db, id, username);
  if (own) return own;
  const other = await openRunOf(db, username);
  return other ? joined(context, other, request) : requestReport(context, request);
}

/** The run that is being made, if it is what is asked for; mailed, if that is asked. Throws Refusal 402, 503. */
async function joined(context: BillingContext, run: ReportRun, request: ReportRequest): Promise<ReportRun> {
  if (!isSame(run, request) || !(await isNewEnough(context, run, request)))
    throw new Refusal(402, 'Another report is being made for you. Ask again when it is ready.', {
      code: 'REPORT_UNDER_WAY',
    });
  if (request.mails && !run.mails) await letMail(context.db, run.id);
  return run;
}

const isSame = (run: ReportRun, { asked, withCost }: ReportRequest): boolean =>
  run.withCost === withCost &&
  (['effectiveAt', 'knownAt', 'from', 'to'] as const).every(
    (field) => (run.asked[field] ?? '') === (asked[field] ?? ''),
  );

async function isNewEnough(
  context: BillingContext,
  { cut }: ReportRun,
  { asked, atLeast }: ReportRequest,
): Promise<boolean> {
  if (!cut.isNewest || atLeast === null || BigInt(cut.position) >= atLeast) return true;
  // A cut is the place of an event, and what the caller saw may lie behind the last one. Once the audit has all of that:
  await takeReportCut(context, asked);
  const last = await eventAt(context.db, atLeast);
  return last === null || last.position <= cut.position;
}

/** The run once it has ended, or as it is when the time is up or the caller has gone. */
export const runWhenEnded = (
  { db }: Pick<BillingContext, 'db'>,
  run: ReportRun,
  waiting: { timeoutMs: number; signal: AbortSignal },
): Promise<ReportRun> =>
  whenEnded(async () => (await findRun(db, run.id, run.requestedBy)) ?? run, isUnderWay, waiting);

import { buffer } from 'node:stream/consumers';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import type { BillingContext } from '#services/billing/index.ts';
import type { Mail, SendMail } from '#services/mail/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { attemptJob, workInTurn, type JobTools } from '#services/platform/jobs/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { combinedReport } from '../combined-report.ts';
import { queueDueReports } from '../schedules/queue-due-reports.ts';
import type { Staff } from '../schedules/staff.ts';
import {
  deleteRun,
  nextOpenRun,
  noteEnd,
  noteProgress,
  noteStart,
  runsEndedBefore,
  type ReportRun,
  type RunEnd,
} from './run-store.ts';

export type WorkReportRuns = JobTools & {
  context: BillingContext;
  files: FileStore;
  sendMail: SendMail;
  staff: Staff;
};

/** Days that a report is kept once it is made. */
export const KEPT_DAYS = 30;
const NOTE_EVERY_MS = 300;
const AGAIN_AFTER = { firstMs: 1_000, longestMs: 60_000 };
/** What many mail servers still take, once it is written as text. */
const MOST_MAILED_BYTES = 10_000_000;

/**
 * Makes the reports that people asked for, and those that are mailed, until the signal is aborted, one process at a time.
 * One that a killed process left is made again of the same cut, and is the same file.
 */
export async function workReportRuns(options: WorkReportRuns): Promise<void> {
  const { context, staff } = options;
  await workInTurn(options, { name: 'reports', againAfter: AGAIN_AFTER }, async (held) => {
    const [unqueued] = await queueDueReports(context, staff);
    const run = await nextOpenRun(context.db);
    await (run ? make(options, run, held) : forgetOldReports(options));
    // It is due still, and tried again before the next report, or at the next look.
    if (unqueued !== undefined)
      options.log.warn(`a scheduled report is not in the queue yet: ${messageOf(unqueued)}`);
    return run !== null;
  });
}

/** Makes a report and keeps it, as `attemptJob` does. */
async function make(options: WorkReportRuns, run: ReportRun, held: AbortSignal): Promise<void> {
  const { context, files, log, signal } = options;
  const { db } = context;
  const { id, cut, withCost } = run;
  await attemptJob(
    { db, table: 'vitrine.report_run', job: run },
    { held, signal },
    async () => {
      await noteStart(db, id);
      let noted = performance.now();
      const made = await combinedReport(
        context,
        cut,
        { withCost },
        {
          signal: held,
          async onProgress(progress) {
            if (performance.now() - noted < NOTE_EVERY_MS) return;
            noted = performance.now();
            await noteProgress(db, id, progress);
          },
        },
      );
      const bytes = await buffer(made);
      const fileKey = `reports/${id}.xlsx`;
      await files.put(fileKey, bytes);
      await end(options, run, { state: 'DONE', fileKey, size: bytes.length });
    },
    async (failure = 'its process ended each time') => {
      log.warn(`the report ${id} is given up: ${failure}`);
      await end(options, run, { state: 'FAILED', failure });
    },
  );
}

/** The run's end and the mails about it: all stand, or none. */
async function end(
  { context, sendMail, staff }: WorkReportRuns,
  run: ReportRun,
  outcome: RunEnd,
): Promise<void> {
  const mails: Mail[] = [];
  for (const username of mailedTo(run)) {
    const who = await staff(username);
    // Who is an administrator no longer gets no cost.
    if (!who || (run.withCost && !who.administrator)) continue;
    mails.push({ ...reportMail(run, outcome), to: who.email, key: `report/${run.id}/${username}` });
  }
  await context.db.transaction().execute(async (transaction) => {
    const noted = await noteEnd(transaction, run.id, context.clock(), outcome);
    // Asked now: a person may have joined it while it was made.
    if (!noted?.mails) return;
    for (const mail of mails) await sendMail(mail, transaction);
  });
}

const mailedTo = ({ recipients, requestedBy }: ReportRun): readonly string[] =>
  recipients.length > 0 ? recipients : [requestedBy];

/** A scheduled report is mailed with its file, unless that is too large for a mail. */
function reportMail(
  { fileName, recipients }: ReportRun,
  outcome: RunEnd,
): Pick<Mail, 'subject' | 'text' | 'attachment'> {
  const isMailed = recipients.length > 0;
  const kept = `Find it under Reports in ${PRODUCT_NAME}, where it is kept for ${KEPT_DAYS} days.`;
  if (outcome.state === 'FAILED')
    return {
      subject: isMailed ? 'A report could not be made' : 'Your report could not be made',
      text: `${fileName} could not be made: ${outcome.failure}. Ask for it again under Reports in ${PRODUCT_NAME}.`,
    };
  if (!isMailed) return { subject: 'Your report is ready', text: `${fileName} is ready. ${kept}` };
  const subject = 'The report of the house';
  return outcome.size > MOST_MAILED_BYTES
    ? { subject, text: `${fileName} is too large for a mail. ${kept}` }
    : {
        subject,
        text: `${fileName} is with this mail. ${kept}`,
        attachment: { fileName, key: outcome.fileKey },
      };
}

/** Takes away what was kept long enough: the file first, so that none is left without its run. */
async function forgetOldReports({ context, files }: WorkReportRuns): Promise<void> {
  const { db, clock } = context;
  const before = new Date(clock().getTime() - KEPT_DAYS * DAY_MS);
  for (const { id, fileKey } of await runsEndedBefore(db, before)) {
    if (fileKey !== null) await files.remove(fileKey);
    await deleteRun(db, id);
  }
}

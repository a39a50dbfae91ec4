import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { BillingContext } from '#services/billing/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isStoreAway } from '#services/platform/stores/index.ts';
import { reportFileName } from '../combined-report.ts';
import { takeReportCut } from '../cut/report-cut.ts';
import { insertRun } from '../runs/run-store.ts';
import { dueTimes, periodBefore } from './next-time.ts';
import { dueSchedules, moveOn, type ReportSchedule } from './schedule-store.ts';
import type { Staff } from './staff.ts';

/**
 * Puts the reports of the schedules whose time has come in the queue, each once for its time whatever is killed: its
 * runs and its next time stand together, or neither (rule: Reports by mail). Times that passed meanwhile are one. One
 * that fails holds up no other report, and is due still; returns why of each, such as Refusal 503 while the read models
 * are behind. Throws when a store is away.
 */
export async function queueDueReports(context: BillingContext, staff: Staff): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const due of await dueSchedules(context.db, context.clock())) {
    try {
      await queueReport(context, due, staff);
    } catch (error) {
      // Read models that are behind are no store: what is in the queue can be made meanwhile.
      if (isStoreAway(error) && !(error instanceof Refusal)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

async function queueReport(context: BillingContext, due: ReportSchedule, staff: Staff): Promise<void> {
  const { db, clock, zone } = context;
  const { id, schedule, nextAt } = due;
  const now = clock();
  const { last, next } = dueTimes(schedule, nextAt.toISOString(), now.toISOString(), zone);
  // The day of the due time: a report may be picked up on the day after, or later.
  const asked = periodBefore(schedule.every, houseDayOf(last, zone));
  const cut = await takeReportCut(context, asked);
  const [administrators, reps]: [string[], string[]] = [[], []];
  for (const username of schedule.recipients) {
    const who = await staff(username);
    if (who) (schedule.withCost && who.administrator ? administrators : reps).push(username);
  }
  await db.transaction().execute(async (transaction) => {
    if (!(await moveOn(transaction, due, new Date(next)))) return;
    for (const [withCost, recipients] of [
      [true, administrators],
      [false, reps],
    ] as const) {
      if (recipients.length === 0) continue;
      const of = `${id}-${nextAt.getTime()}${withCost ? '-cost' : ''}`;
      await insertRun(transaction, {
        id: of,
        requestedBy: `schedule ${of}`,
        requestedAt: now,
        withCost,
        mails: true,
        asked,
        cut,
        fileName: reportFileName(cut, { withCost }),
        recipients,
      });
    }
  });
}

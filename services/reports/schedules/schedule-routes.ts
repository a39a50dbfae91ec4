import { z } from 'zod';
import {
  reportSchedule,
  reportScheduleEdit,
  type ReportScheduleReply,
} from '#contracts/api/report-schedules.ts';
import type { Context } from '#services/module.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { nextReportTime } from './next-time.ts';
import { allSchedules, deleteSchedule, saveSchedule, type ReportSchedule } from './schedule-store.ts';
import { staffOf } from './staff.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['reports'] });

const params = z.object({ id: z.uuid('The id must be a UUID.') });

/** Administrators set and remove the reports that are mailed (rule: Reports by mail). */
export function registerScheduleRoutes(
  app: App,
  { db, clock, zone }: Pick<Context, 'db' | 'clock' | 'zone'>,
): void {
  const staff = staffOf(db);

  app.get(
    '/api/report-schedules',
    forAdministrators({
      summary: 'The reports that are mailed, the next one first',
      response: { 200: z.array(reportSchedule) },
    }),
    async () => (await allSchedules(db)).map(wireSchedule),
  );

  app.put(
    '/api/report-schedules/:id',
    forAdministrators({
      summary: 'Have the combined report mailed every week or month, in place of the schedule of this id',
      params,
      body: reportScheduleEdit,
      response: { 200: reportSchedule },
    }),
    async ({ params: { id }, body, caller }) => {
      const recipients = [...new Set(body.recipients)].sort();
      for (const username of recipients)
        if (!(await staff(username)))
          throw new Refusal(
            400,
            `${username} is not an active sales rep or administrator with wholesale prices and an e-mail address.`,
            { field: 'recipients' },
          );
      const now = clock();
      const saved: ReportSchedule = {
        id,
        schedule: { ...body, recipients },
        nextAt: new Date(nextReportTime(body, now.toISOString(), zone)),
        changedBy: caller.actor.username,
        changedAt: now,
      };
      await saveSchedule(db, saved);
      return wireSchedule(saved);
    },
  );

  app.delete(
    '/api/report-schedules/:id',
    forAdministrators({
      summary: 'Stop mailing a report',
      params,
      response: { 200: z.object({ id: z.uuid() }) },
    }),
    async ({ params: { id } }) => {
      if (await deleteSchedule(db, id)) return { id };
      throw new Refusal(404, `There is no schedule ${id}.`, { field: 'id' });
    },
  );
}

const wireSchedule = ({
  id,
  schedule,
  nextAt,
  changedBy,
  changedAt,
}: ReportSchedule): ReportScheduleReply => ({
  ...schedule,
  id,
  nextAt: nextAt.toISOString(),
  changedBy,
  changedAt: changedAt.toISOString(),
});

import { sql } from 'kysely';
import type { ReportScheduleEdit } from '#contracts/api/report-schedules.ts';
import type { Db } from '#services/platform/database/index.ts';

/** When reports are mailed to whom. */
export type ReportSchedule = {
  id: string;
  schedule: ReportScheduleEdit;
  nextAt: Date;
  changedBy: string;
  changedAt: Date;
};

const columns = sql`id, schedule, next_at as "nextAt", changed_by as "changedBy", changed_at as "changedAt"`;

/** Every schedule, the next one first. */
export async function allSchedules(db: Db): Promise<ReportSchedule[]> {
  const { rows } = await sql<ReportSchedule>`
    select ${columns} from vitrine.report_schedule order by next_at, id`.execute(db);
  return rows;
}

/** The schedules whose time has come. */
export async function dueSchedules(db: Db, now: Date): Promise<ReportSchedule[]> {
  const { rows } = await sql<ReportSchedule>`
    select ${columns} from vitrine.report_schedule where next_at <= ${now} order by next_at, id`.execute(db);
  return rows;
}

/** Sets a schedule, in place of one of the same id. */
export async function saveSchedule(db: Db, { id, schedule, ...of }: ReportSchedule): Promise<void> {
  await sql`
    insert into vitrine.report_schedule (id, schedule, next_at, changed_by, changed_at)
    values (${id}, ${JSON.stringify(schedule)}::json, ${of.nextAt}, ${of.changedBy}, ${of.changedAt})
    on conflict (id) do update set schedule = excluded.schedule, next_at = excluded.next_at,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(db);
}

/** False where there was none. */
export async function deleteSchedule(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`delete from vitrine.report_schedule where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/** Moves a schedule on to its next time; false when another process has, or it was changed or removed meanwhile. */
export async function moveOn(db: Db, { id, nextAt, changedAt }: ReportSchedule, to: Date): Promise<boolean> {
  const { rows } = await sql`
    update vitrine.report_schedule set next_at = ${to}
    where id = ${id} and next_at = ${nextAt} and changed_at = ${changedAt} returning id`.execute(db);
  return rows.length > 0;
}

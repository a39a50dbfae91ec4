import type { ReportScheduleEdit } from '#contracts/api/report-schedules.ts';
import { WEEKDAY_NAMES } from '../../components/weekday-names.ts';

/** 'Every Monday at 06:30', 'Day 1 of every month at 06:30'. */
export function dayWords(schedule: ReportScheduleEdit): string {
  return schedule.every === 'WEEK'
    ? `Every ${WEEKDAY_NAMES[schedule.day]} at ${schedule.at}`
    : `Day ${schedule.day} of every month at ${schedule.at}`;
}

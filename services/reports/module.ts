import type { Module } from '#services/module.ts';
import { jobMetrics } from '#services/operations/index.ts';
import { registerFigureRoutes } from './figures/routes.ts';
import { registerMyYearRoutes } from './my-year/my-year-routes.ts';
import { registerReportRoutes } from './routes.ts';
import { reportMigrations } from './runs/migrations.ts';
import { reportRunCounts } from './runs/run-store.ts';
import { workReportRuns } from './runs/work-report-runs.ts';
import { registerScheduleRoutes } from './schedules/schedule-routes.ts';
import { staffOf } from './schedules/staff.ts';

export const reportsModule: Module = {
  name: 'reports',
  migrations: reportMigrations,
  jobs(context, signal) {
    const { db, files, sendMail, stores, log } = context;
    return workReportRuns({ ...stores, context, files, sendMail, staff: staffOf(db), log, signal });
  },
  metrics: ({ clock, db }) => [jobMetrics(clock, { report: () => reportRunCounts(db) })],
  routes(app, context) {
    registerReportRoutes(app, context);
    registerMyYearRoutes(app, context);
    registerFigureRoutes(app, context);
    registerScheduleRoutes(app, context);
  },
};

export { registerOperationsRoutes } from './routes.ts';
export { startHealthServer } from './health-server.ts';
export type { Health } from './health-routes.ts';
export { PAGES_LOOK, processHealth, readinessChecks } from './process-health.ts';
export type { ReadinessChecks } from './readiness.ts';
export { newestRebuilds, operationsMigrations, requestRebuild } from './rebuild-jobs.ts';
export { runUpkeep } from './run-upkeep.ts';
export { jobMetrics, projectionMetrics } from './metric-sources.ts';

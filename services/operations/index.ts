export { registerOperationsRoutes, type OperationsRoutes } from './routes.ts';
export { startHealthServer } from './health-server.ts';
export type { Health } from './health-routes.ts';
export type { ReadinessChecks } from './readiness.ts';
export { newestRebuilds, operationsMigrations, requestRebuild } from './rebuild-jobs.ts';
export { runUpkeep, type UpkeepOptions } from './run-upkeep.ts';
export {
  jobFigures,
  natsFigures,
  poolFigures,
  projectionFigures,
  reachableFigures,
} from './figure-sources.ts';
export { rebuildCounts } from './rebuild-counts.ts';

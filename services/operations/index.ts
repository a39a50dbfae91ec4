export { registerOperationsRoutes, type OperationsRoutes } from './routes.ts';
export type { Readiness, ReadinessChecks } from './readiness.ts';
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

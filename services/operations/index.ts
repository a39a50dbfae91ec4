export { registerOperationsRoutes, type OperationsRoutes } from './routes.ts';
export type { Readiness, ReadinessChecks } from './readiness.ts';

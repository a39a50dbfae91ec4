export { registerOperationsRoutes, type OperationsRoutes } from './routes.ts';
export { readiness, type Readiness, type ReadinessChecks } from './readiness.ts';

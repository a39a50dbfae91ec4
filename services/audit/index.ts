export { registerAuditRoutes, type AuditRoutesDeps } from './routes.ts';

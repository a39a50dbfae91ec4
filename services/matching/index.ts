export { registerMatchingRoutes, type MatchingRoutesDeps } from './routes.ts';

export { registerDesireRoutes, type DesireRoutesDeps } from './routes.ts';
export { carryOutDesireRequest, requestRefusals } from './request-desire.ts';

export { registerDesireRoutes, type DesireRoutesDeps } from './routes.ts';
export { specFrom } from './desire-wire.ts';
export { carryOutDesireRequest, requestRefusals } from './request-desire.ts';

export { desiresProjection } from './projector.ts';
export { desiresOf, desiresVersion, type DesireRecord } from './queries.ts';

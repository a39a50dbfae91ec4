export { desiresProjection } from './projector.ts';
export { desireById, desiresOf, desiresVersion, openDesires, type DesireRecord } from './queries.ts';

export { desiresProjection } from './projector.ts';
export { desireById, desiresOf, desiresVersion, openDesires } from './queries.ts';

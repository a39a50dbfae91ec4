export { instructionsProjection } from './projector.ts';
export { instructionById } from './queries.ts';

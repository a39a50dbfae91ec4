export { instructionsProjection } from './projector.ts';
export type { InstructionRecord } from './projector.ts';
export { instructionById, openInstructions } from './queries.ts';

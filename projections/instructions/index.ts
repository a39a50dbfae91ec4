export { instructionsProjection } from './projector.ts';
export type { InstructionRecord } from './instruction-record.ts';
export { instructionById, openInstructions } from './queries.ts';

export { instructionsProjection } from './projector.ts';
export type { InstructionRecord } from './instruction-record.ts';
export { instructionById } from './queries.ts';

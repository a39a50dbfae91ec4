import type { Actor, InstructionFinished, InstructionPlaced } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';

/** An instruction as its customer's stream records it. */
export type InstructionRecord = {
  readonly customerId: number;
  readonly placed: InstructionPlaced;
  readonly commandId: string;
  readonly bodyHash: string | null;
  readonly actor: Actor;
  readonly recordedAt: Instant;
  /** Null while effects may be missing. */
  readonly finished: InstructionFinished | null;
  /** Log position of the finishing event itself. */
  readonly reached: string | null;
};

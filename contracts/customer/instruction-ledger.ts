import type { Actor, InstructionEvent, InstructionFinished, InstructionPlaced } from '../events/index.ts';
import type { Recorded } from '../events/stream-family.ts';
import type { Instant } from '../vocabulary/house-time.ts';

/** An instruction recorded on the customer's stream whose effects may not all stand yet. */
export type OpenInstruction = InstructionPlaced & {
  commandId: string;
  bodyHash: string | undefined;
  actor: Actor;
};

/** An instruction whose every parcel was done or declined; `reached` is the log position of its last event. */
export type FinishedInstruction = Omit<InstructionFinished, 'position'> & {
  bodyHash: string | undefined;
  reached: string;
};

/** A customer's instructions, as far as deciding on new ones and answering repeated ones needs them. */
export type InstructionLedger = {
  open: readonly (OpenInstruction & { recordedAt: Instant })[];
  /** The newest finished ones; older ones are found in the read model. */
  finished: readonly FinishedInstruction[];
  /**
   * Behind the newest effect of a finished instruction: the log position of the finishing event. The position in its
   * data is of the log that it was first recorded in, which may have been moved since.
   */
  lastEffect: string;
};

const KEPT = 100;

/** True while every finished instruction is in the ledger: nothing older need be looked for. */
export const holdsAllFinished = ({ finished }: InstructionLedger): boolean => finished.length < KEPT;

export const NO_INSTRUCTIONS: InstructionLedger = { open: [], finished: [], lastEffect: '0' };

/** One more event of the customer's instructions. Pure. */
export function evolveInstructions(
  ledger: InstructionLedger,
  fact: Recorded<InstructionEvent>,
): InstructionLedger {
  if (fact.type === 'InstructionPlaced') {
    const { commandId, bodyHash, actor, recordedAt } = fact.metadata;
    return { ...ledger, open: [...ledger.open, { ...fact.data, commandId, bodyHash, actor, recordedAt }] };
  }
  const { position: _, ...data } = fact.data;
  const placed = ledger.open.find((row) => row.instructionId === data.instructionId);
  if (!placed) return ledger;
  const reached = fact.position.toString();
  return {
    open: ledger.open.filter((row) => row !== placed),
    finished: [...ledger.finished.slice(1 - KEPT), { ...data, bodyHash: placed.bodyHash, reached }],
    lastEffect: reached,
  };
}

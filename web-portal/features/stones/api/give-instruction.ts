import type { Line } from '#contracts/vocabulary/lines.ts';
import { useGiveAcross, type InstructionAcross } from '../../../lists/api/give-across.ts';
import { ofLine } from '../../../lists/parcel-of-line.ts';

export type Instruction = Omit<InstructionAcross, 'parcels'> & { parcelNames: readonly string[] };

/** Requests, returns or sells stones of one line. */
export function useGiveInstruction(line: Line) {
  const { giving, give } = useGiveAcross();
  return {
    giving,
    give: ({ parcelNames, ...instruction }: Instruction) =>
      give({ ...instruction, parcels: ofLine(line, parcelNames) }),
  };
}

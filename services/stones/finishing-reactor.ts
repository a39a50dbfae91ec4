import { z } from 'zod';
import { customerStreams } from '#contracts/events/index.ts';
import { parseFact } from '#services/platform/commands/index.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import { ABANDONED_AFTER_MS, finishAbandoned } from './abandoned-instructions.ts';
import type { StonesContext } from './stones-context.ts';

const named = z.object({ instructionId: z.string() });
const instructionIdOf = (data: unknown): string | undefined => named.safeParse(data).data?.instructionId;

/**
 * Finishes what a killed process left half done. It leaves an instruction alone for some seconds: the process that
 * placed it finishes it meanwhile, and then there is nothing to do.
 */
export function finishingReactor(context: StonesContext): Reactor {
  return {
    name: 'finish-instructions',
    eventTypes: ['InstructionPlaced', 'InstructionFinished'],
    concerns: ({ type }) => type === 'InstructionPlaced',
    startAt: 'head',
    afterMs: () => ABANDONED_AFTER_MS,
    settles(placed, later) {
      const finished = later.type === 'InstructionFinished' ? instructionIdOf(later.data) : undefined;
      return finished !== undefined && finished === instructionIdOf(placed.data);
    },
    async react(recorded) {
      const event = parseFact(recorded);
      if (event.type !== 'InstructionPlaced') return;
      await finishAbandoned(
        context,
        Number(customerStreams.keyOf(recorded.stream)),
        event.data.instructionId,
      );
    },
  };
}

import type { Reactor } from '#services/platform/reactors/index.ts';
import { finishOpenInstructions } from './finish-instruction.ts';
import type { StonesContext } from './stones-context.ts';

const CUSTOMER_STREAM = /^customer-(\d+)$/;

/**
 * Finishes what a killed process left half done (rules, section 3). For most instructions there is nothing to do: the
 * one who placed it has finished it, and this waits its turn behind them.
 */
export function finishingReactor(context: StonesContext): Reactor {
  return {
    name: 'finish-instructions',
    eventTypes: ['InstructionPlaced'],
    startAt: 'head',
    async react(event) {
      const customerId = CUSTOMER_STREAM.exec(event.stream)?.[1];
      if (customerId === undefined) throw new Error(`${event.type} does not belong in ${event.stream}`);
      await finishOpenInstructions(context, Number(customerId));
    },
  };
}

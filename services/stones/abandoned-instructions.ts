import { setTimeout as sleep } from 'node:timers/promises';
import { customerStream } from '#contracts/events/index.ts';
import { loadStream, type Fold, type Loaded } from '#services/platform/commands/index.ts';
import { finishInstruction } from './finish-instruction.ts';
import { instructionLedgerFold, type InstructionLedger } from './instruction-ledger.ts';
import type { StonesContext } from './stones-context.ts';

/**
 * What its own process has not finished for so long, in milliseconds, others take up. Sooner they would write the same
 * events at the same moment: harmless, but a cluster drops the repeat of what is not on all its nodes yet, and whoever
 * sent it learns of that late.
 */
export const ABANDONED_AFTER_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Finishes an instruction that is still open; does nothing for one that is finished. */
export async function finishAbandoned(
  context: StonesContext,
  customerId: number,
  instructionId: string,
): Promise<void> {
  await context.perCustomer(customerId, async () => {
    const { state } = await loadStream(context, customerStream(customerId), instructionLedgerFold);
    const open = state.open.find((one) => one.instructionId === instructionId);
    if (open) await finishInstruction(context, customerId, open);
  });
}

/**
 * The customer's stream with no instruction open on it, as what is half done counts before anything new is decided: one
 * that another process is at is waited for, an abandoned one is finished here.
 */
export async function withNothingOpen<State>(
  context: StonesContext,
  customerId: number,
  loaded: Loaded<State>,
  fold: Fold<State>,
  ledgerOf: (state: State) => InstructionLedger,
): Promise<Loaded<State>> {
  let current = loaded;
  let waited = 0;
  for (;;) {
    const oldest = ledgerOf(current.state).open[0];
    if (!oldest) return current;
    const age = context.clock().getTime() - Date.parse(oldest.recordedAt);
    // However the clocks of two machines differ, nobody waits longer.
    if (age >= ABANDONED_AFTER_MS || waited >= ABANDONED_AFTER_MS) {
      await finishInstruction(context, customerId, oldest);
    } else {
      await sleep(LOOK_EVERY_MS);
      waited += LOOK_EVERY_MS;
    }
    current = await loadStream(context, loaded.stream, fold);
  }
}

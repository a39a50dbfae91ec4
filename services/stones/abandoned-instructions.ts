import { setTimeout as sleep } from 'node:timers/promises';
import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { loadStream, type Loaded } from '#services/platform/commands/index.ts';
import { finishInstruction } from './finish-instruction.ts';
import type { StonesContext } from './stones-context.ts';

/**
 * Milliseconds after which others take up what its own process has not finished. Sooner they would write the same
 * events at the same moment: harmless, but a cluster drops the repeat of what is not on all its nodes yet, and the
 * process that sent it learns of that late.
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
    const { state } = await loadStream(context, customerStream(customerId), customerFold);
    const open = state.instructions.open.find((one) => one.instructionId === instructionId);
    if (open) await finishInstruction(context, customerId, open);
  });
}

/**
 * The customer's stream with no instruction open on it, as what is half done counts before anything new is decided: one
 * that another process is at is waited for, an abandoned one is finished here.
 */
export async function withNothingOpen(
  context: StonesContext,
  loaded: Loaded<CustomerState>,
): Promise<Loaded<CustomerState>> {
  let current = loaded;
  let waited = 0;
  for (;;) {
    const oldest = current.state.instructions.open[0];
    if (!oldest) return current;
    const age = context.clock().getTime() - Date.parse(oldest.recordedAt);
    // The wait has the same limit, as the clocks of two machines may differ.
    if (age >= ABANDONED_AFTER_MS || waited >= ABANDONED_AFTER_MS) {
      await finishInstruction(context, current.state.customerId, oldest);
    } else {
      await sleep(LOOK_EVERY_MS);
      waited += LOOK_EVERY_MS;
    }
    current = await loadStream(context, loaded.stream, customerFold);
  }
}

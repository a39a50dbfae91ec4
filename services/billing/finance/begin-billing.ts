import type { HouseBegins } from '#contracts/api/finance.ts';
import { customerFold, type CustomerState, type Opening } from '#contracts/customer/index.ts';
import { customerStream, type CustomerEvent } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import { monthName, type Month } from '#contracts/vocabulary/months.ts';
import { customerNumbers } from '#projections/customers/index.ts';
import {
  carryOut,
  deriveId,
  loadStream,
  type CarriedOut,
  type Command,
} from '#services/platform/commands/index.ts';
import { notAsSeen, Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import type { BillingContext } from '../billing-context.ts';
import { refuseDuringRun, unlessLocked } from './period-lock.ts';

export type BeginBilling = Opening & {
  reason: string;
  /** What its author knows to be in force; undefined when the call does not say. */
  seen?: Opening | null | undefined;
};
type BeginHouse = Pick<BeginBilling, 'month' | 'reason'>;

/**
 * Sets the month with which a customer's billing begins, and what it owed before, in cents (rule: Billing begins on);
 * the same again records nothing. Returns the log position reached, null when nothing was written. Throws Refusal 404
 * for an unknown customer, 402 once a bill is issued and for a locked month, 409 while 'Generate All' is under way, and
 * when another opening than the one that was `seen` is in force.
 */
export async function beginBilling(
  billing: BillingContext,
  command: Command,
  customerId: number,
  input: BeginBilling,
): Promise<bigint | null> {
  const decide = (state: CustomerState, at: Instant) => decideBeginBilling(state, input, at);
  const begin = await begun(billing, command, customerId, decide);
  const { position } = await betweenRuns(billing, input.month, begin);
  return position;
}

/** The stream is loaded before anything is held, and written to by what it gives. */
async function begun(
  billing: BillingContext,
  command: Command,
  customerId: number,
  decide: (state: CustomerState, effectiveAt: Instant) => CustomerEvent[],
): Promise<() => Promise<CarriedOut<CustomerState>>> {
  const on = { stream: customerStream(customerId), fold: customerFold };
  const known = await loadStream(billing, on.stream, on.fold);
  return () =>
    carryOut(billing, on, command, (state) => decide(state, billing.clock().toISOString()), { known });
}

/** While no run is under way, and none can be queued: a run bills at its own cut, which would not have what is written. */
const betweenRuns = <Written>(
  billing: BillingContext,
  month: Month,
  write: () => Promise<Written>,
): Promise<Written> =>
  unlessLocked(billing.db, month, async (transaction) => {
    await refuseDuringRun(transaction, () => true, { doing: 'set where billing begins', field: 'month' });
    return write();
  });

/**
 * Sets the month with which billing begins for every customer that has neither such a month nor a bill, without an
 * opening balance (rule: Billing begins on). Each is recorded on its customer's stream, all of them before a run or a
 * lock that is asked for meanwhile; repeated, it records nothing more. Throws Refusal 402 for a locked month, 409 while
 * 'Generate All' is under way, and then nothing is written.
 */
export async function beginBillingOfAll(
  billing: BillingContext,
  command: Command,
  input: BeginHouse,
): Promise<HouseBegins & { position: bigint | null }> {
  const done: HouseBegins & { position: bigint | null } = { set: 0, kept: 0, billed: 0, position: null };
  const decide = (state: CustomerState, at: Instant) => decideBeginWithHouse(state, input, at);
  const begins: (() => Promise<CarriedOut<CustomerState>>)[] = [];
  for (const customerId of await customerNumbers(billing.db)) {
    const its = { ...command, commandId: deriveId(command.commandId, String(customerId)) };
    begins.push(await begun(billing, its, customerId, decide));
  }
  return betweenRuns(billing, input.month, async () => {
    for (const begin of begins) {
      const { state, events, position } = await begin().catch((error: unknown) => {
        // As a refusal it would free the key, as if nothing had been written.
        if (done.set === 0 || !(error instanceof Refusal)) throw error;
        throw new Error(`where billing begins was set for ${done.set} customers: ${error.message}`, {
          cause: error,
        });
      });
      if (events.length > 0) done.set += 1;
      else if (openingOf(state)) done.kept += 1;
      else done.billed += 1;
      done.position = position ?? done.position;
    }
    return done;
  });
}

/** The opening in force; null when billing begins with the first activity. */
export const openingOf = ({ record }: CustomerState): Opening | null =>
  record?.terms.findLast((row) => row.opening)?.opening ?? null;

/** Pure. Throws as `beginBilling`. */
export function decideBeginBilling(
  state: CustomerState,
  { month, balanceCents, reason, seen }: BeginBilling,
  effectiveAt: Instant,
): CustomerEvent[] {
  if (!state.record) throw unknownCustomer(state.customerId, 404, 'id');
  const now = openingOf(state);
  if (isSame(now, { month, balanceCents })) return [];
  const [first] = Object.keys(state.billed).sort();
  if (first !== undefined)
    throw new Refusal(
      402,
      `${monthName(first)} is billed already: where billing begins, and the opening balance, are set before the first bill.`,
      { code: 'ALREADY_BILLED', field: 'month' },
    );
  if (seen !== undefined && !isSame(now, seen)) throw notAsSeen('Where billing begins', openingText(now));
  return [{ type: 'BillingBegun', data: { month, balanceCents, reason, effectiveAt } }];
}

const isSame = (one: Opening | null, other: Opening | null): boolean =>
  one?.month === other?.month && one?.balanceCents === other?.balanceCents;

const openingText = (opening: Opening | null): string =>
  opening
    ? `with ${monthName(opening.month)}, opening balance ${moneyWords(opening.balanceCents)}`
    : 'with the first activity';

/**
 * Of every customer at once: one that has a month of its own, also since it was asked for, or a bill, keeps it. Pure.
 * Throws Refusal 404 for an unknown customer.
 */
export function decideBeginWithHouse(
  state: CustomerState,
  input: BeginHouse,
  effectiveAt: Instant,
): CustomerEvent[] {
  if (openingOf(state) || Object.keys(state.billed).length > 0) return [];
  return decideBeginBilling(state, { ...input, balanceCents: 0 }, effectiveAt);
}

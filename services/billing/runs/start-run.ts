import type { Override } from '#contracts/billing/index.ts';
import type { Actor } from '#contracts/events/index.ts';
import { deriveId, hashBody, oncePerKey } from '#services/platform/commands/index.ts';
import { whenEnded } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from '../billing-context.ts';
import { refuseUnlessOver } from '../create-bill.ts';
import { betweenWrites } from '../finance/period-lock.ts';
import { checkOverrides } from '../issued-bills.ts';
import { findRun, insertRun, openRunOf, type BillRun, type RunKind, type ShownVersion } from './run-store.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

export type StartRun = {
  kind: RunKind;
  /** Null for VERIFY. */
  month: Month | null;
  overrides?: readonly Override[] | undefined;
  /** The versions that were shown, and alone are replaced; undefined: all of the customers that the overrides name. */
  replaces?: readonly ShownVersion[] | undefined;
  actor: Actor;
  /** The `Idempotency-Key`: the same one starts one run. */
  key: string;
};

/**
 * Puts 'Generate All' (BILLS), 'Generate Vendors' (VENDORS) or the check of all bills (VERIFY) in the queue and gives the
 * run. The overrides sheet is checked whole first. Throws Refusal 402 when the month is not over, a row matches nothing,
 * or a run of that month with other overrides, or that replaces others, has not ended, 409 for the key of another request (rule: Repeated commands).
 * Two that are asked for at the same moment are one.
 */
export function startBillRun(billing: BillingContext, start: StartRun): Promise<BillRun> {
  const { kind, month, overrides = [], replaces, actor, key } = start;
  const command = {
    commandId: deriveId('start-bill-run', actor.username, key),
    bodyHash: hashBody({ kind, month, overrides, replaces }),
  };
  return oncePerKey(billing, command, () => queued(billing, start));
}

async function queued(billing: BillingContext, start: StartRun): Promise<BillRun> {
  const { kind, month, actor, overrides = [] } = start;
  const replaces = effectiveReplaces(start);
  const asked = JSON.stringify([overrides, replaces]);
  const id = deriveId('bill-run', actor.username, kind, month ?? '', start.key);
  const known = await findRun(billing.db, id);
  if (known) return known;
  if (month !== null) {
    refuseUnlessOver(billing, month);
    await checkOverrides(billing, month, overrides);
  }
  for (;;) {
    const open = await openRunOf(billing.db, kind, month);
    if (open && JSON.stringify([open.overrides, open.replaces]) === asked) return open;
    if (open)
      throw new Refusal(
        402,
        `A run for ${month} with other overrides, or over other bills, is under way: wait for its end.`,
        {
          code: 'RUN_UNDER_WAY',
        },
      );
    const requestedAt = billing.clock();
    // The run's cut then has what is being written: where billing begins is not set while the run is under way.
    await betweenWrites(billing.db, (transaction) =>
      insertRun(transaction, {
        id,
        kind,
        month,
        overrides: [...overrides],
        replaces,
        requestedBy: actor.username,
        requestedRole: actor.role,
        requestedAt,
      }),
    );
    const run = await findRun(billing.db, id);
    if (run) return run;
    // Somebody else's came first.
  }
}

/**
 * What `replaces` says, alike for all runs with the same effect: by customer, and null where no override names one, as
 * nothing is replaced then (rule: Replacing a bill). Pure.
 */
export function effectiveReplaces({
  overrides = [],
  replaces,
}: Pick<StartRun, 'overrides' | 'replaces'>): ShownVersion[] | null {
  if (!replaces || overrides.length === 0) return null;
  return replaces.toSorted((one, other) => one.customerId - other.customerId);
}

/** The run. Throws Refusal 404 when there is none of that id. */
export async function requireRun({ db }: Pick<BillingContext, 'db'>, id: string): Promise<BillRun> {
  const run = await findRun(db, id);
  if (!run) throw new Refusal(404, `There is no bill run ${id}.`, { field: 'id' });
  return run;
}

/** The run when it has ended, or as it is after `timeoutMs` milliseconds or an abort. Throws Refusal 404 for an unknown id. */
export async function runWhenEnded(
  context: Pick<BillingContext, 'db'>,
  id: string,
  waiting: { timeoutMs: number; signal?: AbortSignal },
): Promise<BillRun> {
  return whenEnded(
    () => requireRun(context, id),
    ({ finishedAt }) => finishedAt === null,
    waiting,
  );
}

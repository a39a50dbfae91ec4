import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { availableAccount, type AvailableAccount } from '#contracts/api/customer-edits.ts';
import { customerFold, sameAccount } from '#contracts/customer/index.ts';
import { customerStream, eventMetadataSchema, type Actor } from '#contracts/events/index.ts';
import { rowNumberSchema } from '#contracts/vocabulary/row-numbers.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import type { Migration } from '#services/platform/database/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import { isStoreAway } from '#services/platform/stores/index.ts';
import { AccountTaken, ownerIn, ownersOf, refuseTaken } from './account-claims.ts';
import { forgetAccount, keepAvailable } from './available-accounts.ts';
import { customerCommands } from './handlers.ts';

export const accountChangeMigrations: readonly Migration[] = [
  {
    name: 'account-change-1',
    sql: `
      -- What one call changes on several accounts, recorded once all of it was found valid. Open until all of it is done.
      create table vitrine.account_change (
        id uuid primary key,
        actor jsonb not null,
        steps jsonb not null,
        asked_at timestamptz not null,
        finished_at timestamptz
      );
      create index account_change_open on vitrine.account_change (asked_at) where finished_at is null;`,
  },
  {
    name: 'account-change-2',
    sql: `
      -- What the ids of its events derive from: one that was refused in part is another attempt when it comes again. Null
      -- for those noted by a release without it, whose ids derive from their own.
      alter table vitrine.account_change add column attempt uuid;`,
  },
];

/**
 * The customer that it was judged to belong to, null for none: it is taken from that one alone. Steps from before this
 * was kept have none, and take it from any.
 */
const from = rowNumberSchema.nullable().optional();
const step = z.discriminatedUnion('to', [
  /** It becomes its customer's, or available again. */
  z.object({ to: z.literal('customer'), account: availableAccount, from }),
  /** It is forgotten. */
  z.object({
    to: z.literal('nowhere'),
    account: availableAccount.pick({ dxInstance: true, accountCode: true }),
    from,
  }),
]);
export type AccountStep = z.infer<typeof step>;

/** `id`: of the command that asks for it. */
export type AccountChange = { id: string; actor: Actor; steps: readonly AccountStep[] };
type Attempt = AccountChange & { attempt: string };
type OnReached = (position: bigint) => unknown;
const ignored: OnReached = () => undefined;
const attemptOf = sql`coalesce(attempt, id)`;

/** How often an account may be taken by others while it is being assigned. */
const ATTEMPTS = 5;
/** How long a change under way belongs to its own process, in milliseconds. */
const LEFT_AFTER_MS = 10_000;

/**
 * Checks a change of several accounts as a whole, before any of it is done: every customer named exists, and no account
 * is named twice. Throws Refusal 422 that names the first problem.
 */
export async function judgeAccounts(
  context: CommandContext,
  accounts: readonly (Pick<AvailableAccount, 'dxInstance' | 'accountCode'> & {
    customerId?: number | null;
  })[],
): Promise<void> {
  for (const [place, account] of accounts.entries()) {
    if (accounts.slice(0, place).some((other) => sameAccount(other, account)))
      throw new Refusal(422, 'This account is listed twice.', {
        code: 'INVALID',
        field: `${place}.accountCode`,
      });
    const { customerId = null } = account;
    if (customerId === null) continue;
    const { state } = await loadStream(context, customerStream(customerId), customerFold);
    if (!state.record) throw unknownCustomer(customerId, 422, `${place}.customerId`);
  }
}

/**
 * Carries out all of a checked change. It is written down first, so that the upkeep finishes what a killed process
 * leaves; repeated under its id once all of it is done, nothing is done twice.
 * @param onReached learns each log position that it reaches, also where it is refused in part
 * @throws {Refusal} 422 for the accounts that were given to other customers since it was checked, once the rest is done
 *   (rule: Accounts and actions), and 409 while one is just being given to another. It is judged anew when it comes again
 *   (rule: Repeated commands): what was done of it is not undone
 */
export async function changeAccounts(
  context: CommandContext,
  change: AccountChange,
  onReached: OnReached = ignored,
): Promise<void> {
  const { rows } = await sql<{ finished: boolean; attempt: string }>`
    insert into vitrine.account_change as known (id, attempt, actor, steps, asked_at)
    values (${change.id}, ${randomUUID()}, ${JSON.stringify(change.actor)}, ${JSON.stringify(change.steps)},
      ${context.clock()})
    on conflict (id) do update set id = known.id
    returning finished_at is not null as finished, ${attemptOf} as attempt`.execute(context.db);
  const [noted] = rows;
  if (!noted || noted.finished) return;
  const { attempt } = noted;
  try {
    refuseTaken(await takeSteps(context, { ...change, attempt }, onReached));
  } catch (error) {
    if (error instanceof Refusal)
      await sql`
        delete from vitrine.account_change where id = ${change.id} and ${attemptOf} = ${attempt}`.execute(
        context.db,
      );
    throw error;
  }
}

/**
 * Finishes changes of accounts that killed processes have left, but for accounts given to other customers since. One
 * that fails holds up none of the others.
 * @throws {Error} that names those that are still left, for the next attempt, and what they failed on
 */
export async function finishAccountChanges(context: CommandContext): Promise<void> {
  const before = new Date(context.clock().getTime() - LEFT_AFTER_MS);
  const { rows } = await sql<{ id: string; attempt: string; actor: unknown; steps: unknown }>`
    select id, ${attemptOf} as attempt, actor, steps from vitrine.account_change
    where finished_at is null and asked_at < ${before} order by asked_at limit 100`.execute(context.db);
  const failures: string[] = [];
  for (const { id, attempt, actor, steps } of rows) {
    try {
      await takeSteps(context, {
        id,
        attempt,
        actor: eventMetadataSchema.shape.actor.parse(actor),
        steps: z.array(step).parse(steps),
      });
    } catch (error) {
      if (isStoreAway(error)) throw error;
      failures.push(`the change of accounts ${id} is not finished: ${messageOf(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
}

/** What came of a step: the customer that has its account instead, null for none. */
type StepOutcome = { account: AccountStep['account']; takenBy: number | null };

async function takeSteps(
  context: CommandContext,
  change: Attempt,
  onReached: OnReached = ignored,
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const one of change.steps) outcomes.push(await carryOutStep(context, change, one, onReached));
  await sql`
    update vitrine.account_change set finished_at = ${context.clock()}
    where id = ${change.id} and ${attemptOf} = ${change.attempt}`.execute(context.db);
  return outcomes;
}

/**
 * Carries one step out, as far as it has not been. Nothing is done once another customer than the one that was judged
 * has the account: a newer change has given it there.
 */
async function carryOutStep(
  context: CommandContext,
  { attempt, actor }: Attempt,
  { to, account, from: judged }: AccountStep,
  onReached: OnReached,
): Promise<StepOutcome> {
  const { dxInstance, accountCode } = account;
  const keeper = to === 'customer' ? account.customerId : null;
  const commandFor = (what: string, customerId: number) => ({
    commandId: `${attempt}/${what}/${dxInstance}/${accountCode}/${customerId}`,
    actor,
  });
  const note = (position: bigint | null): void => {
    if (position !== null) onReached(position);
  };
  for (let attempts = 1; ; attempts++) {
    const owner = ownerIn(await ownersOf(context, [account]), account);
    if (owner !== null && owner !== keeper) {
      if (judged !== undefined && owner !== judged) return { account, takenBy: owner };
      const command = commandFor(`remove ${attempts}`, owner);
      note(await removed(context, command, owner, account));
    }
    if (keeper === null || to !== 'customer') break;
    try {
      const { position } = await customerCommands.assignAccountCode(
        context,
        commandFor('assign', keeper),
        keeper,
        { account: { dxInstance, accountCode, docTypes: account.docType } },
      );
      note(position);
      break;
    } catch (error) {
      if (!(error instanceof AccountTaken) || attempts >= ATTEMPTS) throw error;
    }
  }
  if (to === 'customer' && keeper === null) await keepAvailable(context.db, account);
  else await forgetAccount(context.db, account);
  return { account, takenBy: null };
}

/** Ends the account's assignment to that customer; null when somebody has already ended it. */
async function removed(
  context: CommandContext,
  command: { commandId: string; actor: Actor },
  customerId: number,
  account: Pick<AvailableAccount, 'dxInstance' | 'accountCode'>,
): Promise<bigint | null> {
  try {
    return (await customerCommands.removeAccountCode(context, command, customerId, account)).position;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'UNKNOWN_ACCOUNT') return null;
    throw error;
  }
}

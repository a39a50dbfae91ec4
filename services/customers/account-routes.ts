import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  availableAccountsReply,
  deleteAccountCodesRequest,
  updateAccountCodesRequest,
  type AvailableAccount,
  type FreeAccount,
} from '#contracts/api/customer-edits.ts';
import { assignedAccounts } from '#projections/customers/index.ts';
import { oncePerKey, type CommandContext } from '#services/platform/commands/index.ts';
import { callGroup, waitForMinPosition, sendReached, type App } from '#services/platform/http/index.ts';
import { ownerIn, ownersOf, refuseTaken } from './account-claims.ts';
import { changeAccounts, judgeAccounts, type AccountStep } from './account-changes.ts';
import { availableAccounts } from './available-accounts.ts';
import { customerCommandOf } from './edit-routes.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: ['customers'] });

/** An account that a suspended document names, and its kind of document. */
export type SeenAccount = { dxInstance: string; accountCode: string; docType: 'MEMO' | 'INVOICE' };

export type AccountRoutesDeps = {
  context: CommandContext;
  reached: (position: bigint) => Promise<boolean>;
  seenAccounts: () => Promise<readonly SeenAccount[]>;
};

type Named = Pick<AvailableAccount, 'dxInstance' | 'accountCode'>;
const same = (a: { dxInstance: string; accountCode: string }, b: Named): boolean =>
  a.dxInstance === b.dxInstance && a.accountCode === b.accountCode;

type Owners = Awaited<ReturnType<typeof ownersOf>>;

/**
 * Accounts of the trading system, for administrators (product: Admin calls): those without a customer (entered here, or
 * named by suspended documents), the customer of each, and their removal.
 */
export function registerAccountRoutes(app: App, { context, reached, seenAccounts }: AccountRoutesDeps): void {
  const { db } = context;
  const response = { 200: availableAccountsReply };

  const free = async (): Promise<FreeAccount[]> => {
    const [kept, seen, assigned] = await Promise.all([
      availableAccounts(db),
      seenAccounts(),
      assignedAccounts(db),
    ]);
    return withSeen(kept, seen).filter((one) => !assigned.some((other) => same(other, one)));
  };

  /**
   * Everything is checked before the first account changes; then all of it is done, even if the process is killed, but
   * for accounts that others were given meanwhile: these are refused, with the position that the rest has reached.
   */
  const change = (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: readonly AccountStep[],
    judgeMoves: (owners: Owners) => void = () => undefined,
  ) => {
    const { key, ...command } = customerCommandOf(request);
    return oncePerKey(context, key, async (repeated) => {
      const send = (position: bigint | null) =>
        sendReached(reply, context.events, position, async (at) => !(await reached(at)));
      if (repeated) {
        await send(null);
        return free();
      }
      const accounts = asked.map(({ account }) => account);
      await judgeAccounts(context, accounts);
      const owners = await ownersOf(context, accounts);
      judgeMoves(owners);
      const steps = asked.map((step) => ({ ...step, from: ownerIn(owners, step.account) }));
      const { commandId: id, actor } = command;
      const positions: bigint[] = [];
      const last = () => positions.at(-1) ?? null;
      try {
        await changeAccounts(context, { id, actor, steps }, (at) => positions.push(at));
      } catch (error) {
        if (last() !== null) await send(last());
        throw error;
      }
      await send(last());
      return free();
    });
  };

  app.post(
    '/admin/getnullaccounts',
    forAdministrators({ summary: 'Accounts that belong to no customer', response }),
    async (request, reply) => {
      await waitForMinPosition(request, reply, reached);
      return free();
    },
  );

  app.post(
    '/admin/updateaccountcodes',
    forAdministrators({
      summary: 'Assign these accounts to a customer; to none when customerId is null',
      body: updateAccountCodesRequest,
      response,
    }),
    (request, reply) => {
      const steps = request.body.map(({ movedFrom: _, ...account }) => ({
        to: 'customer' as const,
        account,
      }));
      return change(request, reply, steps, (owners) =>
        refuseOthers(
          request.body,
          owners,
          (owner, { customerId, movedFrom }) => owner === customerId || owner === movedFrom,
        ),
      );
    },
  );

  app.post(
    '/admin/deleteaccountcodes',
    forAdministrators({
      summary:
        'Remove accounts, also those that belong to a customer; `movedFrom` refuses those that belong to another by now',
      body: deleteAccountCodesRequest,
      response,
    }),
    (request, reply) => {
      const steps = request.body.map(({ movedFrom: _, ...account }) => ({ to: 'nowhere' as const, account }));
      return change(request, reply, steps, (owners) =>
        refuseOthers(
          request.body,
          owners,
          (owner, { movedFrom }) => movedFrom === undefined || owner === movedFrom,
        ),
      );
    },
  );
}

/** Refuses the accounts that the call may not take from the customers that have them (rule: Accounts and actions). */
function refuseOthers<Account extends Named>(
  accounts: readonly Account[],
  owners: Owners,
  mayTake: (owner: number, account: Account) => boolean,
): void {
  refuseTaken(
    accounts.map((account) => {
      const owner = ownerIn(owners, account);
      return { account, takenBy: owner === null || mayTake(owner, account) ? null : owner };
    }),
  );
}

/** What was entered, and what documents name: each account once, with all its kinds of documents. */
function withSeen(kept: readonly AvailableAccount[], seen: readonly SeenAccount[]): FreeAccount[] {
  const all = new Map<string, FreeAccount>(kept.map((one) => [`${one.dxInstance} ${one.accountCode}`, one]));
  for (const { dxInstance, accountCode, docType } of seen) {
    const key = `${dxInstance} ${accountCode}`;
    const known = all.get(key)?.docType ?? [];
    const found = availableAccountsReply.element.safeParse({
      dxInstance,
      accountCode,
      docType: known.includes(docType) ? known : [...known, docType],
      customerId: null,
      inSuspense: true,
    });
    // A text that is no account code cannot become an account.
    if (found.success) all.set(key, found.data);
  }
  return [...all.values()];
}

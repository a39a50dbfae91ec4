import type { FastifyRequest } from 'fastify';
import {
  availableAccountsReply,
  deleteAccountCodesRequest,
  updateAccountCodesRequest,
  type AvailableAccount,
} from '#contracts/api/customer-edits.ts';
import { assignedAccounts, customerById } from '#projections/customers/index.ts';
import { underItsKey, type CommandContext } from '#services/platform/commands/index.ts';
import { minPosition, sendPosition, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { availableAccounts, forgetAccount, keepAvailable } from './available-accounts.ts';
import { commandOf } from './edit-routes.ts';
import { customerCommands } from './handlers.ts';

/** An account that a document in suspense names, and its kind of document. */
export type SeenAccount = { dxInstance: string; accountCode: string; docType: 'MEMO' | 'INVOICE' };

export type AccountRoutesDeps = {
  context: CommandContext;
  reached: (position: bigint) => Promise<boolean>;
  seenAccounts: () => Promise<readonly SeenAccount[]>;
};

type Named = Pick<AvailableAccount, 'dxInstance' | 'accountCode'>;
const same = (a: { dxInstance: string; accountCode: string }, b: Named): boolean =>
  a.dxInstance === b.dxInstance && a.accountCode === b.accountCode;

/**
 * Accounts of the trading system, for administrators (specification, section 7): those that belong to no customer
 * (entered here, or named by documents in suspense), whom each belongs to, and their removal.
 */
export function registerAccountRoutes(app: App, { context, reached, seenAccounts }: AccountRoutesDeps): void {
  const { db } = context;
  const config = { access: 'administrator', surface: 'portal' } as const;
  const tags = ['customers'];
  const response = { 200: availableAccountsReply };

  const free = async (): Promise<AvailableAccount[]> => {
    const [kept, seen, assigned] = await Promise.all([
      availableAccounts(db),
      seenAccounts(),
      assignedAccounts(db),
    ]);
    return withSeen(kept, seen).filter((one) => !assigned.some((other) => same(other, one)));
  };

  app.post(
    '/admin/getnullaccounts',
    { config, schema: { tags, summary: 'Accounts that belong to no customer', response } },
    async (request) => {
      const position = minPosition(request);
      if (position !== null) await reached(position);
      return free();
    },
  );

  app.post(
    '/admin/updateaccountcodes',
    {
      config,
      schema: {
        ...{ tags, summary: 'Say whose accounts these are; nobody’s when customerId is null' },
        ...{ body: updateAccountCodesRequest, response },
      },
    },
    async (request, reply) => {
      await checkCustomers(request.body);
      return underItsKey(context, commandOf(request), async () => {
        let position: bigint | null = null;
        for (const account of request.body) position = (await move(request, account)) ?? position;
        if (position !== null) sendPosition(reply, position, !(await reached(position)));
        return free();
      });
    },
  );

  app.post(
    '/admin/deleteaccountcodes',
    {
      config,
      schema: {
        ...{ tags, summary: 'Remove accounts, also from whom they belong to' },
        ...{ body: deleteAccountCodesRequest, response },
      },
    },
    async (request, reply) => {
      const command = commandOf(request);
      return underItsKey(context, command, async () => {
        let position: bigint | null = null;
        for (const account of request.body) {
          position = (await takeFromOthers(request, account, null)) ?? position;
          await forgetAccount(db, account);
        }
        if (position !== null) sendPosition(reply, position, !(await reached(position)));
        return free();
      });
    },
  );

  /** All or nothing: every customer that is named exists, before the first is changed. */
  const checkCustomers = async (accounts: readonly AvailableAccount[]): Promise<void> => {
    for (const [place, { customerId }] of accounts.entries()) {
      if (customerId !== null && !(await customerById(db, customerId)))
        throw new Refusal(422, `There is no customer ${customerId}.`, {
          code: 'UNKNOWN_CUSTOMER',
          field: `${place}.customerId`,
        });
    }
  };

  const move = async (request: FastifyRequest, account: AvailableAccount): Promise<bigint | null> => {
    const { dxInstance, accountCode, docType, customerId } = account;
    const taken = await takeFromOthers(request, account, customerId);
    if (customerId === null) {
      await keepAvailable(db, account);
      return taken;
    }
    const { position } = await customerCommands.assignAccountCode(
      context,
      commandFor(request, account, 'assign'),
      customerId,
      { account: { dxInstance, accountCode, docTypes: docType } },
    );
    await forgetAccount(db, account);
    return position ?? taken;
  };

  const takeFromOthers = async (
    request: FastifyRequest,
    account: Named,
    keeper: number | null,
  ): Promise<bigint | null> => {
    let position: bigint | null = null;
    for (const owner of await assignedAccounts(db)) {
      if (!same(owner, account) || owner.customerId === keeper) continue;
      const removed = await customerCommands.removeAccountCode(
        context,
        commandFor(request, account, 'remove'),
        owner.customerId,
        account,
      );
      position = removed.position ?? position;
    }
    return position;
  };
}

/** One request may change several accounts of one customer: each is a command of its own. */
function commandFor(request: FastifyRequest, { dxInstance, accountCode }: Named, what: string) {
  const command = commandOf(request);
  return { ...command, commandId: `${command.commandId}/${what}/${dxInstance}/${accountCode}` };
}

/** What was entered, and what documents name, each account once with all its kinds of documents. */
function withSeen(kept: readonly AvailableAccount[], seen: readonly SeenAccount[]): AvailableAccount[] {
  const all = new Map(kept.map((one) => [`${one.dxInstance} ${one.accountCode}`, one]));
  for (const { dxInstance, accountCode, docType } of seen) {
    const key = `${dxInstance} ${accountCode}`;
    const known = all.get(key);
    if (known?.docType.includes(docType)) continue;
    const docTypes = [...(known?.docType ?? []), docType];
    const found = availableAccountsReply.element.safeParse({
      ...{ dxInstance, accountCode, docType: docTypes },
      customerId: null,
    });
    // What is not written like an account cannot become one.
    if (found.success) all.set(key, found.data);
  }
  return [...all.values()];
}

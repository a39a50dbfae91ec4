import type { FastifyReply, FastifyRequest } from 'fastify';
import { customerResource, type CustomerResource } from '#contracts/api/back-office.ts';
import {
  customerEdit,
  newCustomerRequest,
  updateCustomerRequest,
  type CustomerEdit,
  type NewCustomerRequest,
} from '#contracts/api/customer-edits.ts';
import { customerSchema } from '#contracts/api/customers.ts';
import { customerNamed, highestCustomerNumber } from '#projections/customers/index.ts';
import { customerFold, sameAccount, type CustomerRecord } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { loadStream, oncePerKey, type CommandContext } from '#services/platform/commands/index.ts';
import {
  callGroup,
  ifMatch,
  sendVersion,
  sendPosition,
  commandOf,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import { numberFor } from '#services/platform/number-for.ts';
import { AccountTaken, ownerIn, ownersOf } from './account-claims.ts';
import { keepWhatIsTaken } from './available-accounts.ts';
import { customerCommands } from './handlers.ts';

const portalCall = callGroup({ access: 'administrator', surface: 'portal', tags: ['customers'] });
const restCall = callGroup({ access: 'administrator', surface: 'rest', tags: ['customers'] });

export type EditRoutesDeps = {
  context: CommandContext;
  reached: (position: bigint) => Promise<boolean>;
  /** A customer's record as the caller may see it. */
  asSeen: (record: CustomerRecord & { changedPosition: number }, caller: Caller) => Promise<CustomerResource>;
};

/** New customers and their changes, for administrators: both the admin calls and the resource, through one handler. */
export function registerEditRoutes(app: App, { context, reached, asSeen }: EditRoutesDeps): void {
  const shown = async (
    request: FastifyRequest,
    reply: FastifyReply,
    customerId: number,
  ): Promise<CustomerResource> => {
    // The answer comes from the customer's stream, because the read model may be behind: what was done is never
    // reported as missing.
    const { state } = await loadStream(context, customerStream(customerId), customerFold);
    if (!state.record) throw unknownCustomer(customerId, 404);
    const found = await asSeen({ ...state.record, changedPosition: Number(state.version) }, request.caller);
    const position = BigInt(state.version);
    await reached(position);
    sendPosition(reply, position);
    sendVersion(reply, found.version);
    return found;
  };

  const create = async (request: FastifyRequest, reply: FastifyReply, body: NewCustomerRequest) => {
    const { customerId: asked, sameName = false, ...fields } = body;
    const { key, ...command } = customerCommandOf(request);
    return oncePerKey(context, key, async (repeated) => {
      const customerId =
        asked ?? (await numberFor(context.db, 'customer', command.commandId, highestCustomerNumber));
      // What was carried out is not judged again: others may have changed what it rested on.
      if (!repeated) {
        if (!sameName) await refuseTakenName(context, fields.name, customerId);
        await checkAccounts(context, fields, customerId);
        await atItsField(fields, () => customerCommands.create(context, command, customerId, fields));
      }
      return shown(request, reply, customerId);
    });
  };

  const edit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    customerId: number,
    body: CustomerEdit,
  ) => {
    const { key, ...command } = customerCommandOf(request);
    return oncePerKey(context, key, async (repeated) => {
      if (repeated) return shown(request, reply, customerId);
      if (!body.sameName && body.name !== undefined) await refuseNewTakenName(context, body.name, customerId);
      await checkAccounts(context, body, customerId);
      if (body.accountCodes) await keepWhatIsTaken(context.db, customerId, body.accountCodes);
      const input = { edit: body, expectedVersion: ifMatch(request) };
      await atItsField(body, () => customerCommands.edit(context, command, customerId, input));
      return shown(request, reply, customerId);
    });
  };

  const creating = { summary: 'Create a customer', body: newCustomerRequest };

  app.post(
    '/admin/newcustomer',
    portalCall({ ...creating, response: { 200: customerSchema } }),
    (request, reply) => create(request, reply, request.body),
  );
  app.post(
    '/api/customers',
    restCall({ ...creating, response: { 201: customerResource } }),
    async (request, reply) => reply.code(201).send(await create(request, reply, request.body)),
  );
  app.post(
    '/admin/updatecustomer',
    portalCall({
      summary: 'Change a customer from today on',
      body: updateCustomerRequest,
      response: { 200: customerSchema },
    }),
    (request, reply) => {
      const { customerId, ...fields } = request.body;
      return edit(request, reply, customerId, fields);
    },
  );
  app.put(
    '/api/customers/:id',
    restCall({
      summary: 'Change a customer; If-Match refuses what somebody else has changed meanwhile',
      params: rowParams,
      body: customerEdit,
      response: { 200: customerResource },
    }),
    (request, reply) => edit(request, reply, request.params.id, request.body),
  );
}

/** The command of a call on customers. */
export const customerCommandOf = (request: FastifyRequest) =>
  commandOf(request, 'customers', String(request.caller.customerId ?? ''));

/** Refuses (422) to rename a customer to a name that is taken; a customer may keep the name it has. */
async function refuseNewTakenName(context: CommandContext, name: string, customerId: number): Promise<void> {
  const { state } = await loadStream(context, customerStream(customerId), customerFold);
  if (alike(state.record?.identity.name ?? '') !== alike(name))
    await refuseTakenName(context, name, customerId);
}

const alike = (name: string): string => name.trim().toLowerCase();

/**
 * Refuses (422) the name of another customer: a customer entered twice is more often a mistake than a namesake (rule:
 * Names of customers).
 */
async function refuseTakenName({ db }: CommandContext, name: string, customerId: number): Promise<void> {
  const other = await customerNamed(db, name);
  if (other === null || other === customerId) return;
  throw new Refusal(422, `Customer ${other} has this name already. Is this another one?`, {
    code: 'NAME_TAKEN',
    field: 'sameName',
  });
}

/** Refuses (422) accounts of the trading system that belong to another customer, each at its field. */
async function checkAccounts(
  context: CommandContext,
  { accountCodes = [] }: Pick<CustomerEdit, 'accountCodes'>,
  customerId: number,
): Promise<void> {
  if (accountCodes.length === 0) return;
  const owners = await ownersOf(context, accountCodes);
  const errors = accountCodes.flatMap((account, place) => {
    const owner = ownerIn(owners, account);
    if (owner === null || owner === customerId) return [];
    const { message } = new AccountTaken(account, owner);
    return [{ field: `accountCodes.${place}.accountCode`, message }];
  });
  const [first] = errors;
  if (first) throw new Refusal(422, first.message, { code: 'ACCOUNT_TAKEN', field: first.field, errors });
}

/** A customer who got the account after the check is named at the account's field too. */
async function atItsField<Answer>(
  { accountCodes = [] }: Pick<CustomerEdit, 'accountCodes'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AccountTaken)) throw error;
    const place = accountCodes.findIndex((one) => sameAccount(one, error.account));
    const field = `accountCodes.${place}.accountCode`;
    throw new Refusal(422, error.message, {
      code: 'ACCOUNT_TAKEN',
      field,
      errors: [{ field, message: error.message }],
    });
  }
}

import type { FastifyRequest } from 'fastify';
import {
  billingBeginsReply,
  billingBeginsRequest,
  customerDetailsResource,
  documentDetailsSchema,
  financeSettingsResource,
  financeSettingsSchema,
  houseBeginsReply,
  houseBeginsRequest,
  periodLockResource,
  setPeriodLockRequest,
  type PeriodLockResource,
} from '#contracts/api/finance.ts';
import { customerFold } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { centsOf, dollars } from '#contracts/vocabulary/money.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { customerById } from '#projections/customers/index.ts';
import { answeredOnce, loadStream, notedOnce, underItsKey } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  callGroup,
  ifMatch,
  sendVersion,
  refuseNarrowed,
  sendPosition,
  callCommand,
  callKey,
  type AnyReply,
  type App,
} from '#services/platform/http/index.ts';
import { unknownCustomer } from '#services/platform/refusal.ts';
import type { BillingContext } from '../billing-context.ts';
import { beginBilling, beginBillingOfAll, openingOf } from './begin-billing.ts';
import {
  customerDetailsResourceOf,
  financeSettingsResourceOf,
  setCustomerDetails,
  setFinanceSettings,
} from './details.ts';
import { periodLocks, setPeriodLock } from './period-lock.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['billing'] });

/** What a customer owed before is money: who sees no wholesale prices sees none (rule: Price modes). */
const OPENINGS_ARE = 'Opening balances are';

/** The settings of finance: the period lock, accounts, and details on documents; for administrators. */
export function registerFinanceRoutes(app: App, billing: BillingContext): void {
  const lockIn = async (db: Db): Promise<PeriodLockResource> => {
    const history = (await periodLocks(db)).map(({ value, ...row }) => ({ ...value, ...row }));
    return { through: history[0]?.through ?? null, history };
  };

  app.get(
    '/api/period-lock',
    forAdministrators({
      summary: 'Which months are locked, since when, by whom and why',
      response: { 200: periodLockResource },
    }),
    () => lockIn(billing.db),
  );

  app.post(
    '/api/period-lock',
    forAdministrators({
      summary:
        'Lock the months up to one, or unlock; with a reason. `seen` refuses what somebody else has changed meanwhile',
      body: setPeriodLockRequest,
      response: { 200: periodLockResource },
    }),
    async (request) => {
      const { through, reason, seen } = request.body;
      const by = request.caller.user.username;
      const key = callKey(request, ['period-lock'], request.body);
      return answeredOnce(billing, key, periodLockResource, async (tx) => {
        await setPeriodLock({ ...billing, db: tx }, through, { reason, by, seen });
        return lockIn(tx);
      });
    },
  );

  app.get(
    '/api/finance-settings',
    forAdministrators({
      summary: "The house's lines on documents, and the journal's accounts",
      response: { 200: financeSettingsResource },
    }),
    async (_request, reply) => tagged(reply, await financeSettingsResourceOf(billing.db)),
  );

  app.put(
    '/api/finance-settings',
    forAdministrators({
      summary:
        "Set the house's lines on documents, and the journal's accounts; If-Match refuses what somebody else has changed meanwhile",
      body: financeSettingsSchema,
      response: { 200: financeSettingsResource },
    }),
    async (request, reply) => {
      return tagged(reply, await setFinanceSettings(billing.db, request.body, changeBy(request)));
    },
  );

  /** Who makes a change, when, and of which version. */
  const changeBy = (request: FastifyRequest) => ({
    by: request.caller.user.username,
    at: billing.clock(),
    expectedVersion: ifMatch(request),
  });

  const begins = async (customerId: number) => {
    const { state } = await loadStream(billing, customerStream(customerId), customerFold);
    if (!state.record) throw unknownCustomer(customerId, 404, 'id');
    const opening = openingOf(state);
    return { opening: opening && { month: opening.month, balance: dollars(opening.balanceCents) } };
  };

  app.get(
    '/api/customers/:id/billing-begins',
    forAdministrators({
      summary: 'With which month billing of a customer begins, and its opening balance',
      params: rowParams,
      response: { 200: billingBeginsReply },
    }),
    ({ params: { id }, caller }) => {
      refuseNarrowed(caller, OPENINGS_ARE);
      return begins(id);
    },
  );

  app.put(
    '/api/customers/:id/billing-begins',
    forAdministrators({
      summary:
        'Set with which month billing of a customer begins, and its opening balance. `seen` refuses what somebody else has changed meanwhile',
      params: rowParams,
      body: billingBeginsRequest,
      response: { 200: billingBeginsReply },
    }),
    async (request, reply) => {
      const { params, body, caller } = request;
      refuseNarrowed(caller, OPENINGS_ARE);
      const { month, balance, reason, seen } = body;
      const { key, ...command } = callCommand(request, ['begin-billing'], { ...params, ...body });
      const opening = {
        month,
        balanceCents: centsOf(balance) ?? 0,
        reason,
        seen: seen && { month: seen.month, balanceCents: centsOf(seen.balance) ?? 0 },
      };
      const position = await underItsKey(billing, key, () =>
        beginBilling(billing, command, params.id, opening),
      );
      if (position !== null) sendPosition(reply, position);
      return begins(params.id);
    },
  );

  app.put(
    '/api/billing-begins',
    forAdministrators({
      summary: 'Set with which month billing begins of every customer without a month of its own or a bill',
      body: houseBeginsRequest,
      response: { 200: houseBeginsReply },
    }),
    async (request, reply) => {
      const { body } = request;
      const { key, ...command } = callCommand(request, ['begin-billing-of-all'], body);
      return notedOnce(billing, key, houseBeginsReply, async (note) => {
        const { position, ...done } = await beginBillingOfAll(billing, command, body);
        if (position !== null) sendPosition(reply, position);
        await note(billing.db, done);
        return done;
      });
    },
  );

  app.get(
    '/api/customers/:id/document-details',
    forAdministrators({
      summary: "A customer's lines on documents",
      params: rowParams,
      response: { 200: customerDetailsResource },
    }),
    async ({ params: { id } }, reply) => {
      await requireCustomer(billing, id);
      return tagged(reply, await customerDetailsResourceOf(billing.db, id));
    },
  );

  app.put(
    '/api/customers/:id/document-details',
    forAdministrators({
      summary:
        "Set a customer's lines on documents; If-Match refuses what somebody else has changed meanwhile",
      params: rowParams,
      body: documentDetailsSchema,
      response: { 200: customerDetailsResource },
    }),
    async (request, reply) => {
      const { id } = request.params;
      await requireCustomer(billing, id);
      return tagged(reply, await setCustomerDetails(billing.db, id, request.body, changeBy(request)));
    },
  );
}

/** The settings with their version as the answer's ETag. */
function tagged<Settings extends { version: string }>(reply: AnyReply, settings: Settings): Settings {
  sendVersion(reply, settings.version);
  return settings;
}

async function requireCustomer({ db }: BillingContext, customerId: number): Promise<void> {
  if (!(await customerById(db, customerId))) throw unknownCustomer(customerId, 404, 'id');
}

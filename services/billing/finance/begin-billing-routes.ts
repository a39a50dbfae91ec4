import {
  billingBeginsReply,
  billingBeginsRequest,
  houseBeginsReply,
  houseBeginsRequest,
} from '#contracts/api/finance.ts';
import { customerFold } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { centsOf, dollars } from '#contracts/vocabulary/money.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { loadStream, notedOnce, oncePerKey } from '#services/platform/commands/index.ts';
import { callCommand, callGroup, sendReached, type App } from '#services/platform/http/index.ts';
import { unknownCustomer } from '#services/platform/refusal.ts';
import type { BillingContext } from '../billing-context.ts';
import { beginBilling, beginBillingOfAll, openingOf } from './begin-billing.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['billing'] });

/** What a customer owed before is money (rule: Price modes). */
const ofOpenings = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Opening balances are',
  tags: ['billing'],
});

/**
 * With which month billing of a customer, or of the whole house, begins; for administrators (rule: Billing begins on).
 */
export function registerBeginBillingRoutes(app: App, billing: BillingContext): void {
  const begins = async (customerId: number) => {
    const { state } = await loadStream(billing, customerStream(customerId), customerFold);
    if (!state.record) throw unknownCustomer(customerId, 404, 'id');
    const opening = openingOf(state);
    return { opening: opening && { month: opening.month, balance: dollars(opening.balanceCents) } };
  };

  app.get(
    '/api/customers/:id/billing-begins',
    ofOpenings({
      summary: 'With which month billing of a customer begins, and its opening balance',
      params: rowParams,
      response: { 200: billingBeginsReply },
    }),
    ({ params: { id } }) => {
      return begins(id);
    },
  );

  app.put(
    '/api/customers/:id/billing-begins',
    ofOpenings({
      summary:
        'Set with which month billing of a customer begins, and its opening balance. `seen` refuses what somebody else has changed meanwhile',
      params: rowParams,
      body: billingBeginsRequest,
      response: { 200: billingBeginsReply },
    }),
    async (request, reply) => {
      const { params, body } = request;
      const { month, balance, reason, seen } = body;
      const { key, ...command } = callCommand(request, ['begin-billing'], { ...params, ...body });
      const opening = {
        month,
        balanceCents: centsOf(balance) ?? 0,
        reason,
        seen: seen && { month: seen.month, balanceCents: centsOf(seen.balance) ?? 0 },
      };
      // What was carried out is not carried out again: another opening may have been set since.
      const position = await oncePerKey(billing, key, async (repeated) =>
        repeated ? null : beginBilling(billing, command, params.id, opening),
      );
      await sendReached(reply, billing.events, position);
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
      let reached: bigint | null = null;
      const answer = await notedOnce(billing, key, houseBeginsReply, async ({ note }) => {
        const { position, ...done } = await beginBillingOfAll(billing, command, body);
        reached = position;
        await note(billing.db, done);
        return done;
      });
      await sendReached(reply, billing.events, reached);
      return answer;
    },
  );
}

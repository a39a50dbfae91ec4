import type { FastifyReply } from 'fastify';
import { retailMarkupRows, type RetailMarkupRow } from '#contracts/api/customer-edits.ts';
import type { RetailMarkup } from '#contracts/events/index.ts';
import { exactThousandthsOf, inCarats } from '#contracts/vocabulary/carats.ts';
import { centsOf, dollarsOrNull, percent, ppmOf } from '#contracts/vocabulary/money.ts';
import { customerById } from '#projections/customers/index.ts';
import { contentVersion, type CommandContext } from '#services/platform/commands/index.ts';
import {
  callGroup,
  waitForMinPosition,
  ifMatch,
  sendVersion,
  sendReached,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { customerCommandOf } from './edit-routes.ts';
import { customerCommands } from './handlers.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: ['customers'] });

export type MarkupRoutesDeps = {
  context: CommandContext;
  reached: (position: bigint) => Promise<boolean>;
};

/**
 * POST /admin/getmarkup and /admin/setmarkup: the retail markups of the customer of the header (product:
 * Admin calls).
 */
export function registerMarkupRoutes(app: App, { context, reached }: MarkupRoutesDeps): void {
  /** The rows, with their version as the answer's ETag. */
  const answer = (rows: readonly RetailMarkup[], reply: FastifyReply): RetailMarkupRow[] => {
    sendVersion(reply, contentVersion(rows));
    return rows.map(onTheWire);
  };

  app.post(
    '/admin/getmarkup',
    forAdministrators({ summary: "A customer's retail markups", response: { 200: retailMarkupRows } }),
    async (request, reply) => {
      await waitForMinPosition(request, reply, reached);
      const record = await customerById(context.db, customerOf(request.caller));
      return answer(record?.retailMarkups ?? [], reply);
    },
  );

  app.post(
    '/admin/setmarkup',
    forAdministrators({
      summary:
        "Set a customer's retail markups, whole and in order; If-Match refuses what somebody else has changed meanwhile",
      body: retailMarkupRows,
      response: { 200: retailMarkupRows },
    }),
    async (request, reply) => {
      const customerId = customerOf(request.caller);
      const rows = request.body.map(recorded);
      const command = customerCommandOf(request);
      const { position } = await customerCommands.setRetailMarkups(context, command, customerId, {
        rows,
        expectedVersion: ifMatch(request),
      });
      await sendReached(reply, context.events, position);
      // As they are recorded: the read model may be behind the log.
      return answer(rows, reply);
    },
  );
}

function customerOf({ customerId }: Caller): number {
  if (customerId === null)
    throw new Refusal(400, 'Name the customer in the customer header.', { field: 'customer' });
  return customerId;
}

function onTheWire(row: RetailMarkup): RetailMarkupRow {
  const carats = (weight: number | null) => (weight === null ? null : inCarats(weight));
  return {
    type: row.type,
    minWeight: carats(row.minWeight),
    maxWeight: carats(row.maxWeight),
    minValue: dollarsOrNull(row.minValueCents),
    maxValue: dollarsOrNull(row.maxValueCents),
    productTypes: row.productTypes,
    markup: percent(row.markupPpm),
  };
}

/** The row as it is recorded. Refuses (422) a bound with too many decimals, naming its field. */
function recorded(row: RetailMarkupRow, place: number): RetailMarkup {
  const refuse = (field: string, message: string): never => {
    throw new Refusal(422, `Row ${place + 1}: ${message}`, { code: 'INVALID', field: `${place}.${field}` });
  };
  const weight = (field: 'minWeight' | 'maxWeight'): number | null => {
    const carats = row[field];
    return carats === null
      ? null
      : (exactThousandthsOf(carats) ?? refuse(field, 'use at most three decimals.'));
  };
  const value = (field: 'minValue' | 'maxValue'): number | null => {
    const amount = row[field];
    return amount === null ? null : (centsOf(amount) ?? refuse(field, 'use at most two decimals.'));
  };
  return {
    type: row.type,
    minWeight: weight('minWeight'),
    maxWeight: weight('maxWeight'),
    minValueCents: value('minValue'),
    maxValueCents: value('maxValue'),
    productTypes: row.productTypes,
    markupPpm: ppmOf(row.markup),
  };
}

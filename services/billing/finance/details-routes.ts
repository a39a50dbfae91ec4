import type { FastifyRequest } from 'fastify';
import {
  customerDetailsResource,
  documentDetailsSchema,
  financeSettingsResource,
  financeSettingsSchema,
} from '#contracts/api/finance.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { customerById } from '#projections/customers/index.ts';
import { callGroup, ifMatch, sendVersion, type AnyReply, type App } from '#services/platform/http/index.ts';
import { unknownCustomer } from '#services/platform/refusal.ts';
import type { BillingContext } from '../billing-context.ts';
import {
  customerDetailsResourceOf,
  financeSettingsResourceOf,
  setCustomerDetails,
  setFinanceSettings,
} from './details.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['billing'] });

/** The lines of the house and of customers on documents, and the journal's accounts; for administrators. */
export function registerDetailsRoutes(app: App, billing: BillingContext): void {
  /** Who makes a change, when, and of which version. */
  const changeBy = (request: FastifyRequest) => ({
    by: request.caller.user.username,
    at: billing.clock(),
    expectedVersion: ifMatch(request),
  });

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

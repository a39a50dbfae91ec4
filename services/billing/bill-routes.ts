import { z } from 'zod';
import {
  billExplainQuery,
  billingEffectSchema,
  billingMonthsReply,
  billPreviewQuery,
  billResource,
  createBillReply,
  createBillRequest,
  explanationSchema,
  previewedBillSchema,
  termsPreviewRequest,
  vendorStatementFileQuery,
  vendorStatementQuery,
  wireStatementSchema,
} from '#contracts/api/bills.ts';
import { fileReply } from '#contracts/api/downloads.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import { CUSTOMER_TERMS, VENDOR_TERMS } from '#contracts/api/terms.ts';
import { customerTermsSchema, vendorTermsSchema } from '#contracts/events/index.ts';
import { selectBills } from '#projections/billing/index.ts';
import { allVendors, vendorById } from '#projections/vendors/index.ts';
import { oncePerKey } from '#services/platform/commands/index.ts';
import {
  callGroup,
  listFromDatabase,
  listOfRows,
  sendFile,
  sendReached,
  callCommand,
  type App,
  type RestSelect,
} from '#services/platform/http/index.ts';
import { Refusal, unknownVendor } from '#services/platform/refusal.ts';
import { statementFile } from './archives.ts';
import type { BillCallsContext, BillingContext } from './billing-context.ts';
import { shownBillOf, termsOfChanges } from './billing-from-wire.ts';
import { wireBill, wireIssuedBill, wireStatement } from './billing-wire.ts';
import { createBill } from './create-bill.ts';
import { earliestMonth } from './first-month.ts';
import { previewBill, statementOfVendor, statementsOfMonth } from './issued-bills.ts';
import { effectOfCustomerTerms, effectOfVendorTerms, explainBill } from './preview-effect.ts';
import { wireEffect } from './wire-effect.ts';
import { givenEffectiveAtSchema, monthSchema } from '#contracts/vocabulary/schemas.ts';
import { writtenRowNumber } from '#contracts/vocabulary/row-numbers.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['billing'] });
const ofBills = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Bills are',
  tags: ['billing'],
});
const ofStatements = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: "Vendors' statements are",
  tags: ['billing'],
});

const BILLS: RestSelect = {
  select: selectBills,
  sortedBy: ['month', 'customerId', 'customerName', 'version', 'total', 'dueDate', 'issuedAt'],
  order: ['month', 'DESC'],
  names: ['customerName'],
  filteredBy: ['customerId', 'month', 'newest', 'version'],
  searched: ['customerName', 'month', 'monthName'],
};

/**
 * The back office's calls on bills, for administrators: issued bills, bills as they would be, explanations
 * (rule: Closing and adjusting).
 */
export function registerBillRoutes(app: App, billing: BillCallsContext): void {
  listFromDatabase(
    app,
    billing.db,
    ofBills,
    { resource: 'bills', summary: 'Bills issued, each version', row: billResource },
    () => BILLS,
  );

  app.get(
    '/api/billing-months',
    forAdministrators({
      summary: 'The first month that has something to bill, of all customers',
      response: { 200: billingMonthsReply },
    }),
    async () => ({ earliest: await earliestMonth(billing) }),
  );

  app.get(
    '/api/bills/preview',
    ofBills({
      summary: 'A bill as it would be made, at any knowledge cut; nothing is written',
      querystring: billPreviewQuery,
      response: { 200: previewedBillSchema },
    }),
    async ({ query: { customerId, month, knownAt } }) => {
      const { bill, unchanged, closedBy } = await previewBill(billing, customerId, month, { knownAt });
      return { ...wireBill(bill), unchanged, closedBy };
    },
  );

  app.get(
    '/api/bills/explain',
    ofBills({
      summary: 'Why a bill differs between two knowledge cuts, event by event',
      querystring: billExplainQuery,
      response: { 200: explanationSchema },
    }),
    async ({ query: { customerId, month, from, to } }) =>
      onWire(await explainBill(billing, customerId, month, { from, to })),
  );

  app.post(
    '/api/bills/terms-preview',
    ofBills({
      summary: 'Which bills and statements new terms would change; nothing is written',
      body: termsPreviewRequest,
      response: { 200: billingEffectSchema },
    }),
    async ({ body }) => wireEffect(billing.db, await termsEffect(billing, body)),
  );

  app.post(
    '/api/bills',
    ofBills({
      summary: "Close a customer's month: make its bill, or replace it",
      body: createBillRequest,
      response: { 200: createBillReply },
    }),
    async (request, reply) => {
      const { key, ...command } = callCommand(request, ['create-bill'], request.body);
      const { willBe, ...asked } = request.body;
      const create = { ...asked, willBe: willBe && shownBillOf(willBe) };
      const { outcome, bill, position } = await oncePerKey(billing, key, () =>
        createBill(billing, command, create),
      );
      await sendReached(reply, billing.events, position);
      return { outcome, bill: bill && wireIssuedBill(bill) };
    },
  );

  listOfRows(
    app,
    ofStatements,
    {
      resource: 'vendor-statements',
      summary: 'Every vendor\'s statement of a month; filter={"month":"2026-04"}',
      row: wireStatementSchema,
      key: 'id',
      sortedBy: ['vendorId', 'vendorName', 'total'],
      filteredBy: ['vendorId'],
      chosenBy: ['month'],
    },
    async (filter) => {
      const month = monthSchema.safeParse(filter['month']);
      if (!month.success)
        throw new Refusal(400, 'filter must name a month, such as {"month":"2026-04"}.', { field: 'filter' });
      const vendors = await allVendors(billing.db);
      const nameOf = new Map(vendors.map(({ vendorId, settings }) => [vendorId, settings.name]));
      return (await statementsOfMonth(billing.db, month.data)).map((statement) =>
        wireStatement(statement, nameOf.get(statement.vendorId) ?? null),
      );
    },
  );

  app.get(
    '/api/vendor-statements/:vendorId',
    ofStatements({
      summary: "One vendor's statement of a month",
      querystring: vendorStatementQuery,
      params: z.object({ vendorId: writtenRowNumber }),
      response: { 200: wireStatementSchema },
    }),
    async ({ params: { vendorId }, query: { month } }) => {
      const vendor = await vendorById(billing.db, vendorId);
      if (!vendor) throw unknownVendor(vendorId, 404);
      return wireStatement(await statementOfVendor(billing.db, vendorId, month), vendor.settings.name);
    },
  );

  app.get(
    '/api/vendor-statements/:vendorId/file',
    ofStatements({
      tags: ['invoices'],
      summary: "One vendor's statement of a month, as a workbook or a PDF",
      params: z.object({ vendorId: writtenRowNumber }),
      querystring: vendorStatementFileQuery,
      response: { 200: fileReply },
    }),
    async ({ params: { vendorId }, query: { month, format } }, reply) => {
      await sendFile(reply, await statementFile(billing, vendorId, month, format));
    },
  );
}

async function termsEffect(
  billing: BillingContext,
  { customerId, vendorId, changes, effectiveAt }: z.infer<typeof termsPreviewRequest>,
) {
  const at = givenEffectiveAtSchema.safeParse(effectiveAt);
  if (!at.success)
    throw new Refusal(
      400,
      'effectiveAt must be a day (2026-04-01) or an instant such as 2026-04-01T12:00:00Z.',
      {
        field: 'effectiveAt',
      },
    );
  if ((customerId === undefined) === (vendorId === undefined))
    throw new Refusal(400, 'Name either customerId or vendorId.', { field: 'customerId' });
  if (customerId !== undefined) {
    const terms = termsOfChanges(changes, CUSTOMER_TERMS);
    return effectOfCustomerTerms(billing, customerId, parsed(customerTermsSchema.partial(), terms), at.data);
  }
  const terms = termsOfChanges(changes, VENDOR_TERMS);
  return effectOfVendorTerms(billing, vendorId!, parsed(vendorTermsSchema.partial(), terms), at.data);
}

function parsed<Shape>(schema: z.ZodType<Shape>, terms: object): Shape {
  const result = schema.safeParse(terms);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(422, `changes.${String(issue?.path[0] ?? '')}: ${issue?.message ?? 'not valid'}.`, {
    field: 'changes',
    code: 'INVALID',
  });
}

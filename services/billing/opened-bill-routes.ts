import { z } from 'zod';
import {
  billCompareQuery,
  billComparisonSchema,
  billSettlementReply,
  openedBillSchema,
} from '#contracts/api/bills.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import type { Bill } from '#contracts/billing/index.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { customerById } from '#projections/customers/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import { invoicesOfBill } from '#services/invoices/index.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillCallsContext } from './billing-context.ts';
import { overriddenTermsOf } from './bill-documents/issue-documents.ts';
import { wireComparison, wireIssuedBill } from './billing-wire.ts';
import { accountsOf } from './calculation/account.ts';
import { settlementOf } from './calculation/settlement.ts';
import { vendorsOn } from './calculation/vendor-statements.ts';
import { compareBills } from './compare-bills.ts';
import { takeCut } from './cuts.ts';
import { factsOfCustomer } from './read-facts.ts';

const forAdministrators = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Bills are',
  tags: ['billing'],
});

const params = z.object({ id: z.string() });

/**
 * An issued bill as finance reads it: its lines, documents and settlement, and two of its versions side by side; for
 * administrators.
 */
export function registerOpenedBillRoutes(app: App, billing: BillCallsContext): void {
  app.get(
    '/api/bills/compare',
    forAdministrators({
      summary: 'Two versions, or two knowledge cuts, of a bill side by side; nothing is written',
      querystring: billCompareQuery,
      response: { 200: billComparisonSchema },
    }),
    async ({ query: { customerId, month, fromVersion, from, toVersion, to } }) => {
      return wireComparison(
        await compareBills(
          billing,
          { customerId, month },
          { version: fromVersion, knownAt: from },
          { version: toVersion, knownAt: to },
        ),
      );
    },
  );

  app.get(
    '/api/bills/:id',
    forAdministrators({
      summary: 'One bill with its lines and documents; the id is customer-month-version',
      params,
      response: { 200: openedBillSchema },
    }),
    async ({ params: { id } }) => {
      const bill = await issuedBill(billing, id);
      const { customerId, month } = bill;
      const ofBill = new Set(vendorsOn([bill]));
      const customer = await customerById(billing.db, customerId);
      return {
        ...wireIssuedBill(bill),
        customerName: customer?.identity.name ?? null,
        overriddenTerms: customer ? overriddenTermsOf(customer, bill, billing.zone) : [],
        vendors: (await allVendors(billing.db))
          .filter(({ vendorId }) => ofBill.has(vendorId))
          .map(({ vendorId, settings }) => ({ vendorId, name: settings.name })),
        documents: await invoicesOfBill(billing.db, bill.eventId),
        newestVersion: (await billOfMonth(billing.db, customerId, month))?.version ?? bill.version,
      };
    },
  );

  app.get(
    '/api/bills/:id/settlement',
    forAdministrators({
      summary: 'What an issued bill comes to as known now, and on which bills the difference is',
      params,
      response: { 200: billSettlementReply },
    }),
    async ({ params: { id } }) => {
      const { customerId, month, version } = await issuedBill(billing, id);
      const cut = await takeCut(billing);
      const accounts = accountsOf(await factsOfCustomer(billing.db, customerId), billing.zone);
      const settlement = settlementOf(accounts, month, cut);
      return { settlement: settlement?.version === version ? onWire(settlement) : null };
    },
  );
}

async function issuedBill({ db }: BillCallsContext, id: string): Promise<Bill> {
  const [, customerId, month, version] = /^(\d{1,9})-(\d{4}-\d{2})-(\d{1,6})$/.exec(id) ?? [];
  const bill =
    customerId === undefined || month === undefined || version === undefined
      ? null
      : await billOfMonth(db, Number(customerId), month, Number(version));
  if (!bill) throw new Refusal(404, `There is no bill ${id}.`, { field: 'id' });
  return bill;
}

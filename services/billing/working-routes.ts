import { billWorkingReply } from '#contracts/api/bill-working.ts';
import { monthRequest } from '#contracts/api/month-request.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { monthFrom, monthName } from '#contracts/vocabulary/months.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { customerById } from '#projections/customers/index.ts';
import { refuseWithoutPrices } from '#services/invoices/index.ts';
import type { Context } from '#services/module.ts';
import {
  callGroup,
  chosenCustomer,
  minPosition,
  sendPosition,
  type App,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { billWorking } from './bill-documents/bill-working.ts';
import { causesOfOthers } from './bill-documents/causes-of-others.ts';
import { describeLines } from './bill-documents/describe-parcels.ts';
import { overriddenTermsOf, termsPeriods } from './bill-documents/issue-documents.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['billing'] });

/** A customer's own bill, line by line; in wholesale mode only, like its invoices (product: Invoices dialog). */
export function registerWorkingRoutes(
  app: App,
  context: Pick<Context, 'db' | 'zone' | 'shapeName' | 'fresh'>,
): void {
  app.post(
    '/billing/working',
    forSignedIn({
      summary: "How the newest bill of the customer's month comes about: lines, days, events, terms",
      body: monthRequest,
      response: { 200: billWorkingReply },
    }),
    async (request, reply) => {
      const { caller } = request;
      const { db, zone } = context;
      const customerId = chosenCustomer(caller);
      refuseWithoutPrices(caller.showPrices);
      const { position, stale } = await context.fresh.freshness(minPosition(request), { customerId });
      const month = monthFrom(request.body);
      const [bill, customer] = await Promise.all([
        billOfMonth(db, customerId, month),
        customerById(db, customerId),
      ]);
      if (!bill || !customer)
        throw new Refusal(402, `There is no bill for ${monthName(month)} yet.`, {
          code: 'NO_BILL',
          field: 'month',
        });
      sendPosition(reply, position, stale);
      return billWorking({
        bill,
        issuedOn: houseDayOf(bill.issuedAt, zone),
        zone,
        descriptions: await describeLines(context, bill),
        others: await causesOfOthers(db, bill),
        terms: termsPeriods(customer, bill, zone),
        overriddenTerms: overriddenTermsOf(customer, bill, zone),
      });
    },
  );
}

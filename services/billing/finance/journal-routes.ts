import { journalQuery } from '#contracts/api/finance.ts';
import { fileReply } from '#contracts/api/downloads.ts';
import { monthsBetween } from '#contracts/vocabulary/months.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Bill } from '#contracts/billing/index.ts';
import { billsOfMonth } from '#projections/billing/index.ts';
import { customerNamesOf } from '#projections/customers/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import { callGroup, sendFile, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { billNumber } from '../bill-documents/bill-document.ts';
import type { BillingContext } from '../billing-context.ts';
import { financeSettings } from './details.ts';
import { numbersOfBills } from './document-numbers.ts';
import { journalCsv, journalIif, journalOf } from './journal.ts';

const forAdministrators = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'The journal is',
  tags: ['billing'],
});

const MOST_MONTHS = 24;

/** The journal export, for administrators (rule: Journal). */
export function registerJournalRoutes(app: App, { db, zone }: BillingContext): void {
  app.get(
    '/api/journal',
    forAdministrators({
      summary: 'The journal of the bills of some months: CSV, or IIF for QuickBooks',
      querystring: journalQuery,
      response: { 200: fileReply },
    }),
    async ({ query: { from, to, format } }, reply) => {
      const months = monthsBetween(from, to);
      if (months.length === 0 || months.length > MOST_MONTHS)
        throw new Refusal(400, `to must be from's month or one of the ${MOST_MONTHS - 1} after it.`, {
          field: 'to',
        });
      const bills: Bill[] = [];
      for (const month of months) bills.push(...(await billsOfMonth(db, month)));
      const numbers = await numbersOfBills(db, bills, zone);
      const customers = await customerNamesOf(db, [...new Set(bills.map(({ customerId }) => customerId))]);
      const vendors = new Map((await allVendors(db)).map((one) => [one.vendorId, one.settings.name]));
      const { accounts } = await financeSettings(db);
      const entries = journalOf(bills, accounts, {
        number: (bill) => numbers.get(bill.eventId) ?? billNumber(bill),
        customer: (customerId) => customers.get(customerId) ?? `Customer ${customerId}`,
        vendor: (vendorId) => vendors.get(vendorId) ?? `Vendor ${vendorId}`,
      });
      await sendFile(reply, {
        fileName: `${PRODUCT_NAME} journal ${from === to ? from : `${from} to ${to}`}.${format}`,
        // A byte order mark tells spreadsheet programs that it is UTF-8; QuickBooks would take it for part of the head.
        bytes: Buffer.from(format === 'csv' ? `\ufeff${journalCsv(entries)}` : journalIif(entries)),
        contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
      });
    },
  );
}

import type { Invoice } from '#contracts/api/invoices.ts';
import { monthName, monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { billedMonthsOf } from '#projections/billing/index.ts';
import { type Caller, chosenCustomer } from '#services/platform/http/index.ts';
import { NO_PRICES, Refusal } from '#services/platform/refusal.ts';
import { firstInvoicedMonth, invoiceById, invoicedMonths, invoicesOfMonth } from './invoice-store.ts';
import { checkMonth } from './invoice-months.ts';
import type { InvoicesContext } from './invoices-context.ts';

type Reading = Omit<InvoicesContext, 'sendMail' | 'publicUrl'>;
type Reader = Pick<Caller, 'customerId' | 'administrator' | 'showPrices'>;

/**
 * The invoices of a month that the caller may see (product: Invoices dialog): those of the customer acted for; without
 * one, all customers' for an administrator and none for a rep. Users without wholesale prices see none (rule: Price
 * modes). Throws Refusal 422 for a month that has none yet, FilesUnavailable.
 */
export async function visibleInvoices(reading: Reading, caller: Reader, month: Month): Promise<Invoice[]> {
  const { customerId, administrator, showPrices } = caller;
  await checkInvoiceMonth(reading, customerId, month);
  if (showPrices !== 'WHOLESALE' || (customerId === null && !administrator)) return [];
  if (customerId !== null) await reading.issueDocuments(customerId, month);
  return invoicesOfMonth(reading.db, month, customerId);
}

/**
 * The months with invoices that the caller may see, the newest first; also those with a bill whose documents are not
 * drawn yet.
 */
export async function visibleMonths(
  { db }: Pick<Reading, 'db'>,
  { customerId, administrator, showPrices }: Reader,
): Promise<Month[]> {
  if (showPrices !== 'WHOLESALE' || (customerId === null && !administrator)) return [];
  const months = await invoicedMonths(db, customerId);
  if (customerId === null) return months;
  return [...new Set([...months, ...(await billedMonthsOf(db, customerId))])].sort().reverse();
}

/**
 * The active invoices of a month for the customer acted for, newest first. Throws Refusal 402 when no customer is
 * chosen or there is none, 422 for a month that cannot have any, FilesUnavailable.
 */
export async function activeInvoices(reading: Reading, caller: Reader, month: Month): Promise<Invoice[]> {
  const customerId = chosenCustomer(caller);
  refuseWithoutPrices(caller.showPrices);
  await checkInvoiceMonth(reading, customerId, month);
  await reading.issueDocuments(customerId, month);
  const active = (await invoicesOfMonth(reading.db, month, customerId)).filter((invoice) => invoice.active);
  if (active.length === 0)
    throw new Refusal(402, `There is no invoice for ${monthName(month)} yet.`, {
      code: 'NO_INVOICE',
      field: 'month',
    });
  return active.sort((a, b) => b.uploadDate.localeCompare(a.uploadDate) || b.invoiceId - a.invoiceId);
}

/**
 * One invoice that the caller may download: for an administrator any version, for everyone else active ones of the
 * customer acted for. Throws Refusal 402 for all others, as if they did not exist.
 */
export async function specificInvoice(
  { db }: Pick<Reading, 'db'>,
  { customerId, administrator, showPrices }: Reader,
  invoiceId: number,
): Promise<Invoice> {
  refuseWithoutPrices(showPrices);
  const invoice = await invoiceById(db, invoiceId);
  if (invoice && (administrator || (invoice.customerId === customerId && invoice.active))) return invoice;
  if (invoice && invoice.customerId === customerId)
    throw new Refusal(402, `${invoice.fileName} was replaced: download the current version.`, {
      code: 'REPLACED',
      field: 'invoiceId',
    });
  throw new Refusal(402, `There is no invoice ${invoiceId}: choose one of the month's list.`, {
    code: 'NO_INVOICE',
    field: 'invoiceId',
  });
}

/**
 * Throws Refusal 422 for a month that has not begun, and for one before the customer's first action or, if that is
 * earlier, its first invoice or bill (a minimum is billed before anything is held, and documents are drawn later).
 */
export async function checkInvoiceMonth(
  { db, today, customer: find }: Pick<InvoicesContext, 'db' | 'today' | 'customer'>,
  customerId: number | null,
  month: Month,
): Promise<void> {
  if (customerId === null) return checkMonth(month, today(), null, (await invoicedMonths(db, null)).at(-1));
  const [customer, invoiced, billed] = await Promise.all([
    find(customerId),
    firstInvoicedMonth(db, customerId),
    billedMonthsOf(db, customerId),
  ]);
  const documented = [...billed, ...(invoiced === null ? [] : [invoiced])].sort()[0];
  // Without an action, the months begin as they do for everybody.
  if (!customer?.firstAction) return checkMonth(month, today(), null, documented);
  // An action may be of tomorrow, where it is tomorrow already: this month has begun all the same.
  const [first] = [monthOf(customer.firstAction), monthOf(today())].sort();
  checkMonth(month, today(), first!, documented);
}

/** Throws Refusal 402. */
export function refuseWithoutPrices(showPrices: Caller['showPrices']): void {
  if (showPrices !== 'WHOLESALE')
    throw new Refusal(402, 'Invoices are not shown to you: ask your administrator for wholesale prices.', {
      code: NO_PRICES,
    });
}

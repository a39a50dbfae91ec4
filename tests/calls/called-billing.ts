import { addMonths, monthOf, yearAndMonth } from '#contracts/vocabulary/months.ts';
import type { SmallVitrine } from '#tests/support/small-vitrine.ts';
import { houseToday } from '#services/platform/clock.ts';

export const INVOICE_FILE = 'Invoice.pdf';

type Admin = Awaited<ReturnType<SmallVitrine['as']>>;

/** What calls about bills and invoices are asked of: last month's bill of customer 7, a run, an invoice. */
export function billingToCall({ context }: SmallVitrine, admin: Admin) {
  const months = monthsAround(houseToday(context));
  /** The newest bill's id, created if missing. */
  const bill = async (): Promise<string> => {
    const body = { customerId: 7, month: months.last.text };
    const made = await admin.post('/api/bills', body);
    if (made.status !== 200) throw new Error(`no bill was made: ${made.text}`);
    const bills = await admin.get('/api/bills');
    const [newest] = bills.json as { id: string }[];
    if (!newest)
      throw new Error(
        `no bill is shown after ${made.text.slice(0, 300)}: ${JSON.stringify([...bills.headers])}`,
      );
    return newest.id;
  };
  const billRun = async (): Promise<string> => {
    const { json } = await admin.post('/api/bill-runs', { kind: 'VERIFY' });
    return (json as { id: string }).id;
  };
  const invoiceUpload = () => ({
    month: months.now,
    customerId: 7,
    fileName: INVOICE_FILE,
    fileBody: Buffer.from('%PDF-1.7 of the house').toString('base64'),
  });
  const invoice = async (): Promise<number> => {
    const { status, text, json } = await admin.post('/billing/save', invoiceUpload());
    if (status !== 200) throw new Error(`no invoice was saved: ${text}`);
    return (json as { invoice: { invoiceId: number } }).invoice.invoiceId;
  };
  return { months, bill, billRun, invoice, invoiceUpload };
}

/** The house's month now, and the one before. */
function monthsAround(day: string) {
  const now = monthOf(day);
  const last = addMonths(now, -1);
  return { now: yearAndMonth(now), last: { ...yearAndMonth(last), text: last } };
}

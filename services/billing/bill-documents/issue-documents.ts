import type { Invoice } from '#contracts/api/invoices.ts';
import type { Bill } from '#contracts/billing/index.ts';
import type { OverriddenTerm } from '#contracts/billing/overridden-terms.ts';
import { limitSince, termsAt } from '#contracts/lifecycle/index.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { daysIn, firstDayOf, type Month } from '#contracts/vocabulary/months.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { customerById, type CustomerRecord } from '#projections/customers/index.ts';
import { invoicesOfBill, keepInvoice, type NewInvoice } from '#services/invoices/index.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import type { DocumentsContext } from '../billing-context.ts';
import { replacedBy } from '../calculation/terms-in-month.ts';
import { customerDetails, houseDetails } from '../finance/details.ts';
import { numberDocuments, type BillNumbers } from '../finance/document-numbers.ts';
import type { TermsPeriod } from './bill-document.ts';
import { billPdf } from './bill-pdf.ts';
import { billWorkbook } from './bill-workbook.ts';
import { causesOfOthers } from './causes-of-others.ts';
import { creditNotePdf } from './credit-note-pdf.ts';
import { describeLines } from './describe-parcels.ts';
import { TERMS } from './terms-sheet.ts';
import { termWords } from './words.ts';

/** The documents of a bill as they are kept. */
export type BillInvoices = { workbook: Invoice; pdf: Invoice; creditNote: Invoice | null };

/** The names of a bill's documents: the same for each version, so that a later one replaces the earlier. */
const billFileName = ({ month, customerId }: Pick<Bill, 'month' | 'customerId'>, ending: 'xlsx' | 'pdf') =>
  `${PRODUCT_NAME} bill ${month} customer ${customerId}.${ending}`;

/**
 * Keeps a bill's workbook and PDF as invoices of its month, once. Those of a later version replace an earlier one's
 * (rule: Invoice versions), which a credit note takes back (rule: Document numbers). Throws FilesUnavailable, and Error
 * when the customer, or a version to be taken back, is not in the read model yet.
 * @param superseded the bill is known to have been replaced: its workbook and PDF are not the current ones
 */
export async function issueDocuments(
  context: DocumentsContext,
  bill: Bill,
  superseded = false,
): Promise<BillInvoices> {
  const kept = keptOf(bill, await invoicesOfBill(context.db, bill.eventId));
  return kept ?? drawing('documents', () => drawDocuments(context, bill, superseded));
}

/** Like `issueDocuments`, for the newest bill of a customer's month; does nothing without one. */
export async function issueDocumentsOfMonth(
  context: DocumentsContext,
  customerId: number,
  month: Month,
): Promise<void> {
  const bill = await billOfMonth(context.db, customerId, month);
  if (bill) await issueDocuments(context, bill);
}

/** Each takes about 20 ms of processor time: a hundred at a time would keep everybody else waiting. */
const drawing = oneAtATime<'documents'>();

async function drawDocuments(
  context: DocumentsContext,
  bill: Bill,
  superseded: boolean,
): Promise<BillInvoices> {
  const known = await invoicesOfBill(context.db, bill.eventId);
  const kept = keptOf(bill, known);
  if (kept) return kept;
  const customer = await customerById(context.db, bill.customerId);
  if (!customer) throw new Error(`customer ${bill.customerId} is not in the read model`);
  const numbers = await numberDocuments(context.db, bill, context.zone);
  if (numbers.takenBack) await drawFormer(context, bill, numbers.takenBack);
  const document = {
    bill,
    number: numbers.own,
    house: await houseDetails(context.db),
    details: await customerDetails(context.db, bill.customerId),
    issuedOn: houseDayOf(bill.issuedAt, context.zone),
    zone: context.zone,
    customer: { customerId: bill.customerId, ...customer.identity },
    descriptions: await describeLines(context, bill),
    others: await causesOfOthers(context.db, bill),
    terms: termsPeriods(customer, bill, context.zone),
    overriddenTerms: overriddenTermsOf(customer, bill, context.zone),
  };
  const keep = async (
    fileName: string,
    bytes: Uint8Array,
    of: Pick<NewInvoice, 'amountCents' | 'dueDate' | 'superseded'>,
  ): Promise<Invoice> => {
    const { invoice } = await keepInvoice(
      context,
      {
        customerId: bill.customerId,
        month: bill.month,
        fileName,
        bytes,
        kind: 'computed',
        billId: bill.eventId,
        ...of,
        uploadedBy: bill.issuedBy,
        at: new Date(bill.issuedAt),
      },
      () => Promise.resolve(),
    );
    return invoice;
  };
  // The PDF last: the newest document is downloaded as the current invoice.
  const own = { amountCents: bill.totalCents, dueDate: bill.dueDate, superseded };
  const workbook = await keep(billFileName(bill, 'xlsx'), await billWorkbook(document), own);
  const { creditNote: note } = numbers;
  const creditNote =
    note &&
    (await keep(
      `${PRODUCT_NAME} credit note ${note.number} customer ${bill.customerId}.pdf`,
      await creditNotePdf(document, note),
      { amountCents: note.amountCents, dueDate: null },
    ));
  return { workbook, pdf: await keep(billFileName(bill, 'pdf'), await billPdf(document), own), creditNote };
}

/** Draws the version that a bill's credit note takes back when it has a number alone, as from the journal. */
async function drawFormer(
  context: DocumentsContext,
  { customerId, month }: Bill,
  { billEventId, version }: NonNullable<BillNumbers['takenBack']>,
): Promise<void> {
  if ((await invoicesOfBill(context.db, billEventId)).length > 0) return;
  const former = await billOfMonth(context.db, customerId, month, version);
  if (!former) throw new Error(`bill ${billEventId} is not in the read model`);
  await drawDocuments(context, former, true);
}

function keptOf(bill: Bill, invoices: readonly Invoice[]): BillInvoices | null {
  const named = (ending: 'xlsx' | 'pdf') =>
    invoices.find(({ fileName }) => fileName === billFileName(bill, ending));
  const workbook = named('xlsx');
  const pdf = named('pdf');
  const creditNote = invoices.find(
    ({ invoiceId }) => ![workbook?.invoiceId, pdf?.invoiceId].includes(invoiceId),
  );
  return workbook && pdf ? { workbook, pdf, creditNote: creditNote ?? null } : null;
}

/**
 * The terms of the bill's month as known at its cut, for each run of equal days, with its overrides of terms applied. A
 * day before the first on which terms name a minimum has none, overridden or not (rule: Months of billing).
 */
export function termsPeriods(
  customer: Pick<CustomerRecord, 'terms'>,
  { month, cut, overrides }: Pick<Bill, 'month' | 'cut' | 'overrides'>,
  zone: string,
): TermsPeriod[] {
  const known = customer.terms.filter(({ position }) => position <= Number(cut.position));
  const minimumSince = limitSince('minInventoryCents', known, zone);
  const replaced = replacedBy(overrides);
  const periods: TermsPeriod[] = [];
  for (let count = 0; count < daysIn(month); count += 1) {
    const day = addDays(firstDayOf(month), count);
    const inForce = { ...termsAt(known, day, zone), ...replaced };
    const terms = day < minimumSince ? { ...inForce, minInventoryCents: 0 } : inForce;
    const last = periods.at(-1);
    if (last && JSON.stringify(last.terms) === JSON.stringify(terms)) last.to = day;
    else periods.push({ from: day, to: day, terms });
  }
  return periods;
}

/** The terms that a bill's overrides replaced, each with what it was on the days of the month, in words (rule: Overrides). */
export function overriddenTermsOf(
  customer: Pick<CustomerRecord, 'terms'>,
  bill: Pick<Bill, 'month' | 'cut' | 'overrides'>,
  zone: string,
): OverriddenTerm[] {
  const agreed = termsPeriods(customer, { ...bill, overrides: [] }, zone);
  return bill.overrides.flatMap((row) => {
    if (row.target !== 'TERM') return [];
    const { term, value, reason } = row;
    const was = [...new Set(agreed.map(({ terms }) => termWords(term, terms[term])))].join(', then ');
    const name = TERMS.find(([one]) => one === term)?.[1] ?? term;
    return [{ name, value: termWords(term, value), was, reason }];
  });
}

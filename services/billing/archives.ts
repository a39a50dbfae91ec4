import type { Bill, VendorStatement } from '#contracts/billing/index.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { billOfMonth, billsOfMonth } from '#projections/billing/index.ts';
import { customerNamesOf } from '#projections/customers/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import { invoiceFile } from '#services/invoices/index.ts';
import { contentTypeOf, FilesUnavailable, type ZipEntry } from '#services/platform/files/index.ts';
import { asFileName } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { csvRow } from '#services/platform/workbooks/index.ts';
import { describeParcels } from './bill-documents/describe-parcels.ts';
import { issueDocuments } from './bill-documents/issue-documents.ts';
import { statementPdf } from './bill-documents/statement-pdf.ts';
import { statementWorkbook, type StatementDocument } from './bill-documents/statement-workbook.ts';
import type { DocumentsContext } from './billing-context.ts';
import { houseDetails } from './finance/details.ts';
import { statementsOfMonth } from './issued-bills.ts';
import { itemsOf, type BillRun, type RunItem } from './runs/run-store.ts';

/**
 * The archive of 'Generate All' (product: Billing screen): a folder with workbook and PDF for each customer that has a
 * bill, a summary of all customers, and problems.txt for customers who could not be billed, or whose bill would have
 * been replaced unseen. Throws FilesUnavailable.
 */
export async function* billArchive(context: DocumentsContext, run: BillRun): AsyncGenerator<ZipEntry> {
  const month = monthOfRun(run);
  const items = await itemsOf(context.db, run.id);
  const names = await customerNamesOf(
    context.db,
    items.map(({ subjectId }) => subjectId),
  );
  const problems = run.failure === null ? [] : [run.failure];
  const summary = [csvRow(['Customer', 'Name', 'Outcome', 'Bill', 'Total', 'Due'])];
  for (const item of items) {
    const { subjectId: customerId } = item;
    const name = names.get(customerId) ?? '';
    if (item.outcome === 'FAILED' || item.message !== null)
      problems.push(`Customer ${customerId}, ${name}: ${item.message ?? 'failed'}`);
    let amounts: Parameters<typeof csvRow>[0] = ['', '', ''];
    try {
      const bill = hasBill(item) ? await billOfMonth(context.db, customerId, month) : null;
      if (bill) {
        amounts = [bill.version, { cents: bill.totalCents }, bill.dueDate];
        yield* await billFiles(context, bill, `${customerId} ${asFileName(name)}`.trim());
      }
    } catch (error) {
      if (error instanceof FilesUnavailable || !(error instanceof Error)) throw error;
      problems.push(
        `Customer ${customerId}, ${name}: the bill is made, its documents are not: ${error.message}`,
      );
    }
    summary.push(csvRow([customerId, name, item.outcome, ...amounts]));
  }
  yield { name: 'summary.csv', bytes: Buffer.from(`\ufeff${summary.join('\r\n')}\r\n`) };
  if (problems.length > 0) yield { name: 'problems.txt', bytes: Buffer.from(`${problems.join('\r\n')}\r\n`) };
}

const hasBill = ({ outcome }: RunItem): boolean =>
  outcome === 'CREATED' || outcome === 'REPLACED' || outcome === 'UNCHANGED';

async function billFiles(context: DocumentsContext, bill: Bill, folder: string): Promise<ZipEntry[]> {
  const { workbook, pdf, creditNote } = await issueDocuments(context, bill);
  const entries: ZipEntry[] = [];
  for (const { invoiceId, fileName } of [workbook, pdf, ...(creditNote ? [creditNote] : [])])
    entries.push({ name: `${folder}/${fileName}`, bytes: (await invoiceFile(context, invoiceId)).bytes });
  return entries;
}

/** The archive of 'Generate Vendors': workbook and PDF of each vendor's statement of the month, and problems.txt. */
export async function* statementArchive(context: DocumentsContext, run: BillRun): AsyncGenerator<ZipEntry> {
  const month = monthOfRun(run);
  const problems = run.failure === null ? [] : [run.failure];
  const toDocument = await statementDocuments(context, month);
  for (const statement of await statementsOfMonth(context.db, month)) {
    const document = toDocument(statement);
    try {
      const described = await withDescriptions(context, document);
      for (const format of ['xlsx', 'pdf'] as const)
        yield {
          name: statementFileName(document, format),
          bytes: await MAKERS[format](described),
        };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      problems.push(`Vendor ${statement.vendorId}, ${document.vendor.name}: ${error.message}`);
    }
  }
  if (problems.length > 0) yield { name: 'problems.txt', bytes: Buffer.from(`${problems.join('\r\n')}\r\n`) };
}

type StatementFormat = 'xlsx' | 'pdf';

/**
 * One vendor's statement of a month as a file, identical to the one in the archive of all. Throws Refusal 404 when no
 * bill of the month has a part of this vendor.
 */
export async function statementFile(
  context: DocumentsContext,
  vendorId: number,
  month: Month,
  format: StatementFormat,
): Promise<{ fileName: string; bytes: Buffer; contentType: string }> {
  const statement = (await statementsOfMonth(context.db, month)).find((one) => one.vendorId === vendorId);
  if (!statement)
    throw new Refusal(404, `No bill of ${month} includes vendor ${vendorId}.`, { code: 'NO_STATEMENT' });
  const document = (await statementDocuments(context, month))(statement);
  const fileName = statementFileName(document, format);
  const bytes = await MAKERS[format](await withDescriptions(context, document));
  return { fileName, bytes, contentType: contentTypeOf(`statement.${format}`) };
}

const MAKERS: Readonly<Record<StatementFormat, (document: StatementDocument) => Promise<Buffer>>> = {
  xlsx: statementWorkbook,
  pdf: statementPdf,
};

/**
 * What a month's statements need to become documents: the house, and when the newest of the month's bills was issued.
 */
async function statementDocuments(context: DocumentsContext, month: Month) {
  const vendors = new Map((await allVendors(context.db)).map((vendor) => [vendor.vendorId, vendor.settings]));
  const issuedAt = (await billsOfMonth(context.db, month)).reduce(
    (newest, bill) => (bill.issuedAt > newest ? bill.issuedAt : newest),
    '',
  );
  const issuedOn = houseDayOf(issuedAt, context.zone);
  const house = await houseDetails(context.db);
  return (statement: VendorStatement): Omit<StatementDocument, 'descriptions'> => {
    const { vendorId } = statement;
    const { name = `Vendor ${vendorId}`, legalName = '' } = vendors.get(vendorId) ?? {};
    return { statement, vendor: { vendorId, name, legalName }, issuedAt, issuedOn, house };
  };
}

const withDescriptions = async (
  context: DocumentsContext,
  document: Omit<StatementDocument, 'descriptions'>,
): Promise<StatementDocument> => {
  const parcelNames = document.statement.lines.map(({ parcelName }) => parcelName);
  return { ...document, descriptions: await describeParcels(context, parcelNames) };
};

const statementFileName = (
  { statement: { month }, vendor }: Pick<StatementDocument, 'statement' | 'vendor'>,
  format: StatementFormat,
): string => `${PRODUCT_NAME} statement ${month} ${asFileName(vendor.name)} V${vendor.vendorId}.${format}`;

function monthOfRun({ id, month }: BillRun): Month {
  if (month === null) throw new Error(`run ${id} has no month`);
  return month;
}

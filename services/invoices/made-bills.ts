import type { Bill, VendorStatement } from '#contracts/billing/index.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { billOfMonth, billsOfMonth } from '#projections/billing/index.ts';
import { allCustomers } from '#projections/customers/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import { itemsOf, statementsOfMonth, type BillRun, type RunItem } from '#services/billing/index.ts';
import { FilesUnavailable } from '#services/platform/files/index.ts';
import { csvRow } from '#services/platform/workbooks/index.ts';
import { describeParcels } from './bill-documents/describe-parcels.ts';
import { statementPdf } from './bill-documents/statement-pdf.ts';
import { statementWorkbook } from './bill-documents/statement-workbook.ts';
import { asFileName } from './file-names.ts';
import { invoiceFile } from './invoice-store.ts';
import type { InvoicesContext } from './invoices-context.ts';
import { issueDocuments } from './issue-documents.ts';
import type { ZipEntry } from './zip.ts';

/**
 * What 'Generate All' made (specification, section 2.8): a folder of workbook and PDF for each customer that has a bill,
 * a summary of all customers, and problems.txt where one could not be billed. Throws FilesUnavailable.
 */
export async function* madeBills(context: InvoicesContext, run: BillRun): AsyncGenerator<ZipEntry> {
  const month = monthOfRun(run);
  const items = await itemsOf(context.db, run.id);
  const names = new Map((await allCustomers(context.db)).map((one) => [one.customerId, one.identity.name]));
  const problems = run.failure === null ? [] : [run.failure];
  const summary = [csvRow(['Customer', 'Name', 'Outcome', 'Bill', 'Total', 'Due'])];
  for (const item of items) {
    const { subjectId: customerId } = item;
    const name = names.get(customerId) ?? '';
    if (item.outcome === 'FAILED')
      problems.push(`Customer ${customerId}, ${name}: ${item.message ?? 'failed'}`);
    let told: (string | number)[] = [];
    try {
      const bill = hasBill(item) ? await billOfMonth(context.db, customerId, month) : null;
      if (bill) {
        told = [bill.version, dollars(bill.totalCents), bill.dueDate];
        yield* await billFiles(context, bill, `${customerId} ${asFileName(name)}`.trim());
      }
    } catch (error) {
      if (error instanceof FilesUnavailable || !(error instanceof Error)) throw error;
      problems.push(
        `Customer ${customerId}, ${name}: the bill is made, its documents are not: ${error.message}`,
      );
    }
    summary.push(csvRow([customerId, name, item.outcome, ...told]));
  }
  yield { name: 'summary.csv', bytes: Buffer.from(`\ufeff${summary.join('\r\n')}\r\n`) };
  if (problems.length > 0) yield { name: 'problems.txt', bytes: Buffer.from(`${problems.join('\r\n')}\r\n`) };
}

const hasBill = ({ outcome }: RunItem): boolean =>
  outcome === 'CREATED' || outcome === 'REPLACED' || outcome === 'UNCHANGED';

async function billFiles(context: InvoicesContext, bill: Bill, folder: string): Promise<ZipEntry[]> {
  const { workbook, pdf } = await issueDocuments(context, bill);
  const entries: ZipEntry[] = [];
  for (const { invoiceId, fileName } of [workbook, pdf])
    entries.push({ name: `${folder}/${fileName}`, bytes: (await invoiceFile(context, invoiceId)).bytes });
  return entries;
}

/** What 'Generate Vendors' made: workbook and PDF of each vendor's statement of the month, and problems.txt. */
export async function* madeStatements(context: InvoicesContext, run: BillRun): AsyncGenerator<ZipEntry> {
  const month = monthOfRun(run);
  const vendors = new Map((await allVendors(context.db)).map((vendor) => [vendor.vendorId, vendor.settings]));
  const issuedAt = (await billsOfMonth(context.db, month)).reduce(
    (newest, bill) => (bill.issuedAt > newest ? bill.issuedAt : newest),
    '',
  );
  const problems = run.failure === null ? [] : [run.failure];
  for (const statement of await statementsOfMonth(context.db, month)) {
    const { vendorId } = statement;
    const settings = vendors.get(vendorId);
    const vendor = {
      vendorId,
      name: settings?.name ?? `Vendor ${vendorId}`,
      legalName: settings?.legalName ?? '',
    };
    try {
      yield* await statementFiles(context, statement, vendor, issuedAt);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      problems.push(`Vendor ${vendorId}, ${vendor.name}: ${error.message}`);
    }
  }
  if (problems.length > 0) yield { name: 'problems.txt', bytes: Buffer.from(`${problems.join('\r\n')}\r\n`) };
}

async function statementFiles(
  context: InvoicesContext,
  statement: VendorStatement,
  vendor: { vendorId: number; name: string; legalName: string },
  issuedAt: string,
): Promise<ZipEntry[]> {
  const descriptions = await describeParcels(
    context,
    statement.lines.map(({ parcelName }) => parcelName),
  );
  const issuedOn = houseDayOf(issuedAt, context.zone);
  const document = { statement, vendor, issuedAt, issuedOn, descriptions };
  const name = `${PRODUCT_NAME} statement ${statement.month} ${asFileName(vendor.name)} V${vendor.vendorId}`;
  return [
    { name: `${name}.xlsx`, bytes: await statementWorkbook(document) },
    { name: `${name}.pdf`, bytes: await statementPdf(document) },
  ];
}

function monthOfRun({ id, month }: BillRun): string {
  if (month === null) throw new Error(`run ${id} has no month`);
  return month;
}

import { sql, type RawBuilder } from 'kysely';
import type { Invoice } from '#contracts/api/invoices.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { monthFrom, yearAndMonth, type Month, type YearAndMonth } from '#contracts/vocabulary/months.ts';
import type { Clock } from '#services/platform/clock.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import { billTotals } from '#projections/billing/index.ts';
import { FilesUnavailable, type FileStore } from '#services/platform/files/index.ts';
import { sha256Of } from '#services/platform/hash.ts';
import { endingOf } from './file-names.ts';

export type InvoiceStore = { db: Db; files: FileStore; clock: Clock };

/** An invoice to be kept; its name and bytes have been checked. */
export type NewInvoice = {
  customerId: number;
  month: Month;
  fileName: string;
  bytes: Uint8Array;
  kind: Invoice['kind'];
  billId?: string;
  /** The amount of the document, and when it is due. */
  amountCents?: Cents;
  dueDate?: HouseDay | null;
  uploadedBy: string;
  /** For a bill's documents, the time of the bill; the time of the upload when left out. */
  at?: Date;
  /** True for the document of a bill that is known to have been replaced; otherwise their times tell. */
  superseded?: boolean | undefined;
};

type KnownVersion = {
  invoiceId: number;
  version: number;
  active: boolean;
  hash: string;
  billId: string | null;
  uploadedAt: Date;
};

/** `fileKey`: the key of its bytes in the file store. */
export type Kept = { invoice: Invoice; fileKey: string; outcome: 'new' | 'replaced' | 'unchanged' };

/** The columns of an invoice on the wire. */
export const INVOICE_FIELDS: RawBuilder<unknown> = sql`
  invoice.invoice_id as "invoiceId", invoice.customer_id as "customerId", invoice.year, invoice.month,
  invoice.file_name as "fileName", ${instantOf('invoice.uploaded_at')} as "uploadDate", invoice.active,
  invoice.version, invoice.kind, invoice.size,
  coalesce(invoice.amount_cents,
    case when bill.credits then 0 - bill.former_cents else bill.total_cents end) / 100.0::float8 as amount,
  coalesce(invoice.due_date, case when not bill.credits then bill.due_date end)::text as "dueDate"`;

/**
 * Invoices, with the bill of those that were drawn before their amount was kept with them. A credit note, recognised by
 * its name, takes back the previous version and is never due.
 */
export const INVOICES_FROM: RawBuilder<unknown> = sql`
  vitrine.invoice as invoice left join lateral (
    select *, invoice.file_name like '% credit note %' as credits from ${billTotals} as bill
    where invoice.amount_cents is null
      and bill.customer_id = invoice.customer_id and bill.event_id = invoice.bill_id) as bill on true`;

/**
 * Keeps an invoice as the current version of its file name; the former one stays and is no longer active (rule: Invoice
 * versions). The same bytes as the current version, or the same bill again, change nothing. The document of a bill that has
 * been replaced, or was issued before another whose document is kept already, is kept and is not the current one. `within`
 * runs in the same transaction, with every outcome. Throws FilesUnavailable.
 */
export async function keepInvoice<Extra>(
  { db, files, clock }: InvoiceStore,
  {
    customerId,
    month,
    fileName,
    bytes,
    kind,
    billId,
    amountCents,
    dueDate,
    uploadedBy,
    at = clock(),
    superseded = false,
  }: NewInvoice,
  within: (kept: Kept, transaction: Db) => Promise<Extra>,
): Promise<Kept & { extra: Extra }> {
  const hash = sha256Of(bytes);
  // The key derives from the bytes: no file overwrites another, and a crash before the row is written leaves only an
  // unused file.
  const key = `invoices/${customerId}/${hash}.${endingOf(fileName)}`;
  await files.put(key, bytes);
  return db.transaction().execute(async (transaction) => {
    // Two uploads of one name at a time: the second replaces the first.
    await sql`select pg_advisory_xact_lock(hashtext('vitrine.invoice'), ${customerId})`.execute(transaction);
    const same = sql`customer_id = ${customerId} and ${ofMonth(month)} and lower(file_name) = lower(${fileName})`;
    const { rows: known } = await sql<KnownVersion>`
      select invoice_id as "invoiceId", version, active, content_hash as hash, bill_id as "billId",
        uploaded_at as "uploadedAt"
      from vitrine.invoice where ${same} order by version`.execute(transaction);
    const current = known.find(({ active }) => active);
    // A bill never changes, so its document is not kept again, even when something else has replaced it since.
    const before =
      billId === undefined
        ? current?.hash === hash
          ? current
          : undefined
        : known.find((one) => one.billId === billId);
    let invoiceId = before?.invoiceId;
    if (invoiceId === undefined) {
      const { year, month: number } = yearAndMonth(month);
      // Those of bills have the times of their bills; two that were issued while the clock was ahead may have the same.
      const isFormer =
        superseded ||
        (billId !== undefined && known.some((one) => one.billId !== null && one.uploadedAt > at));
      if (!isFormer)
        await sql`update vitrine.invoice set active = false where ${same} and active`.execute(transaction);
      const { rows } = await sql<{ invoiceId: number }>`
        insert into vitrine.invoice
          (customer_id, year, month, file_name, version, active, kind, bill_id, file_key, size, content_hash, amount_cents, due_date,
           uploaded_at, uploaded_by)
        values (${customerId}, ${year}, ${number}, ${fileName}, ${(known.at(-1)?.version ?? 0) + 1}, ${!isFormer}, ${kind},
          ${billId ?? null}, ${key}, ${bytes.length}, ${hash}, ${amountCents ?? null}::bigint, ${dueDate ?? null}::date,
          ${at}, ${uploadedBy})
        returning invoice_id as "invoiceId"`.execute(transaction);
      invoiceId = rows[0]!.invoiceId;
    }
    const { rows } = await sql<Invoice>`
      select ${INVOICE_FIELDS} from ${INVOICES_FROM} where invoice.invoice_id = ${invoiceId}`.execute(
      transaction,
    );
    const outcome = before ? 'unchanged' : current ? 'replaced' : 'new';
    const kept: Kept = { invoice: rows[0]!, fileKey: key, outcome };
    return { ...kept, extra: await within(kept, transaction) };
  });
}

function ofMonth(month: Month): RawBuilder<unknown> {
  const { year, month: number } = yearAndMonth(month);
  return sql`year = ${year} and month = ${number}`;
}

/**
 * The invoices of a month, or of all customers for null: active ones first, then by file name, newest version first.
 */
export async function invoicesOfMonth(db: Db, month: Month, customerId: number | null): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_FIELDS} from ${INVOICES_FROM}
    where ${ofMonth(month)} and (${customerId}::int is null or invoice.customer_id = ${customerId})
    order by invoice.customer_id, active desc, lower(file_name), version desc`.execute(db);
  return rows;
}

export async function invoiceById(db: Db, invoiceId: number): Promise<Invoice | null> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_FIELDS} from ${INVOICES_FROM} where invoice.invoice_id = ${invoiceId}`.execute(db);
  return rows[0] ?? null;
}

/** The documents of a bill, by its event's id. */
export async function invoicesOfBill(db: Db, billId: string): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_FIELDS} from ${INVOICES_FROM} where invoice.bill_id = ${billId} order by invoice_id`.execute(
    db,
  );
  return rows;
}

/** Which of these bills have documents, by their events' ids. */
export async function billsWithInvoices(db: Db, billIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ billId: string }>`
    select distinct bill_id as "billId" from vitrine.invoice where bill_id = any(${billIds}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ billId }) => billId));
}

/** The months that have an invoice, or of all customers for null; the newest first. */
export async function invoicedMonths(db: Db, customerId: number | null): Promise<Month[]> {
  const { rows } = await sql<YearAndMonth>`
    select distinct year, month from vitrine.invoice
    where ${customerId}::int is null or customer_id = ${customerId} order by year desc, month desc`.execute(
    db,
  );
  return rows.map(monthFrom);
}

/** The first month for which a customer has an invoice; null when it has none. */
export async function firstInvoicedMonth(db: Db, customerId: number): Promise<Month | null> {
  const { rows } = await sql<YearAndMonth>`
    select year, month from vitrine.invoice where customer_id = ${customerId} order by year, month limit 1`.execute(
    db,
  );
  return rows[0] ? monthFrom(rows[0]) : null;
}

/** The current version of a file name; null when there is none. */
export async function currentVersion(
  db: Db,
  customerId: number,
  month: Month,
  fileName: string,
): Promise<Invoice | null> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_FIELDS} from ${INVOICES_FROM}
    where invoice.customer_id = ${customerId} and ${ofMonth(month)} and lower(file_name) = lower(${fileName}) and active`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The bytes of an invoice with its content type. Throws FilesUnavailable, also when its file is missing. */
export async function invoiceFile(
  { db, files }: Pick<InvoiceStore, 'db' | 'files'>,
  invoiceId: number,
): Promise<{ bytes: Buffer; contentType: string }> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from vitrine.invoice where invoice_id = ${invoiceId}`.execute(db);
  const key = rows[0]?.key;
  const file = key === undefined ? undefined : await files.get(key);
  if (!file) throw new FilesUnavailable(`the file ${key} of invoice ${invoiceId} is not in the file store`);
  return file;
}

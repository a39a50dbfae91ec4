import { sql } from 'kysely';
import type { Bill } from '#contracts/billing/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { billsWithInvoices } from '#services/invoices/index.ts';
import type { Db } from '#services/platform/database/index.ts';

type Kind = 'BILL' | 'CREDIT_NOTE';
/** A document's number within its year; the bill of a credit note is the one that it takes back. */
type Numbered = { year: number; number: number; version: number; billEventId: string; amountCents: number };

/** The numbers of a bill's documents. */
export type BillNumbers = {
  /** '2026-00042'; null for a bill that was replaced before its document was issued. */
  own: string | null;
  /** The number of the credit note that takes the former version back; null when none was issued. */
  creditNote: { number: string; former: string; amountCents: number } | null;
  /** The version that the credit note takes back. */
  takenBack: Pick<Numbered, 'billEventId' | 'version'> | null;
};

const written = ({ year, number }: Pick<Numbered, 'year' | 'number'>): string =>
  `${year}-${String(number).padStart(5, '0')}`;

/**
 * Numbers a bill's document and, before it, the credit note for the version that it replaces, from one sequence a year
 * without gaps (rule: Document numbers). Repeated, it gives the same numbers. The year is that of the bill's issue.
 */
export async function numberDocuments(db: Db, bill: Bill, zone: string): Promise<BillNumbers> {
  return db.transaction().execute(async (transaction) => {
    // No other transaction can take the next number until this one is committed.
    await sql`select pg_advisory_xact_lock(hashtext('vitrine.document_number'))`.execute(transaction);
    const bills = await numberedOf(transaction, bill, 'BILL');
    const known = bills.find(({ billEventId }) => billEventId === bill.eventId);
    if (!known && bills.some(({ version }) => version > bill.version))
      return { own: null, creditNote: null, takenBack: null };
    const former = bills.findLast(({ version }) => version < bill.version);
    const taken =
      former &&
      (await numberedOf(transaction, bill, 'CREDIT_NOTE')).find(
        ({ billEventId }) => billEventId === former.billEventId,
      );
    const year = Number(houseDayOf(bill.issuedAt, zone).slice(0, 4));
    const note =
      taken ??
      (former &&
        (await numberNext(
          transaction,
          year,
          'CREDIT_NOTE',
          { ...former, amountCents: 0 - former.amountCents },
          bill,
        )));
    const own =
      known ??
      (await numberNext(
        transaction,
        year,
        'BILL',
        { billEventId: bill.eventId, version: bill.version, amountCents: bill.totalCents },
        bill,
      ));
    return {
      own: written(own),
      creditNote:
        note && former
          ? { number: written(note), former: written(former), amountCents: note.amountCents }
          : null,
      takenBack: former ?? null,
    };
  });
}

/** True once a bill's own document has a number, drawn or not (rule: Document numbers). */
export async function isNumbered(db: Db, billEventId: string): Promise<boolean> {
  const { rows } = await sql`
    select from vitrine.document_number where kind = 'BILL' and bill_event_id = ${billEventId}`.execute(db);
  return rows.length > 0;
}

/** The numbered documents of a customer's month, by version. */
async function numberedOf(db: Db, { customerId, month }: Bill, kind: Kind): Promise<Numbered[]> {
  const { rows } = await sql<Numbered & { amountCents: string }>`
    select year, number, version, bill_event_id as "billEventId", amount_cents as "amountCents"
    from vitrine.document_number
    where customer_id = ${customerId} and month = ${month} and kind = ${kind} order by version`.execute(db);
  return rows.map((row) => ({ ...row, amountCents: Number(row.amountCents) }));
}

async function numberNext(
  db: Db,
  year: number,
  kind: Kind,
  { billEventId, version, amountCents }: Pick<Numbered, 'billEventId' | 'version' | 'amountCents'>,
  { customerId, month, issuedAt }: Bill,
): Promise<Numbered> {
  const { rows } = await sql<{ number: number }>`
    insert into vitrine.document_number
      (year, number, kind, bill_event_id, customer_id, month, version, amount_cents, issued_at)
    select ${year}::int, coalesce(max(number), 0) + 1, ${kind}, ${billEventId}, ${customerId}::int, ${month},
      ${version}::int, ${amountCents}::bigint, ${issuedAt}::timestamptz
    from vitrine.document_number where year = ${year}
    returning number`.execute(db);
  return { year, number: rows[0]!.number, version, billEventId, amountCents };
}

/**
 * The numbers of the documents of these bills, by the bill's event id, for the journal: documents that are still to be
 * drawn are numbered now, so that they are posted under one number whenever they are. Those that were issued before
 * there were numbers have none.
 */
export async function numbersOfBills(
  db: Db,
  bills: readonly Bill[],
  zone: string,
): Promise<Map<string, string>> {
  const ids = bills.map(({ eventId }) => eventId);
  const { rows } = await sql<Numbered>`
    select year, number, bill_event_id as "billEventId" from vitrine.document_number
    where kind = 'BILL' and bill_event_id = any(${ids}::text[])`.execute(db);
  const numbers = new Map(rows.map((row) => [row.billEventId, written(row)]));
  const drawn = await billsWithInvoices(db, ids);
  for (const bill of bills) {
    if (numbers.has(bill.eventId) || drawn.has(bill.eventId)) continue;
    const { own } = await numberDocuments(db, bill, zone);
    if (own !== null) numbers.set(bill.eventId, own);
  }
  return numbers;
}

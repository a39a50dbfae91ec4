import { sql } from 'kysely';
import { listId } from './sync-store.ts';
import { handledItems } from '#services/inboxes/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { tradingTables } from '../tables.ts';

/**
 * A document that could not be recorded and is tried again at each sync; shown to administrators (rule:
 * Suspense).
 */
export type SuspenseDocument = {
  id: string;
  instance: string;
  docType: string;
  docNo: string;
  line: number;
  version: number;
  /** As the peer sent them; undefined where it sent none that can be shown. */
  accountCode: string | undefined;
  parcelName: string | undefined;
  date: string | undefined;
  /** Dollars; null for a void version. */
  amount: number | null | undefined;
  reason: string;
  since: Date;
  attempts: number;
  triedAt: Date;
};

/** The suspense list, oldest first; dismissed documents are on it. */
export const suspenseList = (db: Db): Promise<SuspenseDocument[]> => suspended(db, [true, false]);

async function suspended(db: Db, dismissed: readonly boolean[]): Promise<SuspenseDocument[]> {
  const rows = await tradingTables(db)
    .selectFrom('vitrine.suspense_document')
    .where('dismissed', 'in', dismissed)
    .select([
      listId.as('id'),
      'instance',
      'doc_type as docType',
      'doc_no as docNo',
      'line',
      'version',
      'document',
      'reason',
      'since',
      'attempts',
      'tried_at as triedAt',
    ])
    .orderBy('since')
    .orderBy('instance')
    .orderBy('docNo')
    .orderBy('line')
    .orderBy('version')
    .execute();
  return rows.map(({ document, ...row }) => {
    const sent: Record<string, unknown> = Object(JSON.parse(document));
    const text = (field: string): string | undefined =>
      typeof sent[field] === 'string' ? sent[field] : undefined;
    const amount = typeof sent['amount'] === 'number' || sent['amount'] === null ? sent['amount'] : undefined;
    return {
      ...row,
      accountCode: text('accountCode'),
      parcelName: text('parcelName'),
      date: text('date'),
      amount,
    };
  });
}

/** How many documents wait and are neither acknowledged nor dismissed (rule: Inboxes). */
export async function openSuspenseCount(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vitrine.suspense_document as document
    left join ${handledItems('SUSPENSE')} as handled
      on handled.item_id = ${listId}
    where coalesce(handled.state, 'OPEN') = 'OPEN'`.execute(db);
  return rows[0]!.count;
}

/** How many documents wait and are not dismissed, and since when the oldest. */
export async function suspenseCount(db: Db): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(since) as since from vitrine.suspense_document
    where not dismissed`.execute(db);
  return rows[0]!;
}

/**
 * The accounts that documents in suspense name, each with its kinds of documents: the free ones are to be given out.
 * A dismissed document waits for none.
 */
export async function suspendedAccounts(
  db: Db,
): Promise<{ dxInstance: string; accountCode: string; docType: 'MEMO' | 'INVOICE' }[]> {
  return (await suspended(db, [false])).flatMap(({ instance, accountCode, docType }) =>
    accountCode === undefined
      ? []
      : [
          {
            dxInstance: instance,
            accountCode,
            docType: docType === 'INVOICE' || docType === 'CREDIT' ? ('INVOICE' as const) : ('MEMO' as const),
          },
        ],
  );
}

/** How the sync of an instance stands; an instance never read has no row. */
export type InstanceStatus = {
  instance: string;
  readAt: Date | null;
  failure: string | null;
  failingSince: Date | null;
};

export async function instanceStatus(db: Db): Promise<InstanceStatus[]> {
  return tradingTables(db)
    .selectFrom('vitrine.trading_cursor')
    .select(['instance', 'read_at as readAt', 'failure', 'failing_since as failingSince'])
    .orderBy('instance')
    .execute();
}

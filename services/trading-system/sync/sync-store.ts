import { sql } from 'kysely';
import { lockName, type Db } from '#services/platform/database/index.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { tradingTables } from '../tables.ts';
import type { DocumentIdentity, TradingInstance } from '#contracts/trading-system/wire.ts';
import { keyOf, type Whereabouts } from './settle-document.ts';

/** Another process reads this instance too: the process that gets this error stops, and nothing is lost. */
class CursorMoved extends Error {
  override readonly name = 'CursorMoved';
  constructor(instance: string) {
    super(`another sync of ${instance} is under way`);
  }
}

export async function cursorOf(db: Db, instance: TradingInstance): Promise<string | null> {
  const row = await tradingTables(db)
    .selectFrom('vitrine.trading_cursor')
    .select('cursor')
    .where('instance', '=', instance)
    .executeTakeFirst();
  return row?.cursor ?? null;
}

/** Where these documents stand already, by `keyOf`. */
export async function whereaboutsOf(
  db: Db,
  instance: TradingInstance,
  documents: readonly DocumentIdentity[],
): Promise<Map<string, Whereabouts>> {
  const found = new Map<string, Map<string, number>>();
  if (documents.length === 0) return found;
  const rows = await tradingTables(db)
    .selectFrom('vitrine.trading_document')
    .select(['doc_type', 'doc_no', 'line', 'parcel_name', 'version'])
    .where('instance', '=', instance)
    .where('doc_no', '=', sql<string>`any(${[...new Set(documents.map(({ docNo }) => docNo))]}::text[])`)
    .execute();
  for (const row of rows) {
    const key = keyOf({ docType: row.doc_type, docNo: row.doc_no, line: row.line });
    found.set(key, (found.get(key) ?? new Map<string, number>()).set(row.parcel_name, row.version));
  }
  return found;
}

/** Within a process they wait here: those that wait in the database hold connections that the work itself needs. */
const inTurn = oneAtATime<TradingInstance>();

/**
 * Runs `work` while no other process settles documents of this instance: where two versions of a document name two
 * parcels, the second must know of the first. A process that finds it taken waits; the lock ends with its connection.
 */
export async function oneSettlesAtATime<Answer>(
  db: Db,
  instance: TradingInstance,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return inTurn(instance, () =>
    db.transaction().execute(async (tx) => {
      await lockName(tx, `vitrine settle ${instance}`);
      return work();
    }),
  );
}

/** What became of one document of a page or of the suspense list. */
export type Outcome = {
  identity: DocumentIdentity;
  /** As the peer sent it. */
  raw: unknown;
  /** Why it waits; null when it is settled. */
  suspended: string | null;
  whereabouts: Whereabouts;
};

/**
 * Writes down what became of documents: where they stand, which wait, which wait no longer. With `move` the cursor goes
 * on in the same transaction; throws CursorMoved when it is not where it was.
 */
export async function keepOutcomes(
  db: Db,
  instance: TradingInstance,
  outcomes: readonly Outcome[],
  now: Date,
  move?: { from: string | null; to: string },
): Promise<void> {
  await tradingTables(db)
    .transaction()
    .execute(async (transaction) => {
      if (move) {
        const { rows } = await sql`
        insert into vitrine.trading_cursor as c (instance, cursor) values (${instance}, ${move.to})
        on conflict (instance) do update set cursor = excluded.cursor
        where c.cursor is not distinct from ${move.from}::text returning 1`.execute(transaction);
        if (rows.length === 0) throw new CursorMoved(instance);
      }
      for (const { identity, raw, suspended, whereabouts } of outcomes) {
        const key = { instance, doc_type: identity.docType, doc_no: identity.docNo, line: identity.line };
        if (suspended !== null) {
          await transaction
            .insertInto('vitrine.suspense_document')
            .values({
              ...key,
              version: identity.version,
              document: JSON.stringify(raw),
              reason: suspended,
              since: now,
              tried_at: now,
            })
            .onConflict((conflict) =>
              conflict.columns(['instance', 'doc_type', 'doc_no', 'line', 'version']).doUpdateSet((row) => ({
                document: row.ref('excluded.document'),
                reason: row.ref('excluded.reason'),
                tried_at: row.ref('excluded.tried_at'),
                attempts: sql<number>`suspense_document.attempts + 1`,
              })),
            )
            .execute();
          continue;
        }
        for (const [parcel_name, version] of whereabouts) {
          await transaction
            .insertInto('vitrine.trading_document')
            .values({ ...key, parcel_name, version })
            .onConflict((conflict) =>
              conflict
                .columns(['instance', 'doc_type', 'doc_no', 'line', 'parcel_name'])
                .doUpdateSet({ version }),
            )
            .execute();
        }
        await sql`
        delete from vitrine.suspense_document where instance = ${instance} and doc_type = ${identity.docType} and doc_no = ${identity.docNo}
          and line = ${identity.line} and version <= ${Math.max(identity.version, ...whereabouts.values())}`.execute(
          transaction,
        );
      }
    });
}

/** A document's id on the suspense list. */
export const listId = sql<string>`concat_ws('/', instance, doc_type, doc_no, line, version)`;

/** The ids of an instance's documents that wait and are not dismissed, longest untried first. */
export async function waitingIds(db: Db, instance: TradingInstance, limit: number): Promise<string[]> {
  const rows = await tradingTables(db)
    .selectFrom('vitrine.suspense_document')
    .select(listId.as('id'))
    .where('instance', '=', instance)
    .where('dismissed', '=', false)
    .orderBy('tried_at')
    .orderBy('version')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Those of these documents that still wait, as they are named by now, longest untried first.
 * @param evenDismissed also those that were dismissed: a person asks for them by name
 */
export async function stillWaiting(
  db: Db,
  instance: TradingInstance,
  ids: readonly string[],
  evenDismissed: boolean,
): Promise<unknown[]> {
  const rows = await tradingTables(db)
    .selectFrom('vitrine.suspense_document')
    .select('document')
    .where('instance', '=', instance)
    .where(listId, '=', sql<string>`any(${ids}::text[])`)
    .where('dismissed', 'in', evenDismissed ? [true, false] : [false])
    .orderBy('tried_at')
    .orderBy('version')
    .execute();
  return rows.map(({ document }): unknown => JSON.parse(document));
}

/** Whether any document of an instance waits, also a dismissed one. */
export async function anySuspended(db: Db, instance: TradingInstance): Promise<boolean> {
  const { rows } = await sql`
    select from vitrine.suspense_document where instance = ${instance} limit 1`.execute(db);
  return rows.length > 0;
}

/** One document of the suspense list by its id there, as the peer sent it; undefined when it does not wait (any more). */
export async function waitingDocument(
  db: Db,
  id: string,
): Promise<{ instance: string; document: unknown } | undefined> {
  const { rows } = await sql<{ instance: string; document: string }>`
    select instance, document from vitrine.suspense_document
    where ${listId} = ${id}`.execute(db);
  return rows[0] && { instance: rows[0].instance, document: JSON.parse(rows[0].document) as unknown };
}

/** True when a document of that id, whichever its version then was, has been recorded. */
export async function wasRecorded(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from vitrine.trading_document
    where starts_with(${id}, concat_ws('/', instance, doc_type, doc_no, line, '')) limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes how the sync of an instance ended: `failure` null when it went well, `readAt` null when it came to no end. */
export async function noteEnd(
  db: Db,
  instance: TradingInstance,
  { failure, readAt, now }: { failure: string | null; readAt: Date | null; now: Date },
): Promise<void> {
  const failingSince = failure === null ? null : now;
  await sql`
    insert into vitrine.trading_cursor as c (instance, read_at, failure, failing_since)
    values (${instance}, ${readAt}, ${failure}, ${failingSince})
    on conflict (instance) do update set
      read_at = coalesce(excluded.read_at, c.read_at), failure = excluded.failure,
      failing_since = case when excluded.failure is null then null else coalesce(c.failing_since, excluded.failing_since) end
  `.execute(db);
}

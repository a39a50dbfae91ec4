import { sql } from 'kysely';
import type { SuspenseResource } from '#contracts/api/back-office.ts';
import { handledOf, NOT_HANDLED } from '#services/inboxes/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { RestList } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { suspenseList } from './suspense-list.ts';

const OLD_AFTER_MS = 7 * 86_400_000;
const FILTERED_BY = ['state', 'owner', 'old', 'instance', 'docType'] as const;
const isFilter = (field: string): field is (typeof FILTERED_BY)[number] =>
  FILTERED_BY.some((known) => known === field);

/** The suspense list with how far a person is with each document, oldest first. Throws Refusal 400 for an unknown filter. */
export async function suspenseRows(
  { db, clock }: { db: Db; clock: Clock },
  filter: RestList['filter'],
): Promise<SuspenseResource[]> {
  const [documents, handled] = await Promise.all([suspenseList(db), handledOf(db, 'SUSPENSE')]);
  const oldBefore = clock().getTime() - OLD_AFTER_MS;
  const rows = documents.map((row) => {
    const id = [row.instance, row.docType, row.docNo, row.line, row.version].join('/');
    return {
      ...row,
      ...(handled.get(id) ?? NOT_HANDLED),
      id,
      since: row.since.toISOString(),
      triedAt: row.triedAt.toISOString(),
      old: row.since.getTime() < oldBefore,
    };
  });
  const tests = Object.entries(filter).map(([field, wanted]) => {
    if (!isFilter(field))
      throw new Refusal(400, `filter: ${field} cannot be filtered by; use ${FILTERED_BY.join(', ')}.`, {
        field: 'filter',
      });
    const values: unknown[] = [wanted].flat();
    return (row: SuspenseResource) => values.includes(row[field]);
  });
  return rows.filter((row) => tests.every((test) => test(row)));
}

/** A dismissed document is not tried by a sync. */
export async function setDismissed(tx: Db, id: string, dismissed: boolean): Promise<void> {
  await sql`
    update vitrine.suspense_document set dismissed = ${dismissed}
    where concat_ws('/', instance, doc_type, doc_no, line, version) = ${id}`.execute(tx);
}

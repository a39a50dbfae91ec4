import { sql } from 'kysely';
import type { SuspenseResource } from '#contracts/api/back-office.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import { handledOf, NOT_HANDLED } from '#services/inboxes/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { listId } from './sync-store.ts';
import { suspenseList } from './suspense-list.ts';

const OLD_AFTER_MS = 7 * DAY_MS;

/** The suspense list with how far a person is with each document, oldest first. */
export async function suspenseRows({ db, clock }: { db: Db; clock: Clock }): Promise<SuspenseResource[]> {
  const [documents, handled] = await Promise.all([suspenseList(db), handledOf(db, 'SUSPENSE')]);
  const oldBefore = clock().getTime() - OLD_AFTER_MS;
  return documents.map((row) => ({
    ...row,
    ...(handled.get(row.id) ?? NOT_HANDLED),
    since: row.since.toISOString(),
    triedAt: row.triedAt.toISOString(),
    old: row.since.getTime() < oldBefore,
  }));
}

/** A dismissed document is not tried by a sync. */
export async function setDismissed(tx: Db, id: string, dismissed: boolean): Promise<void> {
  await sql`
    update vitrine.suspense_document set dismissed = ${dismissed}
    where ${listId} = ${id}`.execute(tx);
}

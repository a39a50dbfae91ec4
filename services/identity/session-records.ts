import { randomUUID } from 'node:crypto';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { SessionRecords } from '#services/platform/http/index.ts';
import { accountNoticeSchema, ACCOUNTS_SUBJECT } from './users.ts';

/** What a process that missed a notice may still believe, in milliseconds. */
const FRESH_MS = 1000;

type SessionTable = {
  id: string;
  username: string;
  signed_in_at: Date;
  lasts_until: Date;
  ended_at: Date | null;
};
const sessions = (db: Db) => db.withTables<{ 'vitrine.session': SessionTable }>();

export type SessionRecordOptions = { db: Db; bus: Bus; clock: Clock };

/**
 * The sessions of people, in Postgres: every process refuses a token as soon as its session has ended, by a notice at
 * once, else within a second.
 */
export function createSessionRecords({ db, bus, clock }: SessionRecordOptions): SessionRecords {
  const isOpenNow = async (id: string): Promise<boolean> => {
    const row = await sessions(db)
      .selectFrom('vitrine.session')
      .select('ended_at')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined && row.ended_at === null;
  };
  const known = recentAnswers(clock, FRESH_MS, isOpenNow);
  bus.subscribe(
    ACCOUNTS_SUBJECT,
    (message) => {
      const { sessionId } = accountNoticeSchema.parse(message);
      if (sessionId !== undefined) known.forget(sessionId);
    },
    known.forgetAll,
  );
  return {
    async begin({ username, signedInAt, lastsUntil }) {
      const id = randomUUID();
      const table = sessions(db);
      await table.deleteFrom('vitrine.session').where('lasts_until', '<', clock()).execute();
      await table
        .insertInto('vitrine.session')
        .values({ id, username, signed_in_at: signedInAt, lasts_until: lastsUntil, ended_at: null })
        .execute();
      return id;
    },
    isOpen: known.get,
    isStillOpen: isOpenNow,
    async end(id) {
      const ended = await sessions(db)
        .updateTable('vitrine.session')
        .set({ ended_at: clock() })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('username')
        .executeTakeFirst();
      return () => {
        // Also where it had ended before: this process may not have heard of it.
        known.forget(id);
        if (ended) bus.publish(ACCOUNTS_SUBJECT, { username: ended.username, sessionId: id });
      };
    },
  };
}

import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { SESSION_SECONDS } from '#contracts/api/headers.ts';
import type { SessionResource } from '#contracts/api/sessions.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import { askedTogether } from '#services/platform/asked-together.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import type { SessionRecords } from '#services/platform/http/index.ts';
import { accountNoticeSchema, ACCOUNTS_SUBJECT, type UserStore } from './users.ts';

/** How long a process that missed a notice may use an old answer, in milliseconds. */
const FRESH_MS = 1000;
/** The last use of a session is known to this many milliseconds, because noting it is a write. */
const NOTED_EVERY_MS = 60_000;

const LONGEST_USER_AGENT = 400;

type SessionTable = {
  id: string;
  username: string;
  signed_in_at: Date;
  lasts_until: Date;
  ended_at: Date | null;
  user_agent: string;
  address: string;
  last_used_at: Date;
  token_version: number;
};
const sessions = (db: Db) => db.withTables<{ 'vitrine.session': SessionTable }>();

export type SessionRecordOptions = { db: Db; bus: Bus; clock: Clock };

/**
 * People's sessions, in Postgres: every process refuses a token soon after its session has ended, immediately after a
 * notice, else within a second.
 */
export function createSessionRecords({ db, bus, clock }: SessionRecordOptions): SessionRecords {
  const openSession = askedTogether(async (ids: readonly string[]) => {
    const rows = await sessions(db)
      .selectFrom('vitrine.session')
      .select(['id', 'last_used_at'])
      .where('id', 'in', ids)
      .where('ended_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  });
  const isOpenNow = async (id: string): Promise<boolean> => (await openSession(id)) !== undefined;
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
    async begin({ username, tokenVersion, userAgent, address, signedInAt, lastsUntil }) {
      const id = randomUUID();
      const table = sessions(db);
      await table.deleteFrom('vitrine.session').where('lasts_until', '<', clock()).execute();
      await table
        .insertInto('vitrine.session')
        .values({
          id,
          username,
          token_version: tokenVersion,
          user_agent: userAgent.slice(0, LONGEST_USER_AGENT),
          address,
          signed_in_at: signedInAt,
          last_used_at: clock(),
          lasts_until: lastsUntil,
          ended_at: null,
        })
        .execute();
      return id;
    },
    isOpen: known.get,
    async isStillOpen(id) {
      const open = await openSession(id);
      if (!open) return false;
      const now = clock();
      if (now.getTime() - open.last_used_at.getTime() >= NOTED_EVERY_MS)
        await sessions(db)
          .updateTable('vitrine.session')
          .set({ last_used_at: now })
          .where('id', '=', id)
          .execute();
      return true;
    },
    async end(id) {
      const ended = await sessions(db)
        .updateTable('vitrine.session')
        .set({ ended_at: clock() })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('username')
        .executeTakeFirst();
      return () => {
        // Even if it had ended before: this process may not know yet.
        known.forget(id);
        if (ended) bus.publish(ACCOUNTS_SUBJECT, { username: ended.username, sessionId: id });
      };
    },
  };
}

/** Of the table of sessions, the user's that have not ended and whose token may still be valid. */
const isCurrent = (username: string, now: Date): RawBuilder<boolean> => {
  // The last use may have been noted a while ago, so the token may be that much younger.
  const usedSince = new Date(now.getTime() - SESSION_SECONDS * 1000 - NOTED_EVERY_MS);
  return sql`(username = ${username} and ended_at is null and lasts_until > ${now} and last_used_at > ${usedSince}
    and token_version = (select token_version from vitrine.user_account where username = ${username}))`;
};

/**
 * The user's current sessions, the last used first: those that have not ended and whose token may still be valid.
 * @param own id of the session that asks; null when it is not signed in
 */
export async function sessionsOf(
  db: Db,
  clock: Clock,
  username: string,
  own: string | null,
): Promise<SessionResource[]> {
  const { rows } = await sql<SessionResource>`
    select id, user_agent as "userAgent", address, ${instantOf('signed_in_at')} as "signedInAt",
      ${instantOf('last_used_at')} as "lastUsedAt", id::text = ${own ?? ''} as own
    from vitrine.session where ${isCurrent(username, clock())}
    order by last_used_at desc, signed_in_at desc, id`.execute(db);
  return rows;
}

/**
 * Ends current sessions of a user, immediately in every process that the bus reaches: the named one, or all but `except`.
 * Returns how many; none for a session that is not current or belongs to another user.
 */
export async function endSessions(
  { db, bus }: UserStore,
  clock: Clock,
  username: string,
  which: { id: string } | { except: string | null },
): Promise<number> {
  const now = clock();
  const all = sessions(db)
    .updateTable('vitrine.session')
    .set({ ended_at: now })
    .where(isCurrent(username, now));
  const chosen =
    'id' in which
      ? all.where('id', '=', which.id)
      : which.except === null
        ? all
        : all.where('id', '<>', which.except);
  const ended = await chosen.returning('id').execute();
  for (const { id } of ended) bus.publish(ACCOUNTS_SUBJECT, { username, sessionId: id });
  return ended.length;
}

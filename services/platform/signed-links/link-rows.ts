import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/index.ts';
import { NOTED_EVERY_MS, type LinkLife } from './signed-link.ts';

/** What is kept of every link, whatever it leads to. */
export type LinkRow = LinkLife & { id: string };

/** In SQL what `stateOf` calls LIVE: neither revoked nor expired. */
export const isLive = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`revoked_at is null and expires_at > ${now}`;

export type LinkRows<Link extends LinkRow> = {
  /** The link, locked until the transaction of `db` ends; undefined when there is none with that id. */
  findLink: (db: Db, id: string) => Promise<Link | undefined>;
  /** The link while it is valid: neither expired nor revoked. */
  liveLink: (db: Db, id: string, now: Date) => Promise<Link | undefined>;
  /** Revokes it; when it was revoked before, the first author stays. */
  revokeLink: (db: Db, id: string, by: string, at: Date) => Promise<void>;
  /** Notes when it was opened, to the minute. */
  noteOpened: (db: Db, link: Link, now: Date) => Promise<void>;
};

/**
 * The links of one kind, in the table that its migration makes with `id`, `expires_at`, `opened_at`, `revoked_by` and
 * `revoked_at`. `columns` is what is read of a link, under the names of `Link`; `alsoWhenOpened` sets what else an
 * opening changes.
 */
export function createLinkRows<Link extends LinkRow>(
  tableName: `vitrine.${string}`,
  columns: RawBuilder<unknown>,
  alsoWhenOpened: (now: Date) => RawBuilder<unknown> = () => sql``,
): LinkRows<Link> {
  const table = sql.table(tableName);
  return {
    async findLink(db, id) {
      const { rows } = await sql<Link>`select ${columns} from ${table} where id = ${id} for update`.execute(
        db,
      );
      return rows[0];
    },
    async liveLink(db, id, now) {
      const { rows } = await sql<Link>`
        select ${columns} from ${table} where id = ${id} and ${isLive(now)}`.execute(db);
      return rows[0];
    },
    async revokeLink(db, id, by, at) {
      await sql`
        update ${table} set revoked_by = ${by}, revoked_at = ${at}
        where id = ${id} and revoked_at is null`.execute(db);
    },
    async noteOpened(db, { id, openedAt }, now) {
      if (openedAt && now.getTime() - openedAt.getTime() < NOTED_EVERY_MS) return;
      await sql`update ${table} set opened_at = ${now} ${alsoWhenOpened(now)} where id = ${id}`.execute(db);
    },
  };
}

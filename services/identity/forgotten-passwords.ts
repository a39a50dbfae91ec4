import { HOUR_MS } from '#contracts/vocabulary/house-time.ts';
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Generated, type Selectable } from 'kysely';
import type { User } from '#contracts/api/session.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { isMailAddress, type SendMail } from '#services/mail/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { maySignIn, type Accounts } from '#services/platform/http/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';
import { keyReused, Refusal } from '#services/platform/refusal.ts';
import type { WorkNotices } from '#services/platform/work-notices/index.ts';
import { hashPassword, passwordFits, samePassword } from './passwords.ts';
import { normalUsername, userTables, type StoredUser } from './user-table.ts';
import { ACCOUNTS_SUBJECT, findStoredUser, lockedUser, replacePassword, type UserStore } from './users.ts';

/** A link is good for an hour (rule: Forgotten password). */
const LINK_MS = HOUR_MS;
/** How many links a user may have at a time, so that others cannot fill a mailbox; earlier links stay valid. */
const MOST_LINKS = 5;
/** How often expired links are removed when no one asks for a new one. */
const LOOK_EVERY_MS = 60_000;
const AGAIN_MS = 1_000;
const AT_A_TIME = 20;
/** How many users of one address get mail; only by mistake would more share it. */
const MOST_USERS = 10;

type Tables = {
  'vitrine.forgotten_password': { id: Generated<number>; named: string; asked_at: Date };
  'vitrine.password_link': {
    token_hash: Buffer;
    username: string;
    token_version: number;
    expires_at: Date;
    used_under: string | null;
  };
};
type Link = Selectable<Tables['vitrine.password_link']>;
const tables = (db: Db) => db.withTables<Tables>();

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Notes that somebody asks for a link. Everything else is done later, so that the answer takes equally long for users
 * who exist and users who do not (rule: Forgotten password).
 */
export async function askForLink(db: Db, clock: Clock, named: string): Promise<void> {
  await tables(db)
    .insertInto('vitrine.forgotten_password')
    .values({ named: normalUsername(named), asked_at: clock() })
    .execute();
}

export type LinkSending = {
  db: Db;
  clock: Clock;
  sendMail: SendMail;
  /** Where users sign in. */
  publicUrl: string;
  customerAccess: Accounts['customerAccess'];
};

/**
 * Sends a link to each user named since, by username or else by e-mail address, but not to users who may not sign in.
 * Returns how many were asked for.
 */
export async function sendLinks(deps: LinkSending): Promise<number> {
  const { db, clock } = deps;
  return db.transaction().execute(async (tx) => {
    const now = clock();
    await tables(tx).deleteFrom('vitrine.password_link').where('expires_at', '<=', now).execute();
    const { rows } = await sql<{ named: string; asked_at: Date }>`
      delete from vitrine.forgotten_password where id in (
        select id from vitrine.forgotten_password order by id limit ${AT_A_TIME} for update skip locked)
      returning named, asked_at`.execute(tx);
    const asked: string[] = [];
    for (const { named, asked_at } of rows) {
      // After so long it was asked again, or is no longer needed.
      if (now.getTime() - asked_at.getTime() > LINK_MS) continue;
      asked.push(...(await usersNamed(tx, named)));
    }
    // Each is locked, so that another process counts its links only then; in one order, so that no two wait for each
    // other.
    for (const username of asked.sort()) {
      const user = await lockedUser(tx, username);
      if (user) await sendLink({ ...deps, db: tx }, user, now);
    }
    return rows.length;
  });
}

async function usersNamed(db: Db, named: string): Promise<string[]> {
  const all = userTables(db).selectFrom('vitrine.user_account').select('username').orderBy('username');
  const byName = await all.where('username', '=', named).execute();
  const rows =
    byName.length > 0
      ? byName
      : await all
          .where(sql<string>`lower(email)`, '=', named)
          .limit(MOST_USERS)
          .execute();
  return rows.map(({ username }) => username);
}

async function sendLink(
  { db, sendMail, publicUrl, customerAccess }: LinkSending,
  stored: StoredUser,
  now: Date,
): Promise<void> {
  const { user, tokenVersion } = stored;
  if (!isMailAddress(user.email) || !(await maySignIn(stored, { customerAccess }))) return;
  const { live } = await tables(db)
    .selectFrom('vitrine.password_link')
    .select((select) => select.fn.countAll<number>().as('live'))
    .where('username', '=', user.username)
    // Those from before a new password, and those used for it, are dead.
    .where('token_version', '=', tokenVersion)
    .executeTakeFirstOrThrow();
  if (live >= MOST_LINKS) return;
  const token = randomBytes(32).toString('base64url');
  const hash = hashOf(token);
  await tables(db)
    .insertInto('vitrine.password_link')
    .values({
      token_hash: hash,
      username: user.username,
      token_version: tokenVersion,
      expires_at: new Date(now.getTime() + LINK_MS),
      used_under: null,
    })
    .execute();
  await sendMail(
    {
      to: user.email,
      subject: `Your ${PRODUCT_NAME} password`,
      key: `forgotten-password/${user.username}/${hash.toString('base64url')}`,
      secret: true,
      text: linkMail(user, new URL(`/newpassword#token=${token}`, publicUrl).href),
    },
    db,
  );
}

const linkMail = ({ firstName, username }: User, link: string): string => `Dear ${firstName || username},

you can choose a new ${PRODUCT_NAME} password here:

  ${link}
  Username: ${username}

The link is good once, and for an hour. If you did not ask for it, there is nothing to do: your password stays as it is.
`;

/**
 * A user's links outlive what ends its sessions and leaves its password as it is, and so does the repeated answer of the
 * link that has set it: call it in the transaction that has raised the token version to this one.
 */
export async function keepLinks(tx: Db, username: string, tokenVersion: number): Promise<void> {
  await tables(tx)
    .updateTable('vitrine.password_link')
    .set((set) => ({ token_version: set('token_version', '+', 1) }))
    .where('username', '=', username)
    // Those in force until then, as `isInForce` has it.
    .where(sql`token_version + (used_under is not null)::int`, '=', tokenVersion - 1)
    .execute();
}

/** Sends links until the signal is aborted; any number of processes may run it. */
export async function keepSendingLinks(
  deps: LinkSending & { log: Pick<ProcessLog, 'warn'>; work: WorkNotices },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let asked = 0;
    let failed = false;
    try {
      asked = await sendLinks(deps);
    } catch (error) {
      failed = true;
      deps.log.warn(`links for forgotten passwords were not sent, and are tried again: ${messageOf(error)}`);
    }
    if (asked < AT_A_TIME) await deps.work.until('password-links', failed ? AGAIN_MS : LOOK_EVERY_MS, signal);
  }
}

/**
 * Sets the password of the link's user and uses the link up; all its sessions and other links end. The same call under
 * the same key changes nothing and is answered again until the link expires (rule: Repeated commands; rule: Lost
 * answers). Returns the username.
 * @throws {Refusal} 402 for a link that is unknown, used under another key, expired, or older than the current
 *   password or a deactivation of its user; and for the current password of a user who must change it: the link stays
 *   valid then (rule: Must change password); 409 when the key was used with another link or password
 */
export async function setForgottenPassword(
  { db, bus }: UserStore,
  clock: Clock,
  { token, newPassword, key }: { token: string; newPassword: string; key: string },
): Promise<string> {
  const tokenHash = hashOf(token);
  const links = tables(db).selectFrom('vitrine.password_link').select('token_hash');
  if (await links.where('used_under', '=', key).where('token_hash', '<>', tokenHash).executeTakeFirst())
    throw keyReused();
  let found = await linkAndUser(db, clock, tokenHash);
  // Of two calls at once, the second may have read the link before the first used it, and the user after that.
  if (found?.link.used_under === null && !isInForce(found)) found = await linkAndUser(db, clock, tokenHash);
  if (!found || !isInForce(found)) throw linkUsed();
  const { link, stored } = found;
  const { username } = stored.user;
  const isCurrent = await passwordFits(stored.passwordHash, newPassword);
  if (link.used_under !== null) {
    if (link.used_under !== key) throw linkUsed();
    if (!isCurrent) throw keyReused();
    return username;
  }
  if (stored.user.mustChangePassword && isCurrent) throw samePassword();
  const hashed = await hashPassword(newPassword);
  const changed = { username, hashed, mustChange: false, changedBy: username };
  const isFirst = await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tables(tx)
      .updateTable('vitrine.password_link')
      // Its version stays as it was, which is the user's no more: so no process takes it for an unused one.
      .set({ used_under: key })
      .where('token_hash', '=', tokenHash)
      .where('used_under', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    // Of two links used at the same moment, the second comes too late.
    if (!(await replacePassword(tx, { ...changed, tokenVersion: stored.tokenVersion }))) throw linkUsed();
    return true;
  });
  // Used at the same moment: by the same call perhaps, which is answered as a repeated one.
  if (!isFirst) return setForgottenPassword({ db, bus }, clock, { token, newPassword, key });
  bus.publish(ACCOUNTS_SUBJECT, { username });
  return username;
}

type LinkAndUser = { link: Link; stored: StoredUser };

/** The link and its user; null for one that is unknown or expired, and for a user who is gone or inactive. */
async function linkAndUser(db: Db, clock: Clock, tokenHash: Buffer): Promise<LinkAndUser | null> {
  const links = tables(db).selectFrom('vitrine.password_link').selectAll();
  const link = await links.where('token_hash', '=', tokenHash).executeTakeFirst();
  const stored = link && link.expires_at > clock() ? await findStoredUser(db, link.username) : null;
  return link && stored?.user.active ? { link, stored } : null;
}

/** True while the password is the one that the link was sent for; of a used link, the one that it has set. */
const isInForce = ({ link, stored }: LinkAndUser): boolean =>
  stored.tokenVersion === link.token_version + (link.used_under === null ? 0 : 1);

const linkUsed = (): Refusal =>
  new Refusal(402, 'This link no longer works. Please ask for a new one.', { code: 'LINK_USED' });

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import type { User } from '#contracts/api/session.ts';
import { passwordProblem } from '#contracts/vocabulary/password.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import { inOrderOfNames, lockName, type Db } from '#services/platform/database/index.ts';
import type { Account } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { hashPassword } from './passwords.ts';
import {
  accountOf,
  changedByWith,
  normalUsername,
  storedUser,
  userColumns,
  userTables,
  versionWith,
  type LastChange,
  type StoredUser,
} from './user-table.ts';

/** Notices with this subject name a user whose account has changed or whose session has ended. */
export const ACCOUNTS_SUBJECT = 'accounts';
export const accountNoticeSchema = z.object({ username: z.string(), sessionId: z.string().optional() });

/** What changing users needs: the table, and the bus that makes every process read the user again. */
export type UserStore = { db: Db; bus: Bus };

/** A new user; omitted fields take their defaults (product: User): active, no staff, WHOLESALE. */
export type NewUser = Pick<User, 'username' | 'firstName' | 'lastName' | 'email'> &
  Partial<Omit<User, 'username' | 'firstName' | 'lastName' | 'email'>> & { password: string };

/** The fields of a user that may change; its username may not. */
export type UserChanges = Partial<Omit<User, 'username'>>;

/**
 * Creates a user.
 * @throws {Refusal} 402 when the username is taken or empty, the user has neither staff rights nor a customer, it is
 *   staff with another's e-mail address, or the password breaks a rule (product: Change password; rule: Users without a
 *   place)
 */
export async function createUser(
  { db }: Pick<UserStore, 'db'>,
  { password, ...given }: NewUser,
): Promise<User> {
  const problem = passwordProblem(password);
  if (problem) throw new Refusal(402, problem, { field: 'password' });
  const created = await insertUser(db, given, password);
  if (!created)
    throw new Refusal(402, `There is a user ${normalUsername(given.username)} already.`, {
      field: 'username',
      code: 'USERNAME_TAKEN',
    });
  return created;
}

/** Null when the username is taken. */
export async function insertUser(
  db: Db,
  given: Omit<NewUser, 'password'>,
  password: string,
): Promise<User | null> {
  const username = normalUsername(given.username);
  if (username === '') throw new Refusal(402, 'Give a username.', { field: 'username' });
  const defaults = {
    administrator: false,
    salesRep: false,
    customerId: null,
    active: true,
    showPrices: 'WHOLESALE',
    mustChangePassword: false,
  } as const;
  const user = { ...defaults, ...given, username };
  refuseWithoutPlace(user);
  const hashed = await hashPassword(password);
  const insert = async (tx: Db) => {
    await refuseSharedAddress(userTables(tx), user);
    return userTables(tx)
      .insertInto('vitrine.user_account')
      .values({ ...userColumns(user), password_hash: hashed, token_version: 1 })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returningAll()
      .executeTakeFirst();
  };
  const row = await (db.isTransaction ? insert(db) : db.transaction().execute(insert));
  return row ? storedUser(row).user : null;
}

/** Refuses (402) a user that is neither staff nor belongs to a customer (rule: Users without a place). */
function refuseWithoutPlace({ administrator, salesRep, customerId }: Omit<User, 'username'>): void {
  if (administrator || salesRep || customerId !== null) return;
  throw new Refusal(402, 'Choose a customer, or make the user a sales rep or an administrator.', {
    field: 'customerId',
    code: 'NO_PLACE',
  });
}

const isActiveStaff = ({ active, administrator, salesRep }: User): boolean =>
  active && (administrator || salesRep);

/**
 * Refuses (402) active staff with the e-mail address of other active staff: it would block single sign-on for both, and
 * a link for a forgotten password would be ambiguous (rule: Single sign-on). Call it in the transaction that sets the
 * address: another one that sets the same address waits for its end.
 */
async function refuseSharedAddress(db: ReturnType<typeof userTables>, user: User): Promise<void> {
  if (!isActiveStaff(user) || user.email === '') return;
  const address = user.email.toLowerCase();
  await lockName(db, `vitrine address of staff ${address}`);
  const other = await db
    .selectFrom('vitrine.user_account')
    .select('username')
    .where(sql`lower(email)`, '=', address)
    .where('username', '!=', user.username)
    .where('active', '=', true)
    .where((where) => where.or([where('administrator', '=', true), where('sales_rep', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  if (other)
    throw new Refusal(402, `${other.username} has this e-mail address. Each member of staff has its own.`, {
      field: 'email',
      code: 'EMAIL_TAKEN',
    });
}

/**
 * True when the user is an active administrator. Call it in the transaction that takes an administrator's rights or
 * sign-in: another one that does waits for its end, so that two never take them from each other.
 */
export async function isStillAdministrator(tx: Db, username: string): Promise<boolean> {
  await lockName(tx, 'vitrine administrators');
  const user = await findUser(tx, username);
  return user !== null && user.active && user.administrator;
}

/** The user of this name, ignoring case; null when there is none. */
export async function findUser(db: Db, username: string): Promise<User | null> {
  return (await findStoredUser(db, username))?.user ?? null;
}

/** The refusal (404) where no user has this name. */
export const unknownUser = (username: string): Refusal =>
  new Refusal(404, `There is no user ${username}.`, { code: 'UNKNOWN_USER', field: 'username' });

/** The user of this name, ignoring case. Throws Refusal 404 when there is none. */
export async function requireUser(db: Db, username: string): Promise<User> {
  const user = await findUser(db, username);
  if (!user) throw unknownUser(username);
  return user;
}

/** All users, or those of one customer, sorted by username. */
export async function listUsers(db: Db, customerId?: number): Promise<User[]> {
  const all = userTables(db)
    .selectFrom('vitrine.user_account')
    .selectAll()
    .orderBy(inOrderOfNames(sql.ref('username')));
  const rows = await (customerId === undefined ? all : all.where('customer_id', '=', customerId)).execute();
  return rows.map((row) => storedUser(row).user);
}

/** The user with the version of its shown fields; null for an unknown name. */
export async function findUserVersion(db: Db, username: string): Promise<(User & LastChange) | null> {
  const found = await findStoredUser(db, username);
  return found && { ...found.user, ...found.last };
}

/**
 * Changes a user; deactivating one ends its sessions immediately, and for good.
 * @param changedBy the author, named to anyone who has the user open
 * @throws {Refusal} 404 for an unknown user, 402 for one left with neither staff rights nor a customer, or another's
 *   e-mail address as staff
 */
export async function updateUser(
  { db, bus }: UserStore,
  username: string,
  changes: UserChanges,
  changedBy: string,
): Promise<User> {
  const user = await db
    .transaction()
    .execute((tx) => updateUserWithin(tx, username, changes, undefined, changedBy));
  bus.publish(ACCOUNTS_SUBJECT, { username: user.username });
  return user;
}

type UserCheck = (now: User, changed: User, last: LastChange) => void | Promise<void>;

/**
 * Like `updateUser`, in the caller's transaction; the caller publishes the notice once that has ended.
 * @param check may refuse the change; gets the user before and after it, and its last change
 */
export async function updateUserWithin(
  tx: Db,
  username: string,
  changes: UserChanges,
  check: UserCheck | undefined,
  changedBy: string,
): Promise<User> {
  const tables = userTables(tx);
  const stored = await lockedUser(tx, username);
  if (!stored) throw unknownUser(username);
  const { user: now, last, tokenVersion } = stored;
  const user = { ...now, ...changes };
  await check?.(now, user, last);
  refuseWithoutPlace(user);
  if (isDeepStrictEqual(user, now)) return user;
  if (user.email !== now.email || !isActiveStaff(now)) await refuseSharedAddress(tables, user);
  await tables
    .updateTable('vitrine.user_account')
    .set((set) => ({
      ...userColumns(user),
      version: set('version', '+', 1),
      changed_by: changedBy,
      // So that its sessions do not come back with it when it is activated again.
      token_version: tokenVersion + (now.active && !user.active ? 1 : 0),
    }))
    .where('username', '=', user.username)
    .execute();
  return user;
}

/**
 * Sets a user's password, which must be changed at the next sign-in; every token issued before is refused from now on.
 * The caller has checked the password's rules.
 * @param changedBy the author, named to anyone who has the user open
 * @throws {Refusal} 404 for an unknown user
 */
export async function setPassword(
  { db, bus }: UserStore,
  username: string,
  password: string,
  changedBy: string,
): Promise<Account> {
  const hashed = await hashPassword(password);
  const account = await replacePassword(db, { username, hashed, mustChange: true, changedBy });
  if (!account) throw unknownUser(username);
  bus.publish(ACCOUNTS_SUBJECT, { username: account.user.username });
  return account;
}

/**
 * Like `setPassword`, with the password's hash; the caller publishes the notice. With the `tokenVersion` that the
 * caller has judged, only while that is the user's: a reset or another new password since then stands. Null when there
 * is no such user.
 */
export async function replacePassword(
  db: Db,
  {
    username,
    hashed,
    mustChange,
    tokenVersion,
    changedBy,
  }: { username: string; hashed: string; mustChange: boolean; tokenVersion?: number; changedBy: string },
): Promise<Account | null> {
  const named = userTables(db)
    .updateTable('vitrine.user_account')
    .set((set) => ({
      password_hash: hashed,
      version: versionWith(mustChange),
      changed_by: changedByWith(mustChange, changedBy),
      must_change_password: mustChange,
      token_version: set('token_version', '+', 1),
    }))
    .where('username', '=', normalUsername(username));
  const judged = tokenVersion === undefined ? named : named.where('token_version', '=', tokenVersion);
  const row = await judged.returningAll().executeTakeFirst();
  return row ? accountOf(storedUser(row)) : null;
}

/** The user with its credentials: for this folder only. */
export async function findStoredUser(db: Db, username: string): Promise<StoredUser | null> {
  return (await findStoredUsers(db, [username])).get(username) ?? null;
}

/** The same, locked until the transaction ends: who asks for it meanwhile waits, and then sees what was written. */
export async function lockedUser(tx: Db, username: string): Promise<StoredUser | null> {
  const users = userTables(tx).selectFrom('vitrine.user_account').selectAll();
  const row = await users.where('username', '=', normalUsername(username)).forUpdate().executeTakeFirst();
  return row ? storedUser(row) : null;
}

/** `findStoredUser` for several names; unknown ones are left out. */
export async function findStoredUsers(
  db: Db,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, StoredUser>> {
  const users = userTables(db).selectFrom('vitrine.user_account').selectAll();
  const rows = await users.where('username', 'in', usernames.map(normalUsername)).execute();
  const known = new Map(rows.map((row) => [row.username, storedUser(row)]));
  return new Map(
    usernames.flatMap((username) => {
      const stored = known.get(normalUsername(username));
      return stored ? [[username, stored] as const] : [];
    }),
  );
}

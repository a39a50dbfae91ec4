import { sql } from 'kysely';
import type { SignInProblem } from '#contracts/vocabulary/sign-in-problems.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Account } from '#services/platform/http/index.ts';
import { accountOf, storedUser, userTables } from '../user-table.ts';
import type { Identity } from './provider.ts';

type SubjectTable = { issuer: string; subject: string; username: string; bound_at: Date };
const subjects = (db: Db) => db.withTables<{ 'vitrine.sign_in_subject': SubjectTable }>();

/**
 * The member of staff for an identity of the provider: the one bound to it, else the only active one with its verified
 * e-mail address, who is then bound to it (rule: Single sign-on). Never creates a user.
 */
export async function staffOf(
  db: Db,
  clock: Clock,
  { issuer, subject, email }: Identity,
): Promise<Account | SignInProblem> {
  const bound = await subjects(db)
    .selectFrom('vitrine.sign_in_subject')
    .select('username')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (bound === undefined && email === null) return 'no-verified-email';
  const users = userTables(db).selectFrom('vitrine.user_account').selectAll();
  const staff = users.where((where) =>
    where.or([where('administrator', '=', true), where('sales_rep', '=', true)]),
  );
  const rows = await (
    bound
      ? staff.where('username', '=', bound.username)
      : staff.where(sql<string>`lower(email)`, '=', (email ?? '').toLowerCase())
  ).execute();
  if (rows.length === 0) return 'no-staff-user';
  // Addresses are unique among active staff, but users of an earlier release may share one.
  const [row, ...others] = rows.filter(({ active }) => active);
  if (!row) return 'may-not-sign-in';
  if (others.length > 0) return 'several-users';
  if (!bound) {
    const { numInsertedOrUpdatedRows } = await subjects(db)
      .insertInto('vitrine.sign_in_subject')
      .values({ issuer, subject, username: row.username, bound_at: clock() })
      .onConflict((conflict) => conflict.columns(['issuer', 'username']).doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return 'bound-elsewhere';
  }
  return accountOf(storedUser(row));
}

/** Unbinds a user from its account of the provider; the next sign-in binds it again. False when it was not bound. */
export async function unbind(db: Db, username: string): Promise<boolean> {
  const { numDeletedRows } = await subjects(db)
    .deleteFrom('vitrine.sign_in_subject')
    .where('username', '=', username)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

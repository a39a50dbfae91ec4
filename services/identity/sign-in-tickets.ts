import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { maySignIn, type Account, type Accounts } from '#services/platform/http/index.ts';
import { keyReused, Refusal } from '#services/platform/refusal.ts';
import { accountOf } from './user-table.ts';
import { findStoredUser } from './users.ts';

/** A page takes its ticket from the frame to the top window immediately. */
const TICKET_MS = 60_000;

type TicketTable = {
  ticket_hash: Buffer;
  username: string;
  token_version: number;
  expires_at: Date;
  redeemed_under: string | null;
};
const tickets = (db: Db) => db.withTables<{ 'vitrine.sign_in_ticket': TicketTable }>();

/** Only the hash is kept: neither a reader of the table nor another browser can sign in with it. */
const hashOf = (ticket: string, browser: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([ticket, browser]))
    .digest();

/**
 * A ticket that signs the account in once, within a minute. /loginform is in another site's frame, where browsers keep
 * no cookie of ours, so the ticket goes to the top window, which redeems it as a first-party page (product: Routes).
 * Frame and top window share no storage, so that the browser is recognised by its address and name.
 * @param browser what both calls of one browser have in common
 */
export async function issueTicket(
  db: Db,
  clock: Clock,
  { user, tokenVersion }: Account,
  browser: string,
  newTicket: () => string = () => randomBytes(32).toString('base64url'),
): Promise<string> {
  const ticket = newTicket();
  const now = clock();
  const table = tickets(db);
  await table.deleteFrom('vitrine.sign_in_ticket').where('expires_at', '<', now).execute();
  await table
    .insertInto('vitrine.sign_in_ticket')
    .values({
      ticket_hash: hashOf(ticket, browser),
      username: user.username,
      token_version: tokenVersion,
      expires_at: new Date(now.getTime() + TICKET_MS),
      redeemed_under: null,
    })
    .execute();
  return ticket;
}

/**
 * The account that a ticket signs in. From then on the ticket is good under the same key only, for a browser whose first
 * answer broke off (rule: Repeated commands).
 * @throws {Refusal} 401 when it is unknown, from another browser, redeemed under another key or expired, or its user may
 *   no longer sign in; 409 when another ticket was redeemed under the key
 */
export async function redeemTicket(
  db: Db,
  clock: Clock,
  accounts: Accounts,
  { ticket, browser, key }: { ticket: string; browser: string; key: string },
): Promise<Account> {
  const hash = hashOf(ticket, browser);
  const other = await tickets(db)
    .selectFrom('vitrine.sign_in_ticket')
    .select('username')
    .where('redeemed_under', '=', key)
    .where('ticket_hash', '<>', hash)
    .executeTakeFirst();
  if (other) throw keyReused();
  const used = await tickets(db)
    .updateTable('vitrine.sign_in_ticket')
    .set({ redeemed_under: key })
    .where('ticket_hash', '=', hash)
    .where((where) => where.or([where('redeemed_under', 'is', null), where('redeemed_under', '=', key)]))
    .returningAll()
    .executeTakeFirst();
  const stored = used && used.expires_at > clock() ? await findStoredUser(db, used.username) : null;
  if (!stored || stored.tokenVersion !== used?.token_version || !(await maySignIn(stored, accounts)))
    throw new Refusal(401, 'Login Failed', { code: 'LOGIN_FAILED' });
  return accountOf(stored);
}

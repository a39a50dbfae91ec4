import { sql, type ColumnType, type Generated } from 'kysely';
import type { MailResource } from '#contracts/api/mails.ts';
import { DAY_MS, HOUR_MS } from '#contracts/vocabulary/house-time.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { mailSchema, type Mail } from './mail.ts';

type MailTable = {
  id: Generated<number>;
  key: string;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  secret: boolean;
  state: MailResource['state'];
  created_at: Date;
  attempts: ColumnType<number, number | undefined, number>;
  claims: ColumnType<number, never, never>;
  next_attempt_at: Date | null;
  claimed_until: ColumnType<Date | null, never, null>;
  sent_at: Date | null;
  reason: string | null;
  dismissed_by: string | null;
  dismissed_at: Date | null;
  attachment_name: string | null;
  attachment_key: string | null;
};

const mailTables = (db: Db) => db.withTables<{ 'vitrine.mail': MailTable }>();

/**
 * Puts a mail in the outbox, exactly once per key; it is delivered from there. False when the mail of this key was
 * there before. `within` is the transaction that it belongs to: both stand, or neither. Throws ZodError for an address or a text that no mail can have.
 */
export type SendMail = (mail: Mail, within?: Db) => Promise<boolean>;

export type OutboxOptions = {
  db: Db;
  clock: Clock;
  /** A mail server is configured; without one mails are kept, and not sent later on by themselves. */
  sending: boolean;
};

/** The outbox: mails are effects, and idempotent by their cause (architecture: Reactors). */
export function createOutbox({ db, clock, sending }: OutboxOptions): SendMail {
  return async (mail, within = db) => {
    const { to, subject, text, html, key, secret, attachment } = mailSchema.parse(mail);
    const now = clock();
    const { numInsertedOrUpdatedRows } = await mailTables(within)
      .insertInto('vitrine.mail')
      .values({
        key,
        recipient: to,
        subject,
        body: text,
        html: html ?? null,
        secret: secret ?? false,
        state: sending ? 'WAITING' : 'KEPT',
        created_at: now,
        next_attempt_at: sending ? now : null,
        sent_at: null,
        reason: null,
        dismissed_by: null,
        dismissed_at: null,
        attachment_name: attachment?.fileName ?? null,
        attachment_key: attachment?.key ?? null,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  };
}

/** A mail that this process has for itself until `leaseMs` after it was claimed. */
export type ClaimedMail = {
  id: number;
  key: string;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  createdAt: Date;
  /** The attached file, by its key in the file store; both null without one. */
  attachmentName: string | null;
  attachmentKey: string | null;
  /** This attempt's number, from 1, since it was last let be delivered. */
  attempts: number;
  /** This claim's number among all that there were of the mail. */
  claims: number;
};

/**
 * Takes mails that are due, the longest waiting first. Two processes never have the same one at the same time, however
 * far apart their clocks are: `leaseMs` milliseconds are counted by the database's clock.
 */
export async function claimMails(db: Db, now: Date, leaseMs: number, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update vitrine.mail set attempts = attempts + 1, claims = claims + 1,
      claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
      -- Processes of an earlier release, beside which this one may run during an upgrade, look at this alone.
      next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from vitrine.mail where state = 'WAITING' and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until <= clock_timestamp())
      order by next_attempt_at, id limit ${limit} for update skip locked)
    returning id, key, recipient, subject, body, html, created_at as "createdAt", attempts, claims,
      attachment_name as "attachmentName", attachment_key as "attachmentKey"`.execute(db);
  return rows;
}

/** What an attempt came to. Noted only while the mail is still this attempt's: a lease that ran out gave it away. */
export type Attempted =
  | { state: 'SENT'; sentAt: Date }
  | { state: 'WAITING'; nextAttemptAt: Date; reason: string }
  | { state: 'FAILED'; reason: string };

export async function noteAttempt(
  db: Db,
  { id, attempts, claims }: Pick<ClaimedMail, 'id' | 'attempts' | 'claims'>,
  attempted: Attempted,
): Promise<void> {
  await mailTables(db)
    .updateTable('vitrine.mail')
    .set(({ eb, ref }) => ({
      state: attempted.state,
      reason: 'reason' in attempted ? attempted.reason : null,
      sent_at: attempted.state === 'SENT' ? attempted.sentAt : null,
      next_attempt_at: attempted.state === 'WAITING' ? attempted.nextAttemptAt : null,
      claimed_until: null,
      ...(attempted.state === 'SENT' && {
        body: eb.case().when('secret', '=', true).then(FORGOTTEN).else(ref('body')).end(),
        html: eb.case().when('secret', '=', true).then(null).else(ref('html')).end(),
      }),
    }))
    .where('id', '=', id)
    .where('claims', '=', claims)
    // Processes of an earlier release, beside which this one may run during an upgrade, count these alone.
    .where('attempts', '=', attempts)
    .where('state', '=', 'WAITING')
    .execute();
}

/** Stands where the text with a password or a link was. */
const FORGOTTEN = '(forgotten once it was delivered)';
const EXPIRED = '(forgotten after a day)';
/** True of a mail's text with a password, or a link that opens something, that is still there. */
export const holdsSecret = sql<boolean>`(secret and body not in (${FORGOTTEN}, ${EXPIRED}))`;

/**
 * Hours for which a password or a link that no server took is kept to be handed on, or to be put under way again (rule:
 * Passwords in the outbox).
 */
const SECRET_KEPT_HOURS = 24;

/** The instant after which a mail with a password or a link must have been written to be shown or kept. */
export const secretsSince = (now: Date): Date => new Date(now.getTime() - SECRET_KEPT_HOURS * HOUR_MS);

/**
 * Keeps mails with a password or a link that wait for a mail server: none is configured any more, and so they are
 * erased after a day like those that were written since. Other mails wait on.
 */
export async function keepSecrets(db: Db): Promise<void> {
  await mailTables(db)
    .updateTable('vitrine.mail')
    .set({ state: 'KEPT', next_attempt_at: null })
    .where(holdsSecret)
    .where('state', '=', 'WAITING')
    .execute();
}

/** The states of a mail that is not tried again by itself, whether a person has seen to it or not. */
export const GIVEN_UP = ['FAILED', 'DISMISSED'] as const;

/** Forgets the passwords and links of mails that were kept or given up, a day after they were written. Answers how many. */
export async function forgetSecrets(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await mailTables(db)
    .updateTable('vitrine.mail')
    .set({ body: EXPIRED, html: null })
    .where(holdsSecret)
    .where('state', 'in', ['KEPT', ...GIVEN_UP])
    .where('created_at', '<=', secretsSince(now))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Days that the text of a mail is kept after its delivery. */
export const TEXT_KEPT_DAYS = 180;
const PAGE = 1_000;

/**
 * Removes the texts of some more mails that were delivered long ago; gives how many, 0 when none is left. Key, recipient
 * and subject stay, so that a mail is never written twice.
 */
export async function removeOldTexts({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const before = new Date(clock().getTime() - TEXT_KEPT_DAYS * DAY_MS);
  const { numAffectedRows } = await sql`
    update vitrine.mail set body = '', html = null where id in (
      select id from vitrine.mail where state = 'SENT' and not secret and body <> '' and sent_at < ${before}
      order by sent_at limit ${PAGE})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Lets a mail that was kept or given up be delivered; false when it is neither, what it opens is forgotten or a day old
 * (rule: Passwords in the outbox), or the number is unknown.
 */
export async function deliverAgain(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await mailTables(db)
    .updateTable('vitrine.mail')
    .set({
      state: 'WAITING',
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      dismissed_by: null,
      dismissed_at: null,
    })
    .where('id', '=', id)
    .where('state', 'in', ['KEPT', ...GIVEN_UP])
    .where((where) =>
      where.or([
        where('secret', '=', false),
        where.and([holdsSecret, where('created_at', '>', secretsSince(now))]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Settles a mail that was given up, undelivered; false when it is not FAILED, or the number is unknown. */
export async function dismissMail(db: Db, id: number, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await mailTables(db)
    .updateTable('vitrine.mail')
    .set({ state: 'DISMISSED', dismissed_by: by, dismissed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

import { sql } from 'kysely';
import { COUNTED_EXACTLY } from '#contracts/api/history.ts';
import { mailResource, type MailResource } from '#contracts/api/mails.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import type { Clock } from '#services/platform/clock.ts';
import { answeredOnce } from '#services/platform/commands/index.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import {
  callGroup,
  isNarrowed,
  listFromDatabase,
  callKey,
  rowOf,
  type App,
  type Caller,
  type RestSelect,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { VENDOR_LINK_KEYS } from './mail.ts';
import { deliverAgain, dismissMail, GIVEN_UP, holdsSecret, secretsSince, TEXT_KEPT_DAYS } from './outbox.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['mail'] });

export type MailRoutesDeps = {
  db: Db;
  clock: Clock;
  /** A mail server is configured. */
  sending: boolean;
};

type Reader = Pick<Caller, 'showPrices'>;

/** The list of the outbox, for one caller. */
export const mailsAt = (now: Date, reader: Reader): RestSelect => ({
  select: sql`
    select id, key, recipient as "to", subject,
      case when body = '' then ${REMOVED} when ${hidden(now, reader)} then ${NOT_SHOWN} else body end as text,
      case when ${hidden(now, reader)} then null else html end as html, state, attempts, reason, attachment_name as attachment,
      ${instantOf('created_at')} as "createdAt", ${instantOf('next_attempt_at')} as "nextAttemptAt",
      ${instantOf('sent_at')} as "sentAt", dismissed_by as "dismissedBy",
      ${instantOf('dismissed_at')} as "dismissedAt", created_at, next_attempt_at, sent_at
    from vitrine.mail`,
  sortedBy: ['createdAt', 'to', 'subject', 'state', 'attempts', 'sentAt', 'nextAttemptAt'],
  order: ['createdAt', 'DESC'],
  names: ['to', 'subject'],
  behind: { createdAt: 'created_at', nextAttemptAt: 'next_attempt_at', sentAt: 'sent_at' },
  countedTo: COUNTED_EXACTLY,
  filteredBy: ['state', 'to', 'key'],
  searched: ['to', 'subject'],
});

const NOT_SHOWN = '(has a password or a link and is not shown)';
const REMOVED = `(removed ${TEXT_KEPT_DAYS} days after it was delivered)`;

const hidden = (now: Date, reader: Reader) =>
  sql`(${holdsSecret} and (not (state = 'KEPT' and created_at > ${secretsSince(now)})
    or ${isNarrowed(reader)} and starts_with(key, ${VENDOR_LINK_KEYS})))`;

/**
 * The outbox of the back office: every mail with its text, where it stands and why; for administrators. A
 * password or a link is shown only while its mail is kept for want of a mail server, for a day (rule: Passwords in the
 * outbox), a link to a vendor's own view with wholesale prices only (rule: Price modes).
 */
export function registerMailRoutes(app: App, { db, clock, sending }: MailRoutesDeps): void {
  const one = {
    params: rowParams,
    response: { 200: mailResource },
  };

  listFromDatabase(
    app,
    db,
    forAdministrators,
    { resource: 'mails', summary: 'The outbox', row: mailResource },
    ({ caller }) => mailsAt(clock(), caller),
  );

  app.get('/api/mails/:id', forAdministrators({ summary: 'One mail', ...one }), ({ params, caller }) =>
    mailOf(db, params.id, clock(), caller),
  );

  const again = { summary: 'Deliver a mail that was kept or given up', ...one };
  app.post('/api/mails/:id/deliver', forAdministrators(again), async (request) => {
    const { params, caller } = request;
    const { id } = params;
    const key = callKey(request, ['deliver-mail'], { id });
    if (!sending) {
      throw new Refusal(422, 'No mail server is configured: set SMTP_URL.', { code: 'NO_MAIL_SERVER' });
    }
    // Only the number is kept with the key: a mail's text is not.
    await answeredOnce({ db, clock }, key, one.params, async (tx) => {
      if (!(await deliverAgain(tx, id, clock()))) refuseDelivery(await mailOf(tx, id, clock(), caller));
      return { id };
    });
    return mailOf(db, id, clock(), caller);
  });

  const dismissing = { summary: 'Settle a mail that was given up, without delivering it', ...one };
  app.post('/api/mails/:id/dismiss', forAdministrators(dismissing), async ({ params: { id }, caller }) => {
    const dismissed = await dismissMail(db, id, caller.actor.username, clock());
    const mail = await mailOf(db, id, clock(), caller);
    if (!dismissed && mail.state !== 'DISMISSED')
      throw new Refusal(409, 'Only a mail that failed can be dismissed.');
    return mail;
  });
}

/** Throws Refusal 409: why a mail is not let be delivered. */
function refuseDelivery({ state }: MailResource): never {
  if (state === 'KEPT' || GIVEN_UP.some((one) => one === state))
    throw new Refusal(
      409,
      'What this mail opens is forgotten: send another one (reset the password, or send the link again).',
    );
  throw new Refusal(409, `This mail is ${state === 'SENT' ? 'delivered already' : 'being delivered'}.`);
}

async function mailOf(db: Db, id: number, now: Date, reader: Reader): Promise<MailResource> {
  const mail = await rowOf<MailResource>(db, mailsAt(now, reader), id);
  if (!mail) throw new Refusal(404, `There is no mail ${id}.`);
  return mail;
}

import { sql } from 'kysely';
import { MAIL_STATES, type MailResource } from '#contracts/api/mails.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { sample, secondsSince, worseWhenMore, type MetricSource } from '#services/platform/metrics/index.ts';

const mails = worseWhenMore(
  'vitrine_mails',
  'Mails of the outbox by state: KEPT without a mail server, WAITING to be delivered, SENT, FAILED for good, DISMISSED by a person after that.',
);
const oldest = worseWhenMore(
  'vitrine_mail_oldest_waiting_seconds',
  'Age of the oldest mail that waits to be delivered; 0 when none waits.',
);

/** How many mails of the outbox are in which state. */
export async function countMails(db: Db): Promise<ReadonlyMap<MailResource['state'], number>> {
  const { rows } = await sql<{ state: MailResource['state']; count: number }>`
    select state, count(*)::int as count from vitrine.mail group by state`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** The outbox by state. */
export function mailMetrics({ db, clock }: { db: Db; clock: Clock }): MetricSource {
  return {
    families: [mails, oldest],
    always: [
      ...MAIL_STATES.map((state) => ({ family: mails.name, labels: { state } })),
      { family: oldest.name, labels: {} },
    ],
    async read() {
      const counts = await countMails(db);
      const waiting = await sql<{ oldest: Date | null }>`
        select min(created_at) as oldest from vitrine.mail where state = 'WAITING'`.execute(db);
      return [
        ...MAIL_STATES.map((state) => sample(mails.name, { state }, counts.get(state) ?? 0)),
        sample(oldest.name, {}, secondsSince(waiting.rows[0]?.oldest, clock())),
      ];
    },
  };
}

import { sql, type Kysely } from 'kysely';

type MailRow = {
  id: number;
  state: string;
  attempts: number;
  reason: string | null;
  body: string;
  html: string | null;
  sent_at: Date | null;
};

/** A mail to send, with the key in its subject and its text. */
export const mail = (key: string, more: object = {}) => ({
  to: 'anna@example.com',
  subject: `About ${key}`,
  text: `Text of ${key}`,
  key,
  ...more,
});

/** The row of the outbox with this key. */
export async function mailRow(db: Kysely<unknown>, key: string): Promise<MailRow> {
  const { rows } =
    await sql<MailRow>`select id::int, state, attempts, reason, body, html, sent_at from vitrine.mail where key = ${key}`.execute(
      db,
    );
  return rows[0]!;
}

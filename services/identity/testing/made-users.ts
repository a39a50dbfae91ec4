import type { MailResource } from '#contracts/api/mails.ts';
import type { SmallVitrine } from '#tests/support/small-vitrine.ts';

let made = 0;

/** Makes a new user of customer 8, or as `more` says, and gives its username. */
export async function newUser(vitrine: SmallVitrine, more: object = {}): Promise<string> {
  const username = `user-${++made}`;
  const admin = await vitrine.as('admin');
  const reply = await admin.post('/admin/newuser', {
    username,
    email: `${username}@example.com`,
    customerId: 8,
    ...more,
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return username;
}

/** The mails in the outbox to an address, as an administrator sees them. */
export async function mailsTo(vitrine: SmallVitrine, to: string): Promise<MailResource[]> {
  const admin = await vitrine.as('admin');
  return (await admin.get(`/api/mails?filter=${encodeURIComponent(JSON.stringify({ to }))}`))
    .json as MailResource[];
}

/** The password that a mail names; empty when it names none. */
export const passwordIn = ({ text }: MailResource): string => /Password: (\S+)/.exec(text)?.[1] ?? '';

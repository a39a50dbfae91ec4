import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailResource } from '#contracts/api/mails.ts';
import type { ReferralResource } from '#contracts/api/referrals.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine({
    VITRINE_HOUSE_EMAIL: 'house@example.com',
    VITRINE_PUBLIC_URL: 'https://vitrine.example.com',
    VITRINE_TRUST_PROXY: 'true',
  });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

let addresses = 0;
const referral = (more: object = {}) => ({
  gifterName: 'Anna Alder',
  gifterEmail: 'anna@example.com',
  recipientName: 'Bertil Birch',
  recipientEmail: `friend-${++addresses}@example.com`,
  ...more,
});
/** From an address of its own, unless one is given, so that the tests do not count for one another. */
const refer = (body: unknown, from = `203.0.113.${++addresses}`) =>
  vitrine.call('/admin/makecustomerreferral', body, { headers: { 'x-forwarded-for': from } });

async function listed(path: string, filter: object): Promise<unknown> {
  const admin = await vitrine.as('admin');
  return (await admin.get(`${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json;
}
const mailsTo = async (to: string) => (await listed('/api/mails', { to })) as MailResource[];
const referrals = async (recipientEmail: string) =>
  (await listed('/api/referrals', { recipientEmail })) as ReferralResource[];

test('anyone refers a friend: kept, mailed to the friend and to the house', async () => {
  const body = referral();
  const reply = await refer(body);
  expect([reply.status, reply.json]).toEqual([200, { message: 'Referral Sent' }]);
  expect(await referrals(body.recipientEmail)).toEqual([
    { id: expect.any(Number), createdAt: expect.any(String), ...body },
  ]);
  const [mail] = await mailsTo(body.recipientEmail);
  expect(mail!.subject).toBe('Anna Alder would like you to see Vitrine');
  expect(mail!.text).toContain('Dear Bertil Birch,');
  expect(mail!.text).toContain('https://vitrine.example.com\n');
  expect(mail!.text).not.toContain('anna@example.com');
  expect((await mailsTo('house@example.com'))[0]).toMatchObject({
    subject: 'Referral: Bertil Birch, by Anna Alder',
    text: expect.stringContaining(body.recipientEmail),
  });
});

test('the same friend referred again by the same person, immediately or later, is written to once', async () => {
  const body = referral();
  const replies = await Promise.all([
    refer(body),
    refer(body),
    refer({ ...body, gifterEmail: 'ANNA@example.com' }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await mailsTo(body.recipientEmail)).toHaveLength(1);
  expect(await referrals(body.recipientEmail)).toHaveLength(1);
});

test.each([
  [{ gifterName: '' }, 'gifterName', 'Enter your name.'],
  [{ gifterName: 'Win at https://casino.example' }, 'gifterName', /links/],
  [{ recipientName: 'www.casino.example' }, 'recipientName', /links/],
  [{ gifterName: 'casino.shop' }, 'gifterName', /links/],
  [{ gifterName: 'mailto:win' }, 'gifterName', /links/],
  [{ recipientName: 'Kasino。рф' }, 'recipientName', /links/],
  [{ recipientName: 'Bert\r\nBcc: x@example.com' }, 'recipientName', /links, line breaks or the signs/],
  [{ recipientName: 'x'.repeat(81) }, 'recipientName', /80/],
  [{ gifterEmail: 'anna' }, 'gifterEmail', /name@example.com/],
  [{ recipientEmail: 'a@example.com, b@example.com' }, 'recipientEmail', /name@example.com/],
  [{ recipientEmail: 'a@example.com\r\nBcc: b@example.com' }, 'recipientEmail', /name@example.com/],
  [{ recipientEmail: undefined }, 'recipientEmail', /missing/],
])('%j is refused, nothing is kept and no mail is sent', async (more, field, message) => {
  const count = async () => [
    ((await listed('/api/referrals', {})) as unknown[]).length,
    ((await listed('/api/mails', {})) as unknown[]).length,
  ];
  const before = await count();
  const reply = await refer(referral(more));
  expect([reply.status, reply.json]).toEqual([
    402,
    expect.objectContaining({ field, message: expect.stringMatching(message) }),
  ]);
  expect(await count()).toEqual(before);
});

test('a friend is not written to again and again, by any caller; an address may not ask without end', async () => {
  const recipientEmail = `Friend-${++addresses}@example.com`;
  const statuses = [];
  for (let number = 0; number < 5; number += 1)
    statuses.push((await refer(referral({ recipientEmail, gifterEmail: `g${number}@example.com` }))).status);
  expect(statuses).toEqual([200, 200, 200, 402, 402]);

  const busy = [];
  for (let number = 0; number < 22; number += 1) busy.push(await refer(referral(), '198.51.100.7'));
  expect(busy.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 402, 402]);
  expect(busy.at(-1)!.headers.get('retry-after')).not.toBeNull();
  expect((await refer(referral())).status).toBe(200);
});

test('the list is for administrators', async () => {
  expect((await vitrine.call('/api/referrals', undefined, { method: 'GET' })).status).toBe(401);
  for (const who of ['alder', 'rep'])
    expect((await (await vitrine.as(who)).get('/api/referrals')).status).toBe(403);
  const admin = await vitrine.as('admin');
  expect((await admin.get('/api/referrals?range=[0,0]')).headers.get('content-range')).toMatch(
    /^referrals 0-0\/\d+$/,
  );
});

test('a key used for one referral is refused for another, and repeats the one', async () => {
  const [body, other] = [referral(), referral()];
  const keyed = (sent: unknown) =>
    vitrine.call('/admin/makecustomerreferral', sent, {
      headers: { 'x-forwarded-for': `203.0.113.${++addresses}`, 'idempotency-key': 'referral-1' },
    });
  expect((await keyed(body)).status).toBe(200);
  expect((await keyed(body)).status).toBe(200);
  expect(await keyed(other)).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
  expect(await referrals(other.recipientEmail)).toEqual([]);
});

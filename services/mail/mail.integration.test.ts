import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { settableClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import {
  connectSmtp,
  createOutbox,
  deliverMails,
  mailMigrations,
  removeOldMailTexts,
  type DeliverMailsOptions,
} from './index.ts';
import { claimMails, deliverAgain, noteAttempt } from './outbox.ts';
import { mailsAt } from './routes.ts';
import { messageIdOf } from './smtp.ts';
import { mail, mailRow } from './testing/mail-rows.ts';
import { startSmtpServerForTests, type TestSmtpServer } from './testing/smtp-server.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

const PACE = { lookEveryMs: 20, deadlineMs: 3_000, leaseMs: 6_000, firstMs: 50, longestMs: 200 };
const FROM = 'office@example.com';
const patiently = { timeout: 60_000, interval: 20 };

let server: TestSmtpServer;
let database: Database;
const stops: (() => Promise<void>)[] = [];
const warnings: string[] = [];
/** The file store, as far as mails ask it. */
const stored = new Map<string, string>();
const files: DeliverMailsOptions['files'] = {
  async get(key) {
    const text = stored.get(key);
    const bytes = Buffer.from(text ?? '');
    return text === undefined ? undefined : { bytes, size: bytes.length, contentType: 'application/pdf' };
  },
};

beforeAll(async () => {
  server = await startSmtpServerForTests();
});
afterAll(() => server.kill());

beforeEach(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, mailMigrations);
  warnings.length = 0;
  await server.behave('well');
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await database.close();
});

const now = () => new Date();
const outbox = (sending = true) => createOutbox({ db: database.db, clock: now, sending });
async function deliver(pace = PACE): Promise<void> {
  const stop = new AbortController();
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const postman = await connectSmtp({ url: server.url, from: FROM, timeoutMs: 1_000 });
  const { signal } = stop;
  const options = { db: database.db, clock: now, postman, files, log, signal, work: polledWork(), pace };
  const delivering = deliverMails(options);
  stops.push(async () => {
    stop.abort();
    await delivering;
  });
}

const rowOf = (key: string) => mailRow(database.db, key);
const stateOf = async (key: string) => (await rowOf(key)).state;
const received = (key: string) =>
  server.received().filter(({ message }) => message.includes(`Subject: About ${key}\r\n`));

test('a mail is delivered once, whatever number of times it was sent, with what it should have', async () => {
  const sendMail = outbox();
  await Promise.all(Array.from({ length: 5 }, () => sendMail(mail('once', { html: '<p>Text</p>' }))));
  await deliver();
  await expect.poll(() => stateOf('once'), patiently).toBe('SENT');
  await sendMail(mail('once', { text: 'something else' }));
  await sendMail(mail('next'));
  await expect.poll(() => stateOf('next'), patiently).toBe('SENT');
  expect(received('once')).toHaveLength(1);
  const [{ to, message }] = received('once') as [{ to: string[]; message: string }];
  expect(to).toEqual(['anna@example.com']);
  expect(message).toContain('From: Vitrine <office@example.com>\r\n');
  expect(message).toContain('To: anna@example.com\r\n');
  expect(message).toContain(`Message-ID: ${messageIdOf('once', FROM)}\r\n`);
  expect(message).toContain('Auto-Submitted: auto-generated\r\n');
  expect(message).toContain('Text of once');
});

test('without a mail server mails are kept, and not sent by themselves when there is one', async () => {
  await outbox(false)(mail('kept'));
  await deliver();
  await outbox()(mail('later'));
  await expect.poll(() => stateOf('later'), patiently).toBe('SENT');
  expect(await rowOf('kept')).toMatchObject({ state: 'KEPT', attempts: 0 });
  expect(received('kept')).toEqual([]);
  const { id } = await rowOf('kept');
  expect(await deliverAgain(database.db, id, now())).toBe(true);
  await expect.poll(() => stateOf('kept'), patiently).toBe('SENT');
  expect(await deliverAgain(database.db, id, now())).toBe(false);
});

test('a mail of a transaction that is rolled back is never sent', async () => {
  const sendMail = outbox();
  const failing = database.db.transaction().execute(async (tx) => {
    await sendMail(mail('rolled back'), tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const { rows } = await sql`select 1 from vitrine.mail`.execute(database.db);
  expect(rows).toEqual([]);
});

test('the text of a mail is removed half a year after it was delivered; its key stays', async () => {
  const { db, pool } = database;
  const send = outbox();
  await Promise.all(['old', 'new', 'waiting'].map((key) => send(mail(key, { html: '<p>' }))));
  await pool.query(`
    update vitrine.mail set state = 'SENT', sent_at = now() - interval '1 day' *
      case key when 'old' then 181 else 179 end where key <> 'waiting'`);
  const options = { db, clock: now };
  expect([await removeOldMailTexts(options), await removeOldMailTexts(options)]).toEqual([1, 0]);
  const { rows } = await pool.query('select key, recipient, body, html from vitrine.mail order by key');
  expect(rows).toEqual([
    { key: 'new', recipient: 'anna@example.com', body: 'Text of new', html: '<p>' },
    { key: 'old', recipient: 'anna@example.com', body: '', html: null },
    { key: 'waiting', recipient: 'anna@example.com', body: 'Text of waiting', html: '<p>' },
  ]);
  expect(await send(mail('old'))).toBe(false);
});

test('a page of the outbox is read from an index', async () => {
  await database.pool.query(`
    insert into vitrine.mail (key, recipient, subject, body, secret, state, created_at)
    select 'mail/' || n, 'anna@example.com', 'S', 'T', false, 'KEPT', now() - n * interval '1 minute'
    from generate_series(1, 20000) as n;
    analyze vitrine.mail`);
  const { select, behind } = mailsAt(now(), { showPrices: 'NONE' });
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from (${select}) as found order by ${sql.ref(behind!['createdAt']!)} desc nulls last,
      id desc nulls last limit 25`.execute(database.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('mail_newest');
});

test('a password is forgotten once it is delivered', async () => {
  const sendMail = outbox();
  await sendMail(mail('secret', { secret: true, html: '<b>secret</b>' }));
  expect((await rowOf('secret')).body).toBe('Text of secret');
  await deliver();
  await expect.poll(() => stateOf('secret'), patiently).toBe('SENT');
  expect(await rowOf('secret')).toMatchObject({ body: '(forgotten once it was delivered)', html: null });
  expect(received('secret')[0]?.message).toContain('Text of secret');
});

test.each([
  ['busy', /451 come back later/],
  ['rubbish', /[Gg]reeting/],
  ['silent', /[Tt]imeout|[Gg]reeting never received/],
  ['refuses senders', /550 sender not allowed/],
])(
  'a server that is %s: the mail waits with the reason, and goes out when the server is well',
  async (mode, reason) => {
    await server.behave(mode);
    await outbox()(mail(`during ${mode}`));
    await deliver();
    await expect.poll(async () => (await rowOf(`during ${mode}`)).attempts, patiently).toBeGreaterThan(1);
    await expect.poll(async () => (await rowOf(`during ${mode}`)).reason, patiently).toMatch(reason);
    expect(warnings.filter((line) => line.includes('is tried again'))).toHaveLength(1);
    await server.behave('well');
    await expect.poll(() => stateOf(`during ${mode}`), patiently).toBe('SENT');
    expect(received(`during ${mode}`)).toHaveLength(1);
    expect((await rowOf(`during ${mode}`)).reason).toBeNull();
  },
);

test('a mailbox that does not exist is not tried again; the others go out', async () => {
  await server.behave('refuses recipients');
  const sendMail = outbox();
  await sendMail(mail('nobody'));
  await deliver();
  await expect.poll(() => stateOf('nobody'), patiently).toBe('FAILED');
  expect(await rowOf('nobody')).toMatchObject({
    attempts: 1,
    reason: expect.stringContaining('550 no such mailbox'),
  });
  await server.behave('well');
  await sendMail(mail('somebody'));
  await expect.poll(() => stateOf('somebody'), patiently).toBe('SENT');
  expect(received('nobody')).toEqual([]);
});

test('a mail that no server takes for some two days is given up, and tried as often again when it is delivered again', async () => {
  // Given a busy server, and a mail that has but one attempt left
  await server.behave('busy');
  await outbox()(mail('given up'));
  await sql`update vitrine.mail set attempts = 54`.execute(database.db);
  // When that attempt fails, then it is given up
  await deliver();
  await expect.poll(() => stateOf('given up'), patiently).toBe('FAILED');
  expect(await rowOf('given up')).toMatchObject({ attempts: 55, reason: expect.stringContaining('451') });
  // And when a person has it delivered again, then its attempts begin anew
  const { rows } = await sql<{ id: number }>`select id::int from vitrine.mail`.execute(database.db);
  expect(await deliverAgain(database.db, rows[0]!.id, now())).toBe(true);
  await server.behave('well');
  await expect.poll(() => stateOf('given up'), patiently).toBe('SENT');
  expect((await rowOf('given up')).attempts).toBeLessThan(55);
});

test('a slow server gets the mail once; one slower than the patience gets it again under the same Message-ID', async () => {
  await server.behave('slow', 400);
  await outbox()(mail('slow'));
  await deliver();
  await expect.poll(() => stateOf('slow'), patiently).toBe('SENT');
  expect(received('slow')).toHaveLength(1);

  await server.behave('slow', 60_000);
  await outbox()(mail('too slow'));
  await expect.poll(() => received('too slow').length, patiently).toBeGreaterThan(1);
  await server.behave('well');
  await expect.poll(() => stateOf('too slow'), patiently).toBe('SENT');
  const ids = received('too slow').map(({ message }) => /^Message-ID: (.*)$/im.exec(message)?.[1]);
  expect(new Set(ids)).toEqual(new Set([messageIdOf('too slow', FROM)]));
});

test('given a server that is longer silent than it may be at the greeting, when it takes a mail within the deadline, then it gets it once', async () => {
  await server.behave('slow', 1_500);
  await outbox()(mail('patience'));
  await deliver();
  await expect.poll(() => stateOf('patience'), patiently).toBe('SENT');
  expect(received('patience')).toHaveLength(1);
  expect((await rowOf('patience')).attempts).toBe(1);
});

test('given a mail that its server is slow to take, when others come, then they do not wait for it', async () => {
  // Given a mail that is under way, and stays so
  await server.behave('slow', 4_000);
  await outbox()(mail('held up'));
  await deliver({ ...PACE, deadlineMs: 20_000, leaseMs: 40_000 });
  await expect.poll(() => received('held up').length, patiently).toBe(1);
  // When more come than go out side by side
  await server.behave('well');
  const keys = Array.from({ length: 12 }, (_, index) => `other-${index}`);
  for (const key of keys) await outbox()(mail(key));
  // Then all of them go out before it, and it arrives once
  for (const key of keys) await expect.poll(() => stateOf(key), patiently).toBe('SENT');
  expect(await stateOf('held up')).toBe('WAITING');
  await expect.poll(() => stateOf('held up'), patiently).toBe('SENT');
  expect(received('held up')).toHaveLength(1);
});

test('two that deliver at the same time never have the same mail', async () => {
  const sendMail = outbox();
  const keys = Array.from({ length: 60 }, (_, index) => `shared-${index}`);
  await Promise.all(keys.map((key) => sendMail(mail(key))));
  await deliver();
  await deliver();
  for (const key of keys) await expect.poll(() => stateOf(key), patiently).toBe('SENT');
  for (const key of keys) expect(received(key), key).toHaveLength(1);
});

const leaseRunsOut = (key: string) =>
  sql`update vitrine.mail set claimed_until = clock_timestamp() where key = ${key}`.execute(database.db);

test('a mail under delivery is not sent again by a machine whose clock is ahead', async () => {
  // Given a mail that one machine delivers, and another machine whose clock is an hour ahead.
  const here = settableClock('2026-03-02T10:00:00.000Z');
  const ahead = settableClock('2026-03-02T11:00:00.000Z');
  await createOutbox({ db: database.db, clock: here.now, sending: true })(mail('under delivery'));
  expect(await claimMails(database.db, here.now(), 60_000, 8)).toHaveLength(1);
  // When the other looks for mails, then it finds none until the first one's time is over.
  expect(await claimMails(database.db, ahead.now(), 60_000, 8)).toEqual([]);
  await leaseRunsOut('under delivery');
  const [claimed] = await claimMails(database.db, ahead.now(), 60_000, 8);
  expect(claimed?.attempts).toBe(2);
  // And one that is to be tried again is free for both once its pause is over.
  await noteAttempt(database.db, claimed!, { state: 'WAITING', nextAttemptAt: here.now(), reason: 'busy' });
  expect(await claimMails(database.db, here.now(), 60_000, 8)).toHaveLength(1);
});

test('an attempt whose lease ran out does not overwrite what the next one came to', async () => {
  const clock = settableClock('2026-03-02T10:00:00.000Z');
  const sendMail = createOutbox({ db: database.db, clock: clock.now, sending: true });
  await sendMail(mail('leased'));
  const [first] = await claimMails(database.db, clock.now(), 60_000, 8);
  expect(await claimMails(database.db, clock.now(), 60_000, 8)).toEqual([]);
  clock.advance(60_000);
  await leaseRunsOut('leased');
  const [second] = await claimMails(database.db, clock.now(), 60_000, 8);
  expect(second?.attempts).toBe(2);
  await noteAttempt(database.db, first!, { state: 'FAILED', reason: 'too late' });
  expect(await stateOf('leased')).toBe('WAITING');
  await noteAttempt(database.db, second!, { state: 'SENT', sentAt: clock.now() });
  expect(await stateOf('leased')).toBe('SENT');
});

test('nor what the first attempt comes to after a person has it delivered again', async () => {
  const clock = settableClock('2026-03-02T10:00:00.000Z');
  const sendMail = createOutbox({ db: database.db, clock: clock.now, sending: true });
  await sendMail(mail('hung'));
  const [hung] = await claimMails(database.db, clock.now(), 60_000, 8);
  clock.advance(60_000);
  await leaseRunsOut('hung');
  const [refused] = await claimMails(database.db, clock.now(), 60_000, 8);
  await noteAttempt(database.db, refused!, { state: 'FAILED', reason: 'no such mailbox' });
  expect(await deliverAgain(database.db, hung!.id, clock.now())).toBe(true);
  const [again] = await claimMails(database.db, clock.now(), 60_000, 8);
  expect(again?.attempts).toBe(hung!.attempts);
  await noteAttempt(database.db, hung!, { state: 'FAILED', reason: 'too late' });
  expect(await stateOf('hung')).toBe('WAITING');
  await noteAttempt(database.db, again!, { state: 'SENT', sentAt: clock.now() });
  expect(await stateOf('hung')).toBe('SENT');
});

test('a file goes along under its name; one that the store does not have yet is waited for', async () => {
  const attachment = { fileName: 'Façade, April.pdf', key: 'invoices/7/abc.pdf' };
  await outbox()(mail('with a file', { attachment }));
  await deliver();
  await expect
    .poll(async () => (await rowOf('with a file')).reason, patiently)
    .toMatch(/invoices\/7\/abc.pdf is not in the file store/);
  expect((await rowOf('with a file')).state).toBe('WAITING');
  stored.set(attachment.key, '%PDF-1.7 invoice');
  await expect.poll(async () => (await rowOf('with a file')).state, patiently).toBe('SENT');
  const { message } = server.received().find((one) => one.message.includes('About with a file'))!;
  expect(message).toContain('Content-Type: application/pdf');
  expect(message).toMatch(/filename\*0?\*?=utf-8''Fa%C3%A7ade/i);
  expect(message).toContain(Buffer.from('%PDF-1.7 invoice').toString('base64'));
  expect(message).toContain('Text of with a file');
});

test('a process that hung after it had claimed a mail leaves it to the next attempt', async () => {
  await outbox()(mail('hung'));
  const pace = { ...PACE, deadlineMs: 1_000, leaseMs: 5_000 };
  const hanging = await database.pool.connect();
  await hanging.query('begin; lock table vitrine.mail in exclusive mode');
  await deliver(pace);
  await sleep(pace.deadlineMs * 2);
  await hanging.query('commit');
  hanging.release();
  const attempts = async () => (await rowOf('hung')).attempts;
  await expect.poll(attempts, patiently).toBe(1);
  await sleep(pace.deadlineMs);
  expect(received('hung')).toEqual([]);
  await expect.poll(() => received('hung').length, patiently).toBe(1);
  expect(await attempts()).toBe(2);
});

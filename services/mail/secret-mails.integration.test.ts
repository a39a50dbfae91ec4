import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { createOutbox, mailMigrations } from './index.ts';
import { deliverAgain, dismissMail, forgetSecrets, keepSecrets } from './outbox.ts';
import { mail, mailRow } from './testing/mail-rows.ts';

let database: Database;
beforeEach(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, mailMigrations);
});
afterEach(() => database.close());

const now = () => new Date();
const outbox = (sending = true) => createOutbox({ db: database.db, clock: now, sending });
const rowOf = (key: string) => mailRow(database.db, key);
const stateOf = async (key: string) => (await rowOf(key)).state;

test('a password that was not fetched is erased after a day, and its mail is not delivered any more', async () => {
  const sendMail = outbox(false);
  await sendMail(mail('welcome', { secret: true, html: '<b>secret</b>' }));
  await sendMail(mail('plain'));
  await outbox()(mail('on its way', { secret: true }));
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  expect(await forgetSecrets(database.db, hours(23))).toBe(0);
  // From that moment, not only once it is erased
  expect(await deliverAgain(database.db, (await rowOf('welcome')).id, hours(24))).toBe(false);
  expect(await forgetSecrets(database.db, hours(24))).toBe(1);
  expect(await forgetSecrets(database.db, hours(25))).toBe(0);
  expect((await rowOf('welcome')).body).toBe('(forgotten after a day)');
  expect((await rowOf('plain')).body).toBe('Text of plain');
  expect((await rowOf('on its way')).body).toBe('Text of on its way');
  const { rows } = await sql<{ id: number; html: string | null }>`
    select id::int, html from vitrine.mail where key in ('welcome', 'plain') order by id`.execute(
    database.db,
  );
  expect(rows.map(({ html }) => html)).toEqual([null, null]);
  expect(await deliverAgain(database.db, rows[0]!.id, now())).toBe(false);
  expect(await deliverAgain(database.db, rows[1]!.id, now())).toBe(true);
});

test('a password whose mail was given up is erased after a day, also when a person has dismissed it', async () => {
  // Given two mails with a password that were given up, one of them dismissed since
  for (const key of ['given up', 'dismissed']) await outbox()(mail(key, { secret: true, html: '<b>it</b>' }));
  await sql`update vitrine.mail set state = 'FAILED', next_attempt_at = null`.execute(database.db);
  expect(await dismissMail(database.db, (await rowOf('dismissed')).id, 'admin', now())).toBe(true);
  // When a day is over, then neither holds what it opened
  expect(await forgetSecrets(database.db, new Date(Date.now() + 24 * 3_600_000))).toBe(2);
  const forgotten = { body: '(forgotten after a day)', html: null };
  expect(await rowOf('given up')).toMatchObject({ ...forgotten, state: 'FAILED' });
  expect(await rowOf('dismissed')).toMatchObject({ ...forgotten, state: 'DISMISSED' });
});

test('a password that waits for a mail server that is no longer configured is kept, and erased after a day', async () => {
  await outbox()(mail('new', { secret: true }));
  await outbox()(mail('other'));
  await outbox()(mail('given up', { secret: true }));
  await sql`update vitrine.mail set state = 'FAILED' where key = 'given up'`.execute(database.db);
  await keepSecrets(database.db);
  const states = [await stateOf('new'), await stateOf('other'), await stateOf('given up')];
  expect(states).toEqual(['KEPT', 'WAITING', 'FAILED']);
  expect(await forgetSecrets(database.db, new Date(Date.now() + 24 * 3_600_000))).toBe(2);
});

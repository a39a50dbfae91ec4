import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';
import { createOutbox, mailMigrations } from './index.ts';
import { startSmtpServerForTests, type TestSmtpServer } from './testing/smtp-server.ts';

let url: string;
let database: Database;
let server: TestSmtpServer;
const patiently = { timeout: 120_000, interval: 100 };

beforeAll(async () => {
  url = await testDatabase();
  database = connectDatabase(url);
  await migrate(database.pool, mailMigrations);
  server = await startSmtpServerForTests();
});
afterAll(async () => {
  await server.kill();
  await database.close();
});

async function sent(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from vitrine.mail where state = 'SENT'`.execute(database.db);
  return rows[0]!.count;
}

test('kill -9 of the mail server and of Vitrine, between and in the middle: every mail arrives, none as two mails', async () => {
  const sendMail = createOutbox({ db: database.db, clock: () => new Date(), sending: true });
  const keys = Array.from({ length: 40 }, (_, index) => `mail-${index}`);
  for (const key of keys) await sendMail({ to: 'anna@example.com', subject: key, text: key, key });
  const running: RunningProcess[] = [];
  const start = async (): Promise<RunningProcess> => {
    const program = startProgram('services/mail/testing/delivery-program.ts', [], {
      TEST_URL: url,
      TEST_SMTP: server.url,
    });
    running.push(program);
    await program.printed(/delivering/);
    return program;
  };
  try {
    // The server takes a mail and dies before it has confirmed it.
    await server.behave('dies after data');
    const first = await start();
    await expect.poll(() => server.received().length, patiently).toBeGreaterThan(0);
    await server.restart();
    // The one who delivers dies while the server has taken mails and not yet answered.
    await server.behave('slow', 300);
    await expect.poll(sent, patiently).toBeGreaterThan(3);
    await first.destroy();
    const before = await sent();
    expect(before).toBeLessThan(keys.length);
    await start();
    await expect.poll(sent, patiently).toBe(keys.length);
  } finally {
    await Promise.all(running.map((program) => program.destroy()));
  }
  const ids = server.received().map(({ message }) => {
    const [, id = '', key = ''] = /^Message-ID: (\S+)[\s\S]*^\r\n(mail-\d+)/m.exec(message) ?? [];
    return { id, key };
  });
  expect(new Set(ids.map(({ key }) => key))).toEqual(new Set(keys));
  // What arrived twice is the same mail to its reader.
  expect(new Set(ids.map(({ id }) => id)).size).toBe(keys.length);
});

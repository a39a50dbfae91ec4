import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements } from '#tests/support/count-statements.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { openEventLog, type EventLog } from './event-log.ts';
import { ANYONE } from './access.ts';
import type { WriteRequest } from './write-requests.ts';

/** What the log remembers of streams, and what it asks Postgres for. */
let url: string;
let log: EventLog;
let statements: () => number;

beforeAll(async () => {
  statements = countStatements();
  url = await testDatabase();
  log = await openEventLog({ databaseUrl: url, log: () => undefined });
});
afterAll(() => log.close());

const append = (stream: string): WriteRequest => ({
  kind: 'append',
  stream,
  expected: 'any',
  events: [
    { id: randomUUID(), type: 't', isJson: true, data: Buffer.from('{}'), metadata: Buffer.from('{}') },
  ],
  caller: ANYONE,
  deadline: undefined,
});

test('a stream without events is looked up once, as long as it has none', async () => {
  const before = statements();
  for (let read = 0; read < 3; read++) expect(await log.stateOf('cart-8')).toMatchObject({ revision: -1 });
  expect(statements() - before).toBe(1);
  await log.write(append('cart-8'));
  expect(await log.stateOf('cart-8')).toMatchObject({ revision: 0 });
});

test('an answer that a commit overtook is not remembered', async () => {
  for (let round = 0; round < 100; round++) {
    const stream = `cart-${1000 + round}`;
    await Promise.all([log.stateOf(stream), log.write(append(stream)), log.stateOf(stream)]);
    expect(await log.stateOf(stream)).toMatchObject({ revision: 0 });
  }
});

test('questions wait for their turn, however slow Postgres is', async () => {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query('begin; lock table event_store.events in access exclusive mode');
  const answers = Promise.allSettled(Array.from({ length: 20 }, (_, index) => log.stateOf(`slow-${index}`)));
  // Longer than connecting may take.
  await sleep(6_000);
  await database.query('commit');
  await database.end();
  expect((await answers).filter(({ status }) => status !== 'fulfilled')).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { commandMigrations, underItsKey } from './index.ts';

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, commandMigrations);
});
afterAll(() => database.close());

const context = () => ({ db: database.db, clock: () => new Date() });
const use = <Answer>(commandId: string, bodyHash: string, work: (repeated: boolean) => Promise<Answer>) =>
  underItsKey(context(), { commandId, bodyHash }, work);
const whether = async (repeated: boolean) => repeated;
const reused = { status: 409, code: 'KEY_REUSED' };

test('of several bodies sent in parallel under one key one is carried out, the others are refused (rule: Repeated commands)', async () => {
  const key = randomUUID();
  const carriedOut: string[] = [];
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c', 'd', 'e'].map((body) => use(key, body, async () => void carriedOut.push(body))),
  );
  expect(carriedOut).toHaveLength(1);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refused).toHaveLength(4);
  for (const reason of refused) expect(reason).toMatchObject(reused);
});

test('one body sent twice in parallel is carried out by both, who find each other by their event ids', async () => {
  const key = randomUUID();
  expect(await Promise.all([use(key, 'a', whether), use(key, 'a', whether)])).toContain(false);
  expect(await use(key, 'a', whether)).toBe(true);
});

test('a process that dies between the append and the note leaves the key to its own body', async () => {
  const key = randomUUID();
  const died = new Error('the process died');
  await expect(use(key, 'a', () => Promise.reject(died))).rejects.toBe(died);
  await expect(use(key, 'b', whether)).rejects.toMatchObject(reused);
  expect(await use(key, 'a', whether)).toBe(false);
  expect(await use(key, 'a', whether)).toBe(true);
  await expect(use(key, 'b', whether)).rejects.toMatchObject(reused);
});

test('a refusal leaves the key free, but not while the same body is under way elsewhere', async () => {
  const key = randomUUID();
  const refuse = () => Promise.reject(new Refusal(402, 'No.'));
  await expect(use(key, 'a', refuse)).rejects.toMatchObject({ status: 402 });
  let end: (() => void) | undefined;
  const underWay = use(key, 'b', () => new Promise<void>((resolve) => (end = resolve)));
  // Only then has it claimed the key, which another may do before.
  await expect.poll(() => end).toBeDefined();
  await expect(use(key, 'b', refuse)).rejects.toMatchObject({ status: 402 });
  await expect(use(key, 'a', whether)).rejects.toMatchObject(reused);
  end?.();
  await underWay;
  await expect(use(key, 'a', whether)).rejects.toMatchObject(reused);
  expect(await use(key, 'b', whether)).toBe(true);
});

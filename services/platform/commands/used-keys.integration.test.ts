import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { answeredOnce, commandMigrations, forgetOldKeys, notedOnce, oncePerKey } from './index.ts';

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, commandMigrations);
});
afterAll(() => database.close());

const context = () => ({ db: database.db, clock: () => new Date() });
const use = <Answer>(commandId: string, bodyHash: string, work: (repeated: boolean) => Promise<Answer>) =>
  oncePerKey(context(), { commandId, bodyHash }, work);
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

test('a refusal leaves the key free, also where another body was refused meanwhile', async () => {
  const key = randomUUID();
  let refuse: (() => void) | undefined;
  const underWay = use(
    key,
    'a',
    () => new Promise<void>((_, reject) => (refuse = () => reject(new Refusal(402, 'No.')))),
  );
  await expect.poll(() => refuse).toBeDefined();
  await expect(use(key, 'b', whether)).rejects.toMatchObject(reused);
  refuse?.();
  await expect(underWay).rejects.toMatchObject({ status: 402 });
  expect(await use(key, 'b', whether)).toBe(false);
  await expect(use(key, 'a', whether)).rejects.toMatchObject(reused);
});

test.each([
  ['refused', new Refusal(402, 'No.')],
  ['left without a known end', new Error('the event store does not answer')],
])(
  'a key is remembered for 30 days from when it was carried out, also where it was %s long before',
  async (_, first) => {
    const key = { commandId: randomUUID(), bodyHash: 'a' };
    const on = (day: string) => ({ db: database.db, clock: () => new Date(`${day}T12:00:00Z`) });
    await expect(oncePerKey(on('2026-01-01'), key, () => Promise.reject(first))).rejects.toBe(first);
    expect(await oncePerKey(on('2026-01-29'), key, whether)).toBe(false);
    await forgetOldKeys(on('2026-02-02'));
    expect(await oncePerKey(on('2026-02-02'), key, whether)).toBe(true);
  },
);

test('of two calls at the same moment that both note an answer, the first one’s is given from then on', async () => {
  const key = { commandId: randomUUID(), bodyHash: 'a' };
  const noting = (answer: string) =>
    notedOnce(context(), key, z.string(), async ({ note, noted }) => {
      await bothHaveCome();
      if (answer === 'second') await expect.poll(() => noted(database.db)).toBe('first');
      await note(database.db, answer);
      return answer;
    });
  let come = 0;
  const bothHaveCome = async () => {
    come += 1;
    await expect.poll(() => come).toBe(2);
  };
  expect(await Promise.all([noting('first'), noting('second')])).toEqual(['first', 'second']);
  expect(await noting('third')).toBe('first');
});

test('a command of plain tables sent twice at the same moment is carried out once, and both get its answer', async () => {
  const key = { commandId: randomUUID(), bodyHash: 'a' };
  let times = 0;
  const send = () =>
    answeredOnce(context(), key, z.number(), async (tx) => {
      times += 1;
      // Long enough for the other to come as far as it can.
      await sql`select pg_sleep(0.1)`.execute(tx);
      return times;
    });
  expect(await Promise.all([send(), send(), send()])).toEqual([1, 1, 1]);
  expect([await send(), times]).toEqual([1, 1]);
});

import { sql } from 'kysely';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Db, Migration } from '../database/index.ts';
import { keyReused, Refusal } from '../refusal.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';

export const usedKeyMigrations: readonly Migration[] = [
  {
    name: 'used-key',
    sql: `create table vitrine.used_key (command_id uuid primary key, body_hash text not null)`,
  },
  {
    name: 'used-key-2',
    // Since when it is known: those from before this column count as used now.
    sql: `
      alter table vitrine.used_key add column used_at timestamptz not null default now();
      create index used_key_used_at on vitrine.used_key (used_at);`,
  },
  {
    name: 'used-key-3',
    // A key is claimed before its command writes: how many hold the claim, whether the command was carried out, and what
    // it answered where no events say so.
    sql: `
      alter table vitrine.used_key
        add column done boolean not null default true,
        add column under_way int not null default 0,
        add column answer jsonb;`,
  },
];

/** A caller's key, scoped by what it is used for, and the hash of the body that it was used with. */
export type Key = { commandId: string; bodyHash: string };

/** How long a key is remembered: far longer than any client repeats a request. */
const KEPT_DAYS = 30;
const TRIMMED_AT_ONCE = 10_000;

/**
 * Forgets keys that were used more than 30 days ago, about ten thousand in one call. A command repeated under a
 * forgotten key is decided as a new one. Returns how many were forgotten.
 */
export async function forgetOldKeys({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const before = new Date(clock().getTime() - KEPT_DAYS * DAY_MS);
  const { numAffectedRows = 0n } = await sql`
    delete from vitrine.used_key where command_id in (
      select command_id from vitrine.used_key where used_at < ${before} order by used_at limit ${TRIMMED_AT_ONCE})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/**
 * Carries a command out under its key: the same key with another body is refused (rule: Repeated commands), also where
 * that body would go to another stream, and also while the first is under way or when its end is not known. So the key
 * is claimed for its body before anything is written. `carryOut` learns whether the command was carried out before. A
 * refusal wrote nothing and leaves the key free; any other failure may have written and leaves it claimed, so that only
 * the same body may come again. Throws Refusal 409, and what `carryOut` throws.
 */
export async function oncePerKey<Answer>(
  context: { db: Db; clock: Clock },
  key: Key,
  carryOut: (repeated: boolean) => Promise<Answer>,
): Promise<Answer> {
  const repeated = await claim(context, key);
  if (repeated) return carryOut(true);
  let answer: Answer;
  try {
    answer = await carryOut(false);
  } catch (error) {
    if (error instanceof Refusal) await release(context.db, key);
    throw error;
  }
  await sql`
    update vitrine.used_key set done = true, used_at = ${context.clock()}
    where command_id = ${key.commandId}`.execute(context.db);
  return answer;
}

/**
 * Carries a command out that writes to plain tables, once under its key: what it wrote, its answer and the note that it
 * was done are one transaction, and repeated it gives that answer. Throws Refusal 409 for the key of another body, and
 * what `work` throws.
 */
export async function answeredOnce<Answer>(
  context: { db: Db; clock: Clock },
  key: Key,
  answers: z.ZodType<Answer>,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  return oncePerKey(context, key, () =>
    context.db.transaction().execute(async (tx) => {
      // Of two calls with the same body, the second waits here for the answer of the first.
      const { rows } = await sql<{ answer: unknown }>`
        select answer from vitrine.used_key where command_id = ${key.commandId} for update`.execute(tx);
      if (rows[0]?.answer !== null) return answers.parse(rows[0]?.answer);
      const answer = await work(tx);
      await sql`
        update vitrine.used_key set done = true, answer = ${JSON.stringify(answer)}::jsonb
        where command_id = ${key.commandId}`.execute(tx);
      return answer;
    }),
  );
}

/** For the transaction of a command that notes its own answer. */
export type Noting<Answer> = {
  /** Notes the answer under the key. */
  note(tx: Db, answer: Answer): Promise<void>;
  /** What is noted by now: by a call of the same key at the same moment; null when nothing is. */
  noted(tx: Db): Promise<Answer | null>;
};

/**
 * Carries a command out whose transaction is its own, once under its key: `work` notes its answer in that transaction by
 * what it is given, and repeated it gives that answer. Two at the same moment both come to `work`: where the second would
 * be refused for what the first did, it asks what is noted once it holds what both change. Throws Refusal 409 for the key
 * of another body, and what `work` throws.
 */
export async function notedOnce<Answer>(
  context: { db: Db; clock: Clock },
  key: Key,
  answers: z.ZodType<Answer>,
  work: (noting: Noting<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const noted = async (tx: Db): Promise<Answer | null> => {
    const { rows } = await sql<{ answer: unknown }>`
      select answer from vitrine.used_key where command_id = ${key.commandId}`.execute(tx);
    return rows[0]?.answer === null ? null : answers.parse(rows[0]?.answer);
  };
  const note = async (tx: Db, answer: Answer): Promise<void> => {
    await sql`
      update vitrine.used_key set answer = coalesce(answer, ${JSON.stringify(answer)}::jsonb)
      where command_id = ${key.commandId}`.execute(tx);
  };
  return oncePerKey(context, key, async () => (await noted(context.db)) ?? work({ note, noted }));
}

/**
 * Claims the key for its body; true when the command was carried out before. Throws Refusal 409 when the key belongs to
 * another body.
 */
async function claim(
  { db, clock }: { db: Db; clock: Clock },
  { commandId, bodyHash }: Key,
): Promise<boolean> {
  // When all holders of a claim were refused, the key is free for any body.
  const { rows } = await sql<{ bodyHash: string; done: boolean }>`
    insert into vitrine.used_key as known (command_id, body_hash, used_at, done, under_way)
    values (${commandId}, ${bodyHash}, ${clock()}, false, 1)
    on conflict (command_id) do update set
      body_hash = case when known.done or known.under_way > 0 then known.body_hash else excluded.body_hash end,
      under_way = known.under_way
        + (not known.done and (known.under_way = 0 or known.body_hash = excluded.body_hash))::int
    returning body_hash as "bodyHash", done`.execute(db);
  if (rows[0]?.bodyHash !== bodyHash) throw keyReused();
  return rows[0].done;
}

/** The command was refused: one holder fewer. */
async function release(db: Db, { commandId }: Key): Promise<void> {
  await sql`
    update vitrine.used_key set under_way = under_way - 1
    where command_id = ${commandId} and not done`.execute(db);
}

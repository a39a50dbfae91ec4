import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Migration } from '../database/index.ts';
import { keyReused } from '../refusal.ts';

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
];

/** A key of a caller's, scoped to what it is used for, and the hash of the body that it was used with. */
export type Key = { commandId: string; bodyHash: string };

/** A key is known for as long: far longer than any client repeats a request under one key. */
const KEPT_DAYS = 30;
const TRIMMED_AT_ONCE = 10_000;

/**
 * Forgets the keys that were used more than 30 days ago, some ten thousand a call. A command repeated under one of them
 * is judged as a new one. Gives how many were forgotten.
 */
export async function forgetOldKeys({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 86_400_000);
  const { numAffectedRows = 0n } = await sql`
    delete from vitrine.used_key where command_id in (
      select command_id from vitrine.used_key where used_at < ${before} order by used_at limit ${TRIMMED_AT_ONCE})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/**
 * Carries a command out and remembers the hash of its body under its id: the same key with another body is
 * refused (rule: Repeated commands), also where that body would go to another stream, whose events do not
 * show it. `carryOut` learns whether the command was carried out before. A refusal leaves the key free.
 * Throws Refusal 409, and what `carryOut` throws.
 */
export async function underItsKey<Answer>(
  { db, clock }: { db: Db; clock: Clock },
  { commandId, bodyHash }: Key,
  carryOut: (repeated: boolean) => Promise<Answer>,
): Promise<Answer> {
  const { rows } = await sql<{ bodyHash: string }>`
    select body_hash as "bodyHash" from vitrine.used_key where command_id = ${commandId}`.execute(db);
  if (rows[0] && rows[0].bodyHash !== bodyHash) throw keyReused();
  const answer = await carryOut(rows.length > 0);
  if (!rows[0])
    await sql`insert into vitrine.used_key (command_id, body_hash, used_at)
      values (${commandId}, ${bodyHash}, ${clock()})
      on conflict (command_id) do nothing`.execute(db);
  return answer;
}

import { sql } from 'kysely';
import type { Db, Migration } from '../database/index.ts';
import { Refusal } from '../refusal.ts';

export const usedKeyMigrations: readonly Migration[] = [
  {
    name: 'used-key',
    sql: `create table vitrine.used_key (command_id uuid primary key, body_hash text not null)`,
  },
];

/**
 * Carries a command out and remembers the hash of its body under its id: the same key with another body is refused
 * (rules, section 3), also where that body would go to another stream, whose events cannot tell. `carryOut` is told
 * when the command was carried out before. What was refused leaves the key free. Throws Refusal 409, and what
 * `carryOut` throws.
 */
export async function underItsKey<Answer>(
  { db }: { db: Db },
  { commandId, bodyHash }: { commandId: string; bodyHash: string },
  carryOut: (repeated: boolean) => Promise<Answer>,
): Promise<Answer> {
  const { rows } = await sql<{ bodyHash: string }>`
    select body_hash as "bodyHash" from vitrine.used_key where command_id = ${commandId}`.execute(db);
  if (rows[0] && rows[0].bodyHash !== bodyHash)
    throw new Refusal(409, 'This idempotency key was used for something else: use a new key.', {
      code: 'KEY_REUSED',
      field: 'idempotency-key',
    });
  const answer = await carryOut(rows.length > 0);
  if (!rows[0])
    await sql`insert into vitrine.used_key (command_id, body_hash) values (${commandId}, ${bodyHash})
      on conflict (command_id) do nothing`.execute(db);
  return answer;
}

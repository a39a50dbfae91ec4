import { sql } from 'kysely';
import { auditEntriesAt, type AuditEntryAt } from '#projections/audit/index.ts';
import { parcelStreams } from '#contracts/events/index.ts';
import type { StuckInstructionResource } from '#contracts/api/back-office.ts';
import type { Db } from '#services/platform/database/index.ts';
import { failingReactions, type FailingReaction } from '#services/platform/reactors/index.ts';
import { INSTRUCTION_REACTOR } from './instruction-reactor.ts';

const ACTIONS: Readonly<Record<string, StuckInstructionResource['action']>> = {
  StoneRequested: 'REQUEST',
  StoneReturned: 'RETURN',
  StoneSold: 'SOLD',
  EventUndone: 'UNDO',
};

/**
 * The effects that the trading system has not taken yet though they were posted at least once, oldest first (rule:
 * Stuck instructions). Names of the customer and the user are left out while the history does not have the event yet.
 */
export async function stuckInstructions(db: Db): Promise<StuckInstructionResource[]> {
  const stuck = await failingReactions(db, INSTRUCTION_REACTOR);
  if (stuck.length === 0) return [];
  const entries = await auditEntriesAt(
    db,
    stuck.map(({ position }) => position),
  );
  const known = new Map(entries.map((entry) => [Number(entry.position), entry]));
  return stuck.map((one) => resource(one, known.get(one.position)));
}

/** How many of them there are, and since when the oldest waits. */
export async function stuckCount(db: Db): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(since) as since from vitrine.reactor_retry
    where reactor = ${INSTRUCTION_REACTOR} and attempts > 0`.execute(db);
  return rows[0]!;
}

function resource(
  { position, stream, eventType, reason, since, attempts, nextAttemptAt }: FailingReaction,
  entry: AuditEntryAt | undefined,
): StuckInstructionResource {
  return {
    id: String(position),
    parcelName: parcelStreams.keyOf(stream),
    action: ACTIONS[eventType] ?? 'UNDO',
    customerId: entry?.customerId ?? null,
    customerName: entry?.customerName ?? null,
    actor: entry?.actor ?? null,
    reason,
    since: since.toISOString(),
    attempts,
    nextAttemptAt: nextAttemptAt.toISOString(),
  };
}

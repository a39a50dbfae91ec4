import { sql, type ColumnType } from 'kysely';
import type { Db } from '../database/index.ts';
import type { RecordedEvent } from '../event-store/index.ts';
import type { Reactor } from './reactor.ts';

type Position = ColumnType<number, bigint, bigint>;

type Tables = {
  'vitrine.reactor_checkpoint': { reactor: string; position: Position; updated_at: Date };
  'vitrine.reactor_retry': {
    reactor: string;
    position: Position;
    stream: string;
    revision: Position;
    event_type: string;
    since: Date;
    attempts: ColumnType<number, number | undefined, number>;
    reason: ColumnType<string | null, string | undefined, string>;
    next_attempt_at: Date;
  };
};

/** An event that a reactor has still to react to. */
export type Task = {
  reactor: string;
  position: number;
  stream: string;
  revision: number;
  eventType: string;
  attempts: number;
  nextAttemptAt: Date;
};

/** Another process has taken this reactor over: whoever gets this stops. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
  constructor(reactor: string, expected: bigint) {
    super(`reactor ${reactor}: the checkpoint is no longer at ${expected}; another process runs it`);
  }
}

const tables = (db: Db) => db.withTables<Tables>();

/** The reactor's checkpoint; made at `first()` when there is none yet. */
export async function checkpointOf(
  db: Db,
  reactor: string,
  first: () => Promise<bigint>,
  now: Date,
): Promise<bigint> {
  const find = () =>
    tables(db)
      .selectFrom('vitrine.reactor_checkpoint')
      .select('position')
      .where('reactor', '=', reactor)
      .executeTakeFirst();
  const known = await find();
  if (known) return BigInt(known.position);
  const row = { reactor, position: await first(), updated_at: now };
  await tables(db)
    .insertInto('vitrine.reactor_checkpoint')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return BigInt((await find())?.position ?? row.position);
}

/** Takes events over from the log and moves the checkpoint behind them, both or neither. Throws CheckpointMoved. */
export async function takeOver(
  db: Db,
  { name: reactor, afterMs = () => 0 }: Pick<Reactor, 'name' | 'afterMs'>,
  from: bigint,
  to: bigint,
  events: readonly RecordedEvent[],
  now: Date,
): Promise<void> {
  await tables(db)
    .transaction()
    .execute(async (transaction) => {
      const moved = await transaction
        .updateTable('vitrine.reactor_checkpoint')
        .set({ position: to, updated_at: now })
        .where('reactor', '=', reactor)
        .where('position', '=', sql<number>`${from}`)
        .executeTakeFirst();
      if (moved.numUpdatedRows !== 1n) throw new CheckpointMoved(reactor, from);
      if (events.length === 0) return;
      await transaction
        .insertInto('vitrine.reactor_retry')
        .values(
          events.map((event) => ({
            reactor,
            position: event.position,
            stream: event.stream,
            revision: event.revision,
            event_type: event.type,
            since: now,
            next_attempt_at: new Date(now.getTime() + afterMs(event)),
          })),
        )
        .execute();
    });
}

/** The oldest task of each stream, streams under way left out; those that are due first come first. */
export async function nextTasks(
  db: Db,
  reactor: string,
  limit: number,
  underWay: readonly string[],
): Promise<Task[]> {
  return tables(db)
    .selectFrom('vitrine.reactor_retry as task')
    .select([
      'reactor',
      'position',
      'stream',
      'revision',
      'event_type as eventType',
      'attempts',
      'next_attempt_at as nextAttemptAt',
    ])
    .where('reactor', '=', reactor)
    .where(({ not, eb }) => not(eb('stream', '=', sql<string>`any(${[...underWay]}::text[])`)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('vitrine.reactor_retry as earlier')
            .select('earlier.position')
            .whereRef('earlier.reactor', '=', 'task.reactor')
            .whereRef('earlier.stream', '=', 'task.stream')
            .whereRef('earlier.position', '<', 'task.position'),
        ),
      ),
    )
    .orderBy('next_attempt_at')
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function tasksDone(db: Db, reactor: string, tasks: readonly Task[]): Promise<void> {
  const positions = tasks.map(({ position }) => position);
  await tables(db)
    .deleteFrom('vitrine.reactor_retry')
    .where('reactor', '=', reactor)
    .where('position', '=', sql<number>`any(${positions}::bigint[])`)
    .execute();
}

export async function taskFailed(
  db: Db,
  { reactor, position, attempts }: Task,
  reason: string,
  nextAttemptAt: Date,
): Promise<void> {
  await tables(db)
    .updateTable('vitrine.reactor_retry')
    .set({ attempts: attempts + 1, reason, next_attempt_at: nextAttemptAt })
    .where('reactor', '=', reactor)
    .where('position', '=', position)
    .execute();
}

/** What failed and will be tried again, for administrators; oldest first. */
export type FailingReaction = {
  reactor: string;
  stream: string;
  eventType: string;
  /** Log position of the event. */
  position: number;
  attempts: number;
  reason: string;
  since: Date;
  nextAttemptAt: Date;
};

/** Reactions that failed at least once and have not succeeded yet; at most 500. */
export async function failingReactions(db: Db): Promise<FailingReaction[]> {
  const rows = await tables(db)
    .selectFrom('vitrine.reactor_retry')
    .select([
      'reactor',
      'stream',
      'event_type as eventType',
      'position',
      'attempts',
      'reason',
      'since',
      'next_attempt_at as nextAttemptAt',
    ])
    .where('attempts', '>', 0)
    .orderBy('position')
    .limit(500)
    .execute();
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }));
}

export type ReactorStatus = {
  reactor: string;
  position: number;
  updatedAt: Date;
  waiting: number;
  failing: number;
};

/** Each reactor's checkpoint, how many events it has still to react to, and how many of those failed before. */
export async function reactorStatus(db: Db): Promise<ReactorStatus[]> {
  const { rows } = await sql<ReactorStatus>`
    select c.reactor, c.position, c.updated_at as "updatedAt", count(r.position)::int as waiting,
           count(r.position) filter (where r.attempts > 0)::int as failing
    from vitrine.reactor_checkpoint c left join vitrine.reactor_retry r on r.reactor = c.reactor
    group by c.reactor order by c.reactor`.execute(db);
  return rows;
}

/** Makes everything that failed due at once; gives how many. The running process sees it within seconds. */
export async function retryNow(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('vitrine.reactor_retry')
    .set({ next_attempt_at: now })
    .where('attempts', '>', 0)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

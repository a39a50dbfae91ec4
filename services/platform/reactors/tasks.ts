import { sql, type ColumnType } from 'kysely';
import type { Db } from '../database/index.ts';
import type { RecordedEvent } from '../event-store/index.ts';
import type { KeptPlace } from '../log-identity.ts';
import type { Start } from './first-start.ts';

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

/** The task of an event that came now and is left alone for `afterMs` milliseconds first. */
export const taskOf = (reactor: string, event: RecordedEvent, now: Date, afterMs = 0): Task => ({
  reactor,
  position: Number(event.position),
  stream: event.stream,
  revision: Number(event.revision),
  eventType: event.type,
  attempts: 0,
  nextAttemptAt: new Date(now.getTime() + afterMs),
});

/** Another process has taken this reactor over: the process that gets this error stops. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
  constructor(reactor: string, expected: bigint) {
    super(`reactor ${reactor}: the checkpoint is no longer at ${expected}; another process runs it`);
  }
}

const tables = (db: Db) => db.withTables<Tables>();

/** The reactor's checkpoint, with the log that it is a place in; null when it has none. */
export async function checkpointOf(db: Db, reactor: string): Promise<KeptPlace | null> {
  const { rows } = await sql<{ position: string; log_id: string | null }>`
    select position::text as position, log_id from vitrine.reactor_checkpoint where reactor = ${reactor}`.execute(
    db,
  );
  return rows[0] ? { position: BigInt(rows[0].position), logId: rows[0].log_id } : null;
}

/** True when reactors have checkpoints in this log. */
export async function hasCheckpoints(db: Db, logId: string): Promise<boolean> {
  const { rows } = await sql`
    select from vitrine.reactor_checkpoint where log_id is null or log_id = ${logId}::uuid limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Sets the reactor's checkpoint to a place in this log; what it had taken over from another place is forgotten. Gives
 * how many events that were.
 */
export async function beginAfter(
  db: Db,
  reactor: string,
  { position, logId }: { position: bigint; logId: string },
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const forgotten = await sql`delete from vitrine.reactor_retry where reactor = ${reactor}`.execute(
      transaction,
    );
    await sql`
      insert into vitrine.reactor_checkpoint (reactor, position, log_id, updated_at)
      values (${reactor}, ${position}, ${logId}::uuid, ${now})
      on conflict (reactor) do update set position = ${position}, log_id = ${logId}::uuid, updated_at = ${now}`.execute(
      transaction,
    );
    await sql`delete from vitrine.reactor_waiting where reactor = ${reactor}`.execute(transaction);
    return Number(forgotten.numAffectedRows ?? 0n);
  });
}

/** The checkpoint is a place in this log: also one from before logs had an identity. */
export async function noteFollowing(db: Db, reactor: string, logId: string): Promise<void> {
  await sql`
    update vitrine.reactor_checkpoint set log_id = ${logId}::uuid where reactor = ${reactor} and log_id is null`.execute(
    db,
  );
  await sql`delete from vitrine.reactor_waiting where reactor = ${reactor}`.execute(db);
}

/** A reactor that waits for an order, and why: the end of a sentence. */
export type WaitingReactor = { reactor: string; reason: string; since: Date };

/** Notes that a reactor waits, and why. */
export async function noteWaiting(db: Db, { reactor, reason, since }: WaitingReactor): Promise<void> {
  await sql`
    insert into vitrine.reactor_waiting (reactor, reason, since) values (${reactor}, ${reason}, ${since})
    on conflict (reactor) do update set reason = ${reason}`.execute(db);
}

/** Keeps where new reactors begin, and which wait: all or nothing. */
export async function keepStarts(
  db: Db,
  starts: ReadonlyMap<string, Start>,
  logId: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const [reactor, start] of starts)
      if ('waits' in start) await noteWaiting(transaction, { reactor, reason: start.waits, since: now });
      else
        await sql`
          insert into vitrine.reactor_checkpoint (reactor, position, log_id, updated_at)
          values (${reactor}, ${start.after}, ${logId}::uuid, ${now}) on conflict do nothing`.execute(
          transaction,
        );
  });
}

/** The reactors that wait for an order, by name. */
export async function waitingReactors(db: Db): Promise<WaitingReactor[]> {
  const { rows } = await sql<WaitingReactor>`
    select reactor, reason, since from vitrine.reactor_waiting order by reactor`.execute(db);
  return rows;
}

/** Notes that this database knows a log since it held nothing. */
export async function noteKnownWhole(db: Db, logId: string, now: Date): Promise<void> {
  await sql`
    insert into vitrine.log_known_whole (log_id, since) values (${logId}::uuid, ${now}) on conflict do nothing`.execute(
    db,
  );
}

/** True when this database has known the log since it held nothing. */
export async function isKnownWhole(db: Db, logId: string): Promise<boolean> {
  const { rows } = await sql`select from vitrine.log_known_whole where log_id = ${logId}::uuid`.execute(db);
  return rows.length > 0;
}

/**
 * Takes events over from the log, each to be reacted to after its `afterMs` milliseconds, and moves the checkpoint behind
 * them, both or neither. Throws CheckpointMoved.
 */
export async function takeOver(
  db: Db,
  reactor: string,
  { from, to }: { from: bigint; to: bigint },
  events: readonly { event: RecordedEvent; afterMs: number }[],
  now: Date,
): Promise<void> {
  const tasks = events.map(({ event, afterMs }) => taskOf(reactor, event, now, afterMs));
  const { rows } = await sql`
    with moved as (
      update vitrine.reactor_checkpoint set position = ${to}, updated_at = ${now}
      where reactor = ${reactor} and position = ${from} returning reactor),
    added as (
      insert into vitrine.reactor_retry (reactor, position, stream, revision, event_type, since, next_attempt_at)
      select moved.reactor, task.position, task.stream, task.revision, task.event_type, ${now}, task.next_attempt_at
      from moved, unnest(${tasks.map(({ position }) => position)}::bigint[], ${tasks.map(({ stream }) => stream)}::text[],
        ${tasks.map(({ revision }) => revision)}::bigint[], ${tasks.map(({ eventType }) => eventType)}::text[],
        ${tasks.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[])
        as task (position, stream, revision, event_type, next_attempt_at))
    select from moved`.execute(db);
  if (rows.length !== 1) throw new CheckpointMoved(reactor, from);
}

/** Moves checkpoints past events without a reaction, all in one statement. Throws CheckpointMoved. */
export async function movePlaces(
  db: Db,
  moves: readonly { reactor: string; from: bigint; to: bigint }[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ reactor: string }>`
    update vitrine.reactor_checkpoint c set position = place.reached, updated_at = ${now}
    from unnest(${moves.map(({ reactor }) => reactor)}::text[], ${moves.map(({ from }) => from)}::bigint[],
      ${moves.map(({ to }) => to)}::bigint[]) as place (reactor, known, reached)
    where c.reactor = place.reactor and c.position = place.known returning c.reactor`.execute(db);
  const other = moves.find((move) => !rows.some(({ reactor }) => reactor === move.reactor));
  if (other) throw new CheckpointMoved(other.reactor, other.from);
}

/** The reactors that have tasks, due or not. */
export async function reactorsWithTasks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reactor: string }>`
    select distinct reactor from vitrine.reactor_retry`.execute(db);
  return rows.map(({ reactor }) => reactor);
}

/**
 * The oldest task of each stream, streams under way left out; those that are due first come first. `known`: beside
 * these, and one of each stream under way, the reactor has none.
 */
export async function nextTasks(
  db: Db,
  reactor: string,
  limit: number,
  underWay: readonly string[],
): Promise<{ tasks: Task[]; known: boolean }> {
  const enough = underWay.length + limit + 1;
  const rows = await tables(db)
    .selectFrom('vitrine.reactor_retry as task')
    .select([
      'reactor',
      'position',
      'stream',
      'revision',
      'event_type as eventType',
      'attempts',
      'next_attempt_at as nextAttemptAt',
      // No more of a long queue is counted than tells that there is more.
      sql<number>`(select count(*) from (select from vitrine.reactor_retry counted where counted.reactor = ${reactor} limit ${enough}) few)`.as(
        'waiting',
      ),
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
  const waiting = rows[0]?.waiting ?? 0;
  return {
    tasks: rows.map(({ waiting: _, ...task }) => task),
    known: rows.length === 0 ? underWay.length === 0 : waiting === underWay.length + rows.length,
  };
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

/** Reactions that failed at least once and have not succeeded yet, of one reactor when given: all of them. */
export async function failingReactions(db: Db, reactor?: string): Promise<FailingReaction[]> {
  const failing = tables(db)
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
    .orderBy('position');
  const rows = await (reactor === undefined ? failing : failing.where('reactor', '=', reactor)).execute();
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }));
}

export type ReactorStatus = {
  reactor: string;
  position: number;
  /** Of the log that the position is a place in. */
  logId: string | null;
  updatedAt: Date;
  waiting: number;
  /** Since when the oldest of them waits; null: none does. */
  oldest: Date | null;
  failing: number;
};

/** Each reactor's checkpoint, how many events it has still to react to, and how many of those failed before. */
export async function reactorStatus(db: Db): Promise<ReactorStatus[]> {
  const { rows } = await sql<ReactorStatus>`
    select c.reactor, c.position, c.log_id as "logId", c.updated_at as "updatedAt",
           count(r.position)::int as waiting, min(r.since) as oldest,
           count(r.position) filter (where r.attempts > 0)::int as failing
    from vitrine.reactor_checkpoint c left join vitrine.reactor_retry r on r.reactor = c.reactor
    group by c.reactor order by c.reactor`.execute(db);
  return rows;
}

/**
 * Makes everything that failed due now, of one reactor when given; gives how many. The running process sees it
 * within seconds: what failed is due since its reactor has had it, by the reactor's own clock.
 */
export async function retryNow(db: Db, reactor?: string): Promise<number> {
  const failed = tables(db)
    .updateTable('vitrine.reactor_retry')
    .set(({ ref }) => ({ next_attempt_at: ref('since') }))
    .where('attempts', '>', 0);
  const { numUpdatedRows } = await (
    reactor === undefined ? failed : failed.where('reactor', '=', reactor)
  ).executeTakeFirst();
  return Number(numUpdatedRows);
}

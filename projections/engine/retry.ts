import type pg from 'pg';
import {
  eventAt,
  StreamDeleted,
  type EventStore,
  type RecordedEvent,
} from '#services/platform/event-store/index.ts';
import { liveBuild, tablesOf, type Build } from './builds.ts';
import { causeOf, reasonOf } from './failures.ts';
import { foldEntries, keysOfEntries } from './fold.ts';
import { toLogEntry, type LogEntry } from './log-entries.ts';
import { canGoOn } from './of-this-log.ts';
import type { AnyProjection } from './projection.ts';
import { inTransaction, projectionTx } from './transactions.ts';

/** What a retry did with one stream; `parkedAgain` is the reason why it stands still again, null when it flows. */
export type RetriedStream = {
  readonly projection: string;
  readonly stream: string;
  readonly applied: number;
  readonly parkedAgain: string | null;
};

export type RetryOptions = {
  readonly pool: pg.Pool;
  readonly events: EventStore;
  readonly projection: AnyProjection;
  /** Ends it between two streams. */
  readonly signal?: AbortSignal;
};

type Step = { readonly applied: number; readonly stoppedBy: string | null };

/**
 * Retries every parked stream of the live build: reads it again from the event store and applies
 * exactly what was skipped, in order, while the live writer waits for its checkpoint. Works beside a running engine.
 * Throws NotOfThisLog, OfOtherZone.
 */
export async function retryParked(options: RetryOptions): Promise<RetriedStream[]> {
  const { pool, projection } = options;
  const live = await liveBuild(pool, projection.name);
  if (!live || live.version !== projection.version) return [];
  await canGoOn(pool, options.events, projection, live);
  const { rows } = await pool.query<{ stream: string }>(
    'select stream from vitrine.projection_parked where name = $1 and build = $2 order by position',
    [live.name, live.build],
  );
  const retried: RetriedStream[] = [];
  for (const { stream } of rows) {
    if (options.signal?.aborted) break;
    retried.push({ projection: projection.name, stream, ...(await retryStream(options, stream)) });
  }
  return retried;
}

async function retryStream(
  options: RetryOptions,
  stream: string,
): Promise<{ applied: number; parkedAgain: string | null }> {
  try {
    const { applied, stoppedBy } = await applySkipped(options, stream, null);
    return { applied, parkedAgain: stoppedBy };
  } catch (error) {
    if (causeOf(error) !== 'event') throw error;
  }
  // Some event's rows cannot be written: one at a time shows which.
  let applied = 0;
  for (;;) {
    try {
      const step = await applySkipped(options, stream, 1);
      applied += step.applied;
      if (step.applied === 0 || step.stoppedBy !== null) return { applied, parkedAgain: step.stoppedBy };
    } catch (error) {
      if (causeOf(error) !== 'event') throw error;
      const reason = reasonOf(error);
      await options.pool.query(
        `update vitrine.projection_parked p set reason = $3 from vitrine.projection_build b
         where b.name = p.name and b.build = p.build and b.state = 'live' and p.name = $1 and p.stream = $2`,
        [options.projection.name, stream, reason],
      );
      return { applied, parkedAgain: reason };
    }
  }
}

/** One transaction: applies the skipped events of a stream, all or the first `limit`, until one cannot be applied. */
async function applySkipped(
  { pool, events, projection }: RetryOptions,
  stream: string,
  limit: number | null,
): Promise<Step> {
  return inTransaction(pool, 'begin', async (client) => {
    const live = await liveBuild(client, projection.name, { lock: true });
    if (!live || live.version !== projection.version) return { applied: 0, stoppedBy: null };
    const { rows } = await client.query<{ revision: string; position: string }>(
      `select revision::text as revision, position::text as position from vitrine.projection_skipped
       where name = $1 and build = $2 and stream = $3 order by revision limit $4`,
      [live.name, live.build, stream, limit],
    );
    if (rows.length === 0) return { applied: 0, stoppedBy: null };
    const positions = new Map(rows.map((row) => [BigInt(row.revision), BigInt(row.position)]));
    const entries = await readAgain(events, stream, positions);

    const tx = projectionTx(client, tablesOf(live));
    const keyed = keysOfEntries(projection, entries);
    const keys = [...new Set(keyed.flatMap((one) => one.keys))];
    const folded = foldEntries(
      projection,
      keyed,
      keys.length > 0 ? await projection.load(tx, keys) : new Map(),
      new Set(),
    );
    if (folded.changed.size > 0) projection.save(tx, folded.changed);
    await tx.written();
    await settle(client, live, stream, folded.applied.length, folded.parked[0]?.reason ?? null);
    return { applied: folded.applied.length, stoppedBy: folded.parked[0]?.reason ?? null };
  });
}

/** The skipped events, with the log positions they were skipped at. One the store no longer has stays unreadable. */
async function readAgain(
  events: EventStore,
  stream: string,
  positions: ReadonlyMap<bigint, bigint>,
): Promise<LogEntry[]> {
  const revisions = [...positions.keys()];
  const last = revisions[revisions.length - 1]!;
  const found = new Map<bigint, RecordedEvent>();
  try {
    for await (const event of events.readStream(stream, { from: revisions[0]! })) {
      if (positions.has(event.revision)) found.set(event.revision, event);
      if (event.revision >= last) break;
    }
  } catch (error) {
    // A tombstoned stream has nothing left to read: its skipped events are reported as gone.
    if (!(error instanceof StreamDeleted)) throw error;
  }
  return revisions.map((revision) => {
    const position = positions.get(revision)!;
    const event = found.get(revision);
    if (event) return toLogEntry(eventAt(event, position));
    return {
      stream,
      revision,
      position,
      type: 'unknown',
      read: { failure: `event ${revision} of ${stream} is no longer in the event store` },
    };
  });
}

/** Forgets what was applied; frees the stream, or notes where it stops now. The live writer must load everything again. */
async function settle(
  client: pg.ClientBase,
  live: Build,
  stream: string,
  applied: number,
  stoppedBy: string | null,
): Promise<void> {
  const build = [live.name, live.build];
  await client.query(
    `delete from vitrine.projection_skipped s using (
       select revision from vitrine.projection_skipped where name = $1 and build = $2 and stream = $3 order by revision limit $4) done
     where s.name = $1 and s.build = $2 and s.stream = $3 and s.revision = done.revision`,
    [...build, stream, applied],
  );
  await client.query(
    `delete from vitrine.projection_parked p where name = $1 and build = $2 and stream = $3
     and not exists (select from vitrine.projection_skipped s where s.name = $1 and s.build = $2 and s.stream = $3)`,
    [...build, stream],
  );
  await client.query(
    `update vitrine.projection_parked p set revision = s.revision, position = s.position, reason = coalesce($4, p.reason)
     from (select revision, position from vitrine.projection_skipped where name = $1 and build = $2 and stream = $3 order by revision limit 1) s
     where p.name = $1 and p.build = $2 and p.stream = $3`,
    [...build, stream, stoppedBy],
  );
  await client.query(
    'update vitrine.projection_build set generation = generation + 1 where name = $1 and build = $2',
    build,
  );
}

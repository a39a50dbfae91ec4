import type pg from 'pg';
import { BEGIN, type BuildWriter } from './build-writer.ts';
import { notYetTaken, type LogBatch } from './log-entries.ts';
import { isAtPlace, leaveBehind, movePlace, placeLost, type Follower, type Place } from './places.ts';
import type { ProjectedEvent } from './projection.ts';
import { inTransaction } from './transactions.ts';

/** What each writer applied; a writer that was fenced is not in it, and nothing was written of it. */
export type Written = ReadonlyMap<BuildWriter, readonly ProjectedEvent[]>;

/**
 * Writes a batch into several builds in one transaction: their checkpoints are moved by one statement, and those that
 * the batch concerns fold it. Throws what any of them is refused for; nothing is written then.
 * @param place that all of them follow: it is moved instead of the checkpoints of those that the batch does not concern.
 *   Without it every checkpoint is moved. Throws Fenced when the place is not where it was left; nothing is written then.
 */
export async function writeTogether(
  pool: pg.Pool,
  writers: readonly BuildWriter[],
  batch: LogBatch,
  place?: Place,
): Promise<Written> {
  const behind = writers.filter(
    (writer) => writer.position() >= batch.after && writer.position() < batch.position,
  );
  const ahead = writers.filter((writer) => writer.position() >= batch.position);
  const concerned = behind.filter((writer) => writer.concernedBy(batch));
  const idle = behind.filter((writer) => !concerned.includes(writer));
  const count = (writer: BuildWriter): number => notYetTaken(batch, writer.position()).count;
  const done = new Map<BuildWriter, readonly ProjectedEvent[]>(ahead.map((writer) => [writer, []]));
  if (behind.length === 0 && !place) return done;

  const moving = place ? concerned : behind;
  const { folded, moved, following } = await inTransaction(
    pool,
    movingOf(moving, batch.position, count),
    async (client, { rows }: pg.QueryResult<{ name: string }>) => {
      const names = new Set(rows.map(({ name }) => name));
      const moved = moving.filter(({ build }) => names.has(build.name));
      // All are waited for, also when one fails: what is still under way would be written outside of the transaction.
      const [followed, ...settled] = await Promise.allSettled([
        place ? movePlace(client, place, batch.position) : null,
        ...moved
          .filter((writer) => concerned.includes(writer))
          .map(async (writer) => ({ writer, committed: await writer.writeIn(client, batch) })),
      ]);
      const folded = settled.map(valueOf);
      const followers = valueOf(followed);
      if (place && !followers) throw placeLost(place.position);
      const left = new Map([...idle, ...ahead].map((writer) => [writer, writer.checkpoint()]));
      for (const writer of moved) left.set(writer, batch.position);
      const following = place && followers && (await keepFollowing(client, place, followers, left));
      return { folded, moved, following };
    },
  );

  for (const { writer, committed } of folded) done.set(writer, committed());
  for (const writer of idle) {
    if (place) writer.passed(batch.position, count(writer));
    else if (moved.includes(writer)) writer.advanced(batch.position);
    else continue;
    done.set(writer, []);
  }
  if (following) for (const writer of done.keys()) if (!following.has(writer)) done.delete(writer);
  return done;
}

/** Moves the checkpoints of live builds over what did not concern them; gives the writers that were not fenced. */
export async function keepCheckpoints(
  pool: pg.Pool,
  writers: readonly BuildWriter[],
  position: bigint,
): Promise<ReadonlySet<BuildWriter>> {
  const names = await inTransaction(
    pool,
    movingOf(writers, position, () => 0),
    async (_, { rows }: pg.QueryResult<{ name: string }>) => new Set(rows.map(({ name }) => name)),
  );
  const kept = writers.filter(({ build }) => names.has(build.name));
  for (const writer of kept) writer.advanced(position);
  return new Set(kept);
}

/**
 * Begins a transaction and moves checkpoints, in one round trip; answers the names of the builds that were still as
 * their writers know them. Names are checked when a build is made; the rest are integers.
 */
function movingOf(
  writers: readonly BuildWriter[],
  to: bigint,
  count: (writer: BuildWriter) => number,
): string {
  if (writers.length === 0) return BEGIN;
  const expected = writers.map((writer) => {
    const { name, build, generation } = writer.build;
    return `('${name}', ${build}, ${writer.checkpoint()}::bigint, ${generation}, ${writer.passedBy() + count(writer)})`;
  });
  return `${BEGIN} update vitrine.projection_build b set position = ${to}, events = b.events + e.count, updated_at = now()
    from (values ${expected.join(', ')}) e (name, build, position, generation, count)
    where (b.name, b.build, b.position, b.generation) = (e.name, e.build, e.position, e.generation) and b.state = 'live'
    returning b.name`;
}

/**
 * Builds that follow the place and do not have the batch no longer follow it; gives the writers of those that go on. What
 * a writer wrote by itself can be lost again while the others are still at it, when Postgres is killed: its checkpoint is
 * then no longer where it left it.
 * @param left where each writer that has the batch left its checkpoint
 */
async function keepFollowing(
  client: pg.ClientBase,
  place: Place,
  followers: readonly Follower[],
  left: ReadonlyMap<BuildWriter, bigint>,
): Promise<ReadonlySet<BuildWriter>> {
  const following = new Set<BuildWriter>();
  const others = new Set(followers);
  for (const [writer, checkpoint] of left) {
    const own = followers.find((row) => isAtPlace(writer, checkpoint, row));
    if (!own) continue;
    following.add(writer);
    others.delete(own);
  }
  if (others.size > 0) await leaveBehind(client, place, [...others]);
  return following;
}

function valueOf<Value>(outcome: PromiseSettledResult<Value>): Value {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

import type pg from 'pg';
import { BEGIN, type BuildWriter } from './build-writer.ts';
import { notYetTaken, type LogBatch } from './log-entries.ts';
import type { ProjectedEvent } from './projection.ts';
import { inTransaction } from './transactions.ts';

/** What each writer applied; a writer that was fenced is not in it, and nothing was written of it. */
export type Written = ReadonlyMap<BuildWriter, readonly ProjectedEvent[]>;

/**
 * Writes a batch into several builds in one transaction: their checkpoints are moved by one statement, and those that
 * the batch concerns fold it. Throws what any of them is refused for; nothing is written then.
 */
export async function writeTogether(
  pool: pg.Pool,
  writers: readonly BuildWriter[],
  batch: LogBatch,
): Promise<Written> {
  const behind = writers.filter(
    (writer) => writer.position() >= batch.after && writer.position() < batch.position,
  );
  const ahead = writers.filter((writer) => writer.position() >= batch.position);
  const done = new Map<BuildWriter, readonly ProjectedEvent[]>(ahead.map((writer) => [writer, []]));
  if (behind.length === 0) return done;
  const expected = behind.map(
    ({ build, position }) =>
      `('${build.name}', ${build.build}, ${position()}::bigint, ${build.generation}, ${notYetTaken(batch, position()).count})`,
  );
  const begin = `${BEGIN} update vitrine.projection_build b set position = ${batch.position}, events = b.events + e.count, updated_at = now()
    from (values ${expected.join(', ')}) e (name, build, position, generation, count)
    where (b.name, b.build, b.position, b.generation) = (e.name, e.build, e.position, e.generation) and b.state = 'live'
    returning b.name`;
  const folded = await inTransaction(
    pool,
    begin,
    async (client, { rows }: pg.QueryResult<{ name: string }>) => {
      const moved = new Set(rows.map(({ name }) => name));
      // All are waited for, also when one fails: what is still under way would be written outside of the transaction.
      const settled = await Promise.allSettled(
        behind
          .filter(({ build }) => moved.has(build.name))
          .map(async (writer): Promise<[BuildWriter, () => readonly ProjectedEvent[]]> => [
            writer,
            writer.concernedBy(batch) ? await writer.writeIn(client, batch) : () => passedBy(writer, batch),
          ]),
      );
      return settled.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      });
    },
  );
  for (const [writer, committed] of folded) done.set(writer, committed());
  return done;
}

function passedBy(writer: BuildWriter, batch: LogBatch): readonly ProjectedEvent[] {
  writer.advanced(batch.position);
  return [];
}

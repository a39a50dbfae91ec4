import type pg from 'pg';
import { schemaOf, tablesOf, type Build } from './builds.ts';
import { causeOf, Fenced, reasonOf } from './failures.ts';
import { foldEntries, keysOfEntries, type Folded, type Parking } from './fold.ts';
import { notYetTaken, type LogBatch, type LogEntry } from './log-entries.ts';
import { recordParking } from './parked.ts';
import type { AnyProjection, ProjectedEvent } from './projection.ts';
import { inTransaction, projectionTx } from './transactions.ts';

/** Writes batches of the log into one build, one batch a transaction. */
export type BuildWriter = {
  readonly projection: AnyProjection;
  readonly build: Build;
  /** The log was read so far. */
  readonly position: () => bigint;
  /** The build's own checkpoint; behind `position` when later events did not concern it and its place was moved. */
  readonly checkpoint: () => bigint;
  /** Log events between the two. */
  readonly passedBy: () => number;
  /**
   * True when the batch holds something, after its checkpoint, that has a key in the projection or that the projection
   * cannot apply. All else would change none of its rows.
   */
  readonly concernedBy: (batch: LogBatch) => boolean;
  /**
   * Folds and writes the batch with its checkpoint; answers the events applied. Those at or before the checkpoint, or
   * twice in the batch, are neither applied nor counted again. Throws Fenced when the checkpoint is
   * no longer where this writer left it (nothing is written then), and what `causeOf` calls `passing` or `defect`.
   */
  readonly write: (batch: LogBatch) => Promise<readonly ProjectedEvent[]>;
  /**
   * Folds and writes the batch in a transaction that has already moved this build's checkpoint over it (`writeTogether`).
   * Answers what to call once that is committed: it gives the events applied. Throws what a row or a statement is refused for.
   */
  readonly writeIn: (client: pg.PoolClient, batch: LogBatch) => Promise<() => readonly ProjectedEvent[]>;
  /** Takes note that the checkpoint was moved to where nothing before concerned it (`writeTogether`). */
  readonly advanced: (position: bigint) => void;
  /** Takes note that the build follows a place from there on, in this generation (`follow`). */
  readonly joined: (position: bigint, generation: number) => void;
  /** Takes note that a batch did not concern it and the place that it follows was moved, its checkpoint not. */
  readonly passed: (position: bigint, count: number) => void;
};

/** Opens a writer at the build's recorded checkpoint, with its parked streams; `onParked` is called for each further one. */
export async function openWriter(
  pool: pg.Pool,
  projection: AnyProjection,
  build: Build,
  onParked: (parking: Parking) => void = () => undefined,
): Promise<BuildWriter> {
  const { rows } = await pool.query<{ stream: string }>(
    'select stream from vitrine.projection_parked where name = $1 and build = $2',
    [build.name, build.build],
  );
  const parkedStreams = new Set(rows.map((row) => row.stream));
  const table = tablesOf(build);
  let { position, checkpoint, generation } = build;
  let passedBy = 0;

  const reads = (entry: LogEntry): boolean =>
    entry.position > position && projection.streams.some((prefix) => entry.stream.startsWith(prefix));

  /** An event of a parked stream without a key is skipped all the same, so that the retry applies all of a stream. */
  function concerns(entry: LogEntry): boolean {
    if (!reads(entry)) return false;
    return (
      parkedStreams.has(entry.stream) ||
      keysOfEntries(projection, [entry]).some(({ keys, failure }) => failure !== null || keys.length > 0)
    );
  }

  /** Loads, folds and writes in an open transaction. */
  async function foldInto(
    client: pg.PoolClient,
    entries: readonly LogEntry[],
    unwritable: Parking | null,
  ): Promise<Folded> {
    const keyed = keysOfEntries(projection, entries);
    const tx = projectionTx(client, table);
    const keys = [...new Set(keyed.flatMap((one) => one.keys))];
    const loaded =
      unwritable || keys.length === 0 ? new Map<string, unknown>() : await projection.load(tx, keys);
    const folded = unwritable
      ? {
          changed: new Map<string, unknown>(),
          applied: [],
          parked: [unwritable],
          skipped: [unwritable.entry],
        }
      : foldEntries(projection, keyed, loaded, parkedStreams);
    if (folded.changed.size > 0) projection.save(tx, folded.changed);
    await tx.written();
    await recordParking(client, build, folded.parked, folded.skipped);
    return folded;
  }

  function advanced(reached: bigint): void {
    position = reached;
    checkpoint = reached;
    passedBy = 0;
  }

  function committed({ applied, parked }: Folded, upTo: bigint): readonly ProjectedEvent[] {
    advanced(upTo);
    for (const parking of parked) {
      parkedStreams.add(parking.entry.stream);
      onParked(parking);
    }
    return applied;
  }

  /** One transaction. The checkpoint goes first: it fences, and it makes a retry beside this writer wait its turn. */
  async function commit(
    entries: readonly LogEntry[],
    count: number,
    upTo: bigint,
    unwritable: Parking | null,
  ): Promise<readonly ProjectedEvent[]> {
    const folded = await inTransaction(
      pool,
      fencedBegin({ ...build, generation }, checkpoint, passedBy + count, upTo),
      async (client, begun) => {
        if (begun.rowCount !== 1) throw new Fenced(schemaOf(build), checkpoint);
        return foldInto(client, entries, unwritable);
      },
    );
    return committed(folded, upTo);
  }

  /** Splits a batch whose rows cannot be written until the culprit stands alone, and parks its stream. */
  async function commitApart(
    entries: readonly LogEntry[],
    count: number,
    upTo: bigint,
  ): Promise<readonly ProjectedEvent[]> {
    try {
      return await commit(entries, count, upTo, null);
    } catch (error) {
      if (error instanceof Fenced || causeOf(error) !== 'event' || entries.length === 0) throw error;
      if (entries.length === 1)
        return commit(entries, count, upTo, { entry: entries[0]!, reason: reasonOf(error) });
      const middle = entries.length >> 1;
      const first = entries.slice(0, middle);
      const applied = await commitApart(first, middle, first[middle - 1]!.position);
      return [...applied, ...(await commitApart(entries.slice(middle), count - middle, upTo))];
    }
  }

  return {
    projection,
    get build() {
      return { ...build, generation };
    },
    position: () => position,
    checkpoint: () => checkpoint,
    passedBy: () => passedBy,
    concernedBy: (batch) => batch.position > position && batch.entries.some(concerns),
    async write(batch) {
      if (batch.position <= position) return [];
      if (batch.after > position)
        throw new Error(
          `${schemaOf(build)} is at ${position} and was given the log after ${batch.after}: events in between would be lost`,
        );
      const { entries, count } = notYetTaken(batch, position);
      return commitApart(entries.filter(reads), count, batch.position);
    },
    async writeIn(client, batch) {
      const folded = await foldInto(client, notYetTaken(batch, position).entries.filter(reads), null);
      return () => committed(folded, batch.position);
    },
    advanced,
    joined(reached, next) {
      advanced(reached);
      generation = next;
    },
    passed(reached, count) {
      position = reached;
      passedBy += count;
    },
  };
}

// Acknowledged before it is on disk: rows and checkpoint are lost or kept together, and the log fills the gap again.
export const BEGIN = 'begin; set local synchronous_commit = off;';

/**
 * Begins a transaction and moves the checkpoint, in one round trip; touches no row when the checkpoint, the generation
 * or the build's state is not what this writer knows. Names are checked when a build is made; the rest are integers.
 */
function fencedBegin(
  { name, build, generation, state }: Build,
  from: bigint,
  count: number,
  to: bigint,
): string {
  return `${BEGIN} update vitrine.projection_build set position = ${to}, events = events + ${count}, updated_at = now()
    where name = '${name}' and build = ${build} and position = ${from} and generation = ${generation} and state = '${state}'`;
}

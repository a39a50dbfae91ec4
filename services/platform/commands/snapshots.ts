import { sql } from 'kysely';
import type pg from 'pg';
import { encodeTextArray, type Db, type Migration } from '../database/index.ts';

/** A stream folded up to a revision. Disposable: without it the stream is folded from its beginning. */
export type Snapshot = {
  revision: bigint;
  lastRecordedAt: string;
  /** The newest event ids with their positions: how a repeated command finds what it wrote. */
  recent: readonly { id: string; position: string; bodyHash?: string }[];
  state: unknown;
  /** The revision of the snapshot in Postgres; -1n without one. */
  storedRevision: bigint;
};

export type Snapshots = {
  /** From memory: what was read. */
  remembered(stream: string, fold: string): Snapshot | undefined;
  /**
   * The state of the stream as far as this process knows, from what it read and then wrote itself. It is a guess: other
   * processes write too, and when one of them carried out the same command at the same time, its event is in the log in
   * place of ours, with times of its own clock. Undefined when the stream is known to have more events.
   */
  guess(stream: string, fold: string): Snapshot | undefined;
  /** Keeps a state for `guess`. It is never stored, and no load begins with it. */
  suppose(stream: string, fold: string, snapshot: Snapshot): void;
  /** From Postgres. It may be of another copy of the log. */
  stored(stream: string, fold: string): Promise<Snapshot | undefined>;
  /** Keeps it in memory, and stores it when loading from the one in Postgres would mean reading many events. */
  keep(stream: string, fold: string, snapshot: Snapshot): Promise<void>;
  /** The stream has at least this revision: an older state in memory is not its newest. */
  reached(stream: string, revision: bigint): void;
  /** What is known of the stream is not of this log: drops it from memory and from Postgres. */
  forget(stream: string, fold: string): Promise<void>;
};

export const snapshotMigrations: readonly Migration[] = [
  {
    name: 'snapshot',
    sql: `create table vitrine.snapshot (
      stream text not null, fold text not null, revision bigint not null, last_recorded_at text not null,
      recent jsonb not null, state jsonb not null, primary key (stream, fold))`,
  },
];

const IN_MEMORY = 20_000;
/** Events missing in the stored snapshot from which on a new one is stored, so a load reads at most about as many. */
export const STORE_AFTER = 50;

const isDue = ({ revision, storedRevision }: Snapshot): boolean =>
  revision - storedRevision >= BigInt(STORE_AFTER);

/** Keeps snapshots of the recently used streams in memory, and those of long streams in Postgres too. */
export function createSnapshots(pool: pg.Pool): Snapshots {
  const memory = new Map<string, Snapshot>();
  const supposed = new Map<string, Snapshot>();
  const ends = new Map<string, bigint>();

  const remembered = (stream: string, fold: string): Snapshot | undefined => memory.get(keyOf(stream, fold));
  const reached = (stream: string, revision: bigint): void => {
    if (revision >= (ends.get(stream) ?? 0n)) putLast(ends, stream, revision);
  };
  const remember = (stream: string, fold: string, snapshot: Snapshot): void => {
    reached(stream, snapshot.revision);
    // When two loads run side by side, the one that has seen more wins.
    if (snapshot.revision >= (remembered(stream, fold)?.revision ?? 0n))
      putLast(memory, keyOf(stream, fold), snapshot);
    supposed.delete(keyOf(stream, fold));
  };

  return {
    remembered,
    reached,

    guess(stream, fold) {
      const known = supposed.get(keyOf(stream, fold)) ?? remembered(stream, fold);
      // A state that should be stored is not returned here, so that a load comes by and stores it.
      return known && known.revision === ends.get(stream) && !isDue(known) ? known : undefined;
    },
    suppose(stream, fold, snapshot) {
      reached(stream, snapshot.revision);
      putLast(supposed, keyOf(stream, fold), snapshot);
    },

    async stored(stream, fold) {
      const { rows } = await pool.query<{
        revision: number;
        last_recorded_at: string;
        recent: Snapshot['recent'];
        state: unknown;
      }>(
        'select revision, last_recorded_at, recent, state from vitrine.snapshot where stream = $1 and fold = $2',
        [stream, fold],
      );
      const row = rows[0];
      if (!row) return undefined;
      return {
        revision: BigInt(row.revision),
        lastRecordedAt: row.last_recorded_at,
        recent: row.recent,
        state: row.state,
        storedRevision: BigInt(row.revision),
      };
    },

    async keep(stream, fold, snapshot) {
      remember(stream, fold, snapshot);
      if (!isDue(snapshot)) return;
      await pool.query(
        `insert into vitrine.snapshot (stream, fold, revision, last_recorded_at, recent, state) values ($1, $2, $3, $4, $5, $6)
         on conflict (stream, fold) do update set revision = excluded.revision, last_recorded_at = excluded.last_recorded_at,
           recent = excluded.recent, state = excluded.state where snapshot.revision < excluded.revision`,
        [
          stream,
          fold,
          snapshot.revision.toString(),
          snapshot.lastRecordedAt,
          JSON.stringify(snapshot.recent),
          JSON.stringify(snapshot.state),
        ],
      );
      remember(stream, fold, { ...snapshot, storedRevision: snapshot.revision });
    },

    async forget(stream, fold) {
      for (const known of [memory, supposed]) known.delete(keyOf(stream, fold));
      ends.delete(stream);
      await pool.query('delete from vitrine.snapshot where stream = $1 and fold = $2', [stream, fold]);
    },
  };
}

const keyOf = (stream: string, fold: string): string => `${fold} ${stream}`;

/** Moves the entry to the end; the least recently used one is dropped when there are too many. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > IN_MEMORY) map.delete(map.keys().next().value!);
}

/**
 * Forgets the stored snapshots of folds that the program does not name: those from before a fold changed its name are
 * never read again. `folds` are the names of all folds of commands. Throws what the database throws.
 */
export async function forgetOldSnapshots(db: Db, folds: readonly string[]): Promise<void> {
  await sql`delete from vitrine.snapshot where fold <> all(${encodeTextArray(folds)}::text[])`.execute(db);
}

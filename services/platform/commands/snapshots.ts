import type pg from 'pg';
import type { Migration } from '../database/index.ts';

/** A stream folded up to a revision. Disposable: without it the stream is folded from its beginning. */
export type Snapshot = {
  revision: bigint;
  lastRecordedAt: string;
  /** The newest event ids with their positions: how a repeated command finds what it wrote. */
  recent: { id: string; position: string }[];
  state: unknown;
};

export type Snapshots = {
  find(stream: string, fold: string): Promise<Snapshot | undefined>;
  keep(stream: string, fold: string, snapshot: Snapshot, eventsSinceStored: number): Promise<void>;
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
/** A tail longer than this is stored: a load reads at most about this many events. */
const STORE_AFTER = 50;

/** Snapshots of the streams last used in memory, of long streams in Postgres too. */
export function createSnapshots(pool: pg.Pool): Snapshots {
  const memory = new Map<string, Snapshot>();

  const remember = (key: string, snapshot: Snapshot): void => {
    memory.delete(key);
    memory.set(key, snapshot);
    if (memory.size > IN_MEMORY) memory.delete(memory.keys().next().value!);
  };

  return {
    async find(stream, fold) {
      const key = `${fold} ${stream}`;
      const known = memory.get(key);
      if (known) return known;
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
      const snapshot = {
        revision: BigInt(row.revision),
        lastRecordedAt: row.last_recorded_at,
        recent: row.recent,
        state: row.state,
      };
      remember(key, snapshot);
      return snapshot;
    },

    async keep(stream, fold, snapshot, eventsSinceStored) {
      remember(`${fold} ${stream}`, snapshot);
      if (eventsSinceStored < STORE_AFTER) return;
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
    },
  };
}

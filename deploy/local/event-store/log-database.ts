import pg from 'pg';
import { InvalidRequest, Unavailable } from './failures.ts';
import { rowToEvent } from './log-rows.ts';
import type { EventRow } from './log-rows.ts';
import type { Filter } from './filters.ts';
import type { StoredEvent } from './stored-event.ts';

const READERS = 6;

type Direction = 'forwards' | 'backwards';

/** The first events of an answer, as many as fit the bytes of one read; `isCut` when more may follow. */
type Part = { readonly events: readonly StoredEvent[]; readonly isCut: boolean };

/** Bytes of events read from Postgres at a time; the event that goes beyond it is given too. */
const MOST_BYTES_AT_ONCE = 4 * 1024 * 1024;

/** Questions to the stored log, on a pool of connections of their own; each rejects with Unavailable when Postgres is away. */
export type LogReader = {
  /** Events with from ≤ position ≤ to, in a direction; with a filter by prefixes only those that match. */
  readAll(from: number, to: number, filter: Filter | undefined, direction?: Direction): Promise<Part>;
  /** Events of a stream with from ≤ revision ≤ to and position ≤ head, in a direction. */
  readStream(stream: string, from: number, to: number, head: number, direction: Direction): Promise<Part>;
  streamRow(stream: string): Promise<StreamRow>;
  close(): Promise<void>;
};

/** What the database says of a stream: its last revision (null: no events), and its metadata as JSON with their revision. */
export type StreamRow = {
  readonly revision: string | null;
  readonly metadata: string | null;
  readonly metadata_revision: string | null;
};

const COLUMNS = 'position, stream, revision, id, type, flags, data, metadata, stored_ms';

/**
 * The state of each stream in a list of names; metadata that is not JSON (flag 1) or not text (flag 2) counts as absent.
 */
export const STREAM_STATES = `
  select s.name, last.revision, case when meta.flags & 3 = 1 then meta.data end as metadata, meta.revision as metadata_revision
  from unnest($1::text[]) as s(name)
  left join lateral (
    select e.revision from event_store.events e where e.stream = s.name order by e.revision desc limit 1
  ) as last on true
  left join lateral (
    select m.data, m.flags, m.revision from event_store.events m where m.stream = '$$' || s.name order by m.revision desc limit 1
  ) as meta on true`;

/** After this silence a connection is probed; a firewall drops one without notice. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Connecting has a limit. A pool's own would also end questions that wait for a connection: Postgres is not away then. */
class ReadingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 5_000 });
  }
}

/** Opens the reading side. */
export function openLogReader(databaseUrl: string): LogReader {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: READERS,
    application_name: 'event-store reader',
    ...KEEP_ALIVE,
    Client: ReadingClient,
  });
  // That Postgres is lost is reported by the connection that writes.
  pool.on('error', () => undefined);

  async function query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    try {
      return (await pool.query<Row>({ name, text, values, types: AS_TEXT })).rows;
    } catch (error) {
      throw asFailure(error);
    }
  }

  return {
    async readAll(from, to, filter, direction = 'forwards') {
      const { condition, name, values } = prefixCondition(filter);
      const text = bounded(`position between $2 and $3 ${condition}`, 'position', direction);
      return part(
        await query<EventRow>(`all ${direction} ${name}`, text, [MOST_BYTES_AT_ONCE, from, to, ...values]),
      );
    },
    async readStream(stream, from, to, head, direction) {
      const text = bounded(
        'stream = $2 and revision between $3 and $4 and position <= $5',
        'revision',
        direction,
      );
      return part(
        await query<EventRow>(`stream ${direction}`, text, [MOST_BYTES_AT_ONCE, stream, from, to, head]),
      );
    },
    async streamRow(stream) {
      const [row] = await query<StreamRow>('states', STREAM_STATES, [[stream]]);
      return row ?? { revision: null, metadata: null, metadata_revision: null };
    },
    async close() {
      await pool.end();
    },
  };
}

/** Selects events in order while those before have fewer bytes than the first parameter says. */
function bounded(condition: string, by: 'position' | 'revision', direction: Direction): string {
  const order = `order by ${by} ${direction === 'forwards' ? 'asc' : 'desc'}`;
  return `select ${COLUMNS} from (
      select *, sum(octet_length(data) + octet_length(metadata)) over (${order} rows between unbounded preceding and 1 preceding) as before
      from event_store.events where ${condition}
    ) as sized where coalesce(before, 0) < $1 ${order}`;
}

function part(rows: readonly EventRow[]): Part {
  const bytes = rows.reduce(
    (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
  return { events: rows.map(rowToEvent), isCut: bytes >= MOST_BYTES_AT_ONCE };
}

function prefixCondition(filter: Filter | undefined): { condition: string; name: string; values: unknown[] } {
  if (filter === undefined || filter.expression !== undefined) return { condition: '', name: '', values: [] };
  return {
    condition: `and ${filter.on} ^@ any ($4::text[])`,
    name: `_${filter.on}`,
    values: [filter.prefixes],
  };
}

/** Values come as the text Postgres sends: every number here fits a double, and none needs pg's guesses. */
export const AS_TEXT = { getTypeParser: () => (value: string) => value };

/** SQLSTATE classes of a server that is away, starting, stopping or full, and of a connection that was cut. */
const AWAY = /^(08|53|57|58|XX)/;

/** Those of values and sizes that Postgres cannot keep. */
const REFUSED = /^(22|54)/;

/** Tells a Postgres that is away from a request that it refused. */
export function asFailure(error: unknown): Error {
  if (error instanceof pg.DatabaseError && error.code !== undefined && !AWAY.test(error.code)) {
    return REFUSED.test(error.code) ? new InvalidRequest(error.message) : error;
  }
  return new Unavailable(
    `the event store cannot reach its database (${error instanceof Error ? error.message : String(error)})`,
  );
}

import pg from 'pg';
import { AS_TEXT, asFailure, KEEP_ALIVE, STREAM_STATES } from './log-database.ts';
import type { StreamRow } from './log-database.ts';
import type { Written } from './expected-revision.ts';
import { eventsToColumns, parseRevision } from './log-rows.ts';
import type { StoredEvent } from './stored-event.ts';

/** Names the right to write in this database among its advisory locks ("evtstore" in ASCII). */
const WRITER_LOCK = '7311146936961000037';

/** The one connection that may write: it holds the writer's lock for as long as it lives. */
export type WriterConnection = {
  /** Position of the last event, 0 in an empty log. */
  readonly head: number;
  /** Makes the events durable, all or none. */
  insert(events: readonly StoredEvent[]): Promise<void>;
  /** The newest events when it was opened, oldest first. */
  readonly lately: readonly (Written & { readonly id: string })[];
  streamRows(streams: readonly string[]): Promise<ReadonlyMap<string, StreamRow>>;
  eventsAt(
    stream: string,
    from: number,
    count: number,
  ): Promise<ReadonlyMap<number, { id: string; position: number }>>;
  close(): Promise<void>;
};

/** Another process holds the writer's lock of this database. */
export class AnotherWriter extends Error {
  override readonly name = 'AnotherWriter';
  constructor() {
    super(
      'another event store process is already writing to this database; stop it first, or give this one another database',
    );
  }
}

const SCHEMA = `
  create schema if not exists event_store;
  create table if not exists event_store.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    id uuid not null,
    type text not null,
    flags smallint not null,
    data text not null,
    metadata text not null,
    stored_ms bigint not null,
    unique (stream, revision)
  );
  comment on table event_store.events is
    'The event log; only the event store process writes it. flags: 1 = data is JSON, 2 = data is base64, 4 = metadata is base64.';`;

const INSERT = {
  name: 'insert',
  text: `insert into event_store.events (position, stream, revision, id, type, flags, data, metadata, stored_ms)
    select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::smallint[], $7::text[], $8::text[], $9::bigint[])`,
};

/**
 * Connects, takes the writer's lock and reads where the log ends. What was being written when an earlier
 * connection broke is decided by then: the lock is free only when that session has ended.
 * @param rememberedEvents how many of the newest events' ids are to be known, so that repetitions are found
 * @throws AnotherWriter when the lock is taken; Unavailable when Postgres is away
 */
export async function openWriterConnection(
  databaseUrl: string,
  rememberedEvents: number,
  onBroken: (error: Error) => void,
): Promise<WriterConnection> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'event-store writer',
    connectionTimeoutMillis: 5_000,
    ...KEEP_ALIVE,
  });
  let closed = false;
  client.on('error', (error) => {
    if (!closed) onBroken(error);
  });
  client.on('end', () => {
    if (!closed) onBroken(new Error('Postgres closed the connection'));
  });

  const close = async (): Promise<void> => {
    closed = true;
    await client.end();
  };

  try {
    await client.connect();
    const lock = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${WRITER_LOCK}) as taken`,
    );
    if (lock.rows[0]?.taken !== true) throw new AnotherWriter();
    // Acknowledged means durable, whatever the server's or the role's default is.
    await client.query('set synchronous_commit = on');
    // A writer that vanished behind a cut network must lose its lock soon, not after the two hours TCP waits.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    await client.query(SCHEMA);
    const last = await client.query<{ head: string | null }>(
      'select max(position) as head from event_store.events',
    );
    const head = Number(last.rows[0]?.head ?? 0);
    const newest = await client.query<{ id: string; stream: string; revision: string; position: string }>({
      text: 'select id, stream, revision, position from event_store.events where position > $1 order by position',
      values: [head - rememberedEvents],
      types: AS_TEXT,
    });
    return {
      head,
      lately: newest.rows.map(({ id, stream, revision, position }) => ({
        id,
        stream,
        revision: parseRevision(revision),
        position: Number(position),
      })),
      async insert(events) {
        await run(client.query({ ...INSERT, values: eventsToColumns(events) }));
      },
      async streamRows(streams) {
        const result = await run(
          client.query<StreamRow & { name: string }>({
            name: 'states',
            text: STREAM_STATES,
            values: [streams],
            types: AS_TEXT,
          }),
        );
        return new Map(result.rows.map((row) => [row.name, row]));
      },
      async eventsAt(stream, from, count) {
        const result = await run(
          client.query<{ revision: string; id: string; position: string }>({
            name: 'ids',
            text: 'select revision, id, position from event_store.events where stream = $1 and revision >= $2 and revision < $3',
            values: [stream, from, from + count],
            types: AS_TEXT,
          }),
        );
        return new Map(
          result.rows.map((row) => [
            parseRevision(row.revision),
            { id: row.id, position: Number(row.position) },
          ]),
        );
      },
      close,
    };
  } catch (error) {
    await close();
    throw error instanceof AnotherWriter ? error : asFailure(error);
  }
}

async function run<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw asFailure(error);
  }
}

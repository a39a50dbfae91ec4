import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANYONE } from './access.ts';
import { decideBatch } from './batch.ts';
import type { Batch, Known } from './batch.ts';
import { createCommits } from './commits.ts';
import type { Commits } from './commits.ts';
import type { Written } from './expected-revision.ts';
import { InvalidRequest, Unavailable } from './failures.ts';
import { openLogReader } from './log-database.ts';
import type { LogReader } from './log-database.ts';
import { AnotherWriter, openWriterConnection } from './log-writer-connection.ts';
import type { WriterConnection } from './log-writer-connection.ts';
import { createRecentMap } from './recent.ts';
import { baseOf, stateFromRow } from './stream-state.ts';
import type { StreamState } from './stream-state.ts';
import { createTail } from './tail.ts';
import type { Tail } from './tail.ts';
import { createWriteQueue } from './write-queue.ts';
import type { Waiting } from './write-queue.ts';
import type { WriteOutcome, WriteRequest } from './write-requests.ts';

const REMEMBERED_STREAMS = 100_000;
const REMEMBERED_EVENTS = 50_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** A predecessor that was killed keeps its lock until Postgres notices; longer means it lives. */
const LOCK_PATIENCE_MS = 3_000;

/** As a real server's log, ours begins with an event of the system. */
const STORE_CREATED: WriteRequest = {
  kind: 'append',
  stream: '$store',
  expected: 'any',
  events: [
    {
      id: randomUUID(),
      type: '$storeCreated',
      isJson: true,
      data: Buffer.from('{}'),
      metadata: new Uint8Array(),
    },
  ],
  caller: ANYONE,
  deadline: undefined,
};

export type EventLog = {
  /** Rejects with Unavailable when it is not known whether the request was carried out. */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** Position of the last committed event; throws Unavailable while the log has no writer. */
  head(): number;
  stateOf(base: string): Promise<StreamState>;
  readonly tail: Tail;
  readonly reader: LogReader;
  readonly commits: Commits;
  readonly now: () => number;
  /** Bytes of events that wait for the writer. */
  waitingBytes(): number;
  close(): Promise<void>;
};

export type EventLogOptions = {
  readonly databaseUrl: string;
  readonly log: (line: string) => void;
  readonly now?: () => number;
};

/**
 * The log with its one writer. Requests that arrive while a commit is under way are decided together and
 * committed as one (group commit); only after the commit are they acknowledged, shown to readers and
 * announced. A commit whose outcome is unknown is never acknowledged: the writer forgets all it knew and
 * starts again from what the database holds.
 * @throws AnotherWriter, Unavailable
 */
export async function openEventLog(options: EventLogOptions): Promise<EventLog> {
  const { databaseUrl, log, now = Date.now } = options;
  const reader = openLogReader(databaseUrl);
  const tail = createTail();
  const commits = createCommits();
  const states = createRecentMap<string, StreamState>(REMEMBERED_STREAMS);
  const lately = createRecentMap<string, Written>(REMEMBERED_EVENTS);
  const closing = new AbortController();
  const queue = createWriteQueue();

  let connection: WriterConnection | undefined;
  let head = 0;
  /** Grows with every commit and every new connection: with all that changes what is known of streams. */
  let changes = 0;
  let pumping: Promise<void> | undefined;
  let recovering: Promise<void> | undefined;

  async function connect(): Promise<void> {
    let opened: WriterConnection | undefined = undefined;
    opened = await openWriterConnection(databaseUrl, REMEMBERED_EVENTS, (error) => {
      // It may break before it is ours.
      if (opened !== undefined && connection === opened) lose(error);
    });
    changes += 1;
    states.clear();
    lately.clear();
    tail.clear();
    for (const { id, ...place } of opened.lately) lately.set(id, place);
    head = opened.head;
    connection = opened;
    commits.announceAll();
  }

  /** Gives up the connection: what waits fails, and what was being committed is left to the database to say. */
  function lose(error: Error): void {
    const lost = connection;
    connection = undefined;
    if (lost === undefined || closing.signal.aborted) return;
    log(`event store: lost Postgres (${error.message}); appends and reads fail until it is back`);
    queue.fail(new Unavailable('the event store lost its database; the outcome is unknown, try again'));
    recovering ??= recover(lost).finally(() => {
      recovering = undefined;
    });
  }

  async function recover(lost: WriterConnection): Promise<void> {
    void lost
      .close()
      .catch((error: unknown) => log(`event store: closing a broken connection failed (${String(error)})`));
    let retryInMs = FIRST_RETRY_MS;
    let logged = '';
    while (!closing.signal.aborted) {
      try {
        await connect();
        log(`event store: Postgres is back, the log ends at ${head}`);
        return;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        // That Postgres is away was reported when it was lost.
        if (message !== logged && !(error instanceof Unavailable)) log(`event store: ${message}`);
        logged = message;
      }
      await pause(retryInMs, closing.signal);
      retryInMs = Math.min(2 * retryInMs, LAST_RETRY_MS);
    }
  }

  function startPump(): void {
    pumping ??= pump().finally(() => {
      pumping = undefined;
      // A request may have come between the pump's last look and this.
      if (!queue.isEmpty()) startPump();
    });
  }

  async function pump(): Promise<void> {
    // One turn of the event loop lets all that has arrived join the batch.
    await nextTurn();
    while (!queue.isEmpty() && connection !== undefined) {
      await commit(queue.take(), connection);
      await nextTurn();
    }
  }

  async function commit(batch: readonly Waiting[], writer: WriterConnection): Promise<void> {
    try {
      const requests = batch.map(({ request }) => request);
      const decided = await decideBatch(requests, await knownFor(requests, writer), now(), randomUUID);
      if (decided.events.length > 0) await writer.insert(decided.events);
      if (connection !== writer)
        throw new Unavailable('the event store lost its database; the outcome is unknown, try again');
      apply(decided);
      for (const [index, { resolve }] of batch.entries()) {
        const outcome = decided.outcomes[index];
        if (outcome !== undefined) resolve(outcome);
      }
    } catch (error) {
      if (error instanceof InvalidRequest) {
        // Postgres refused for the sake of one of them, and kept none: the others must not suffer.
        if (batch.length > 1) for (const one of batch) await commit([one], writer);
        else for (const { reject } of batch) reject(error);
        return;
      }
      const reason = error instanceof Error ? error.message : String(error);
      for (const { reject } of batch) reject(error instanceof Unavailable ? error : new Unavailable(reason));
      // Whatever it was, what is known of the log may be wrong now.
      if (connection === writer) lose(new Error(reason));
    }
  }

  function apply({ events, states: changed }: Batch): void {
    changes += 1;
    for (const [stream, state] of changed) states.set(stream, state);
    const last = events[events.length - 1];
    if (last === undefined) return;
    for (const { id, stream, revision, position } of events) lately.set(id, { stream, revision, position });
    tail.push(events);
    head = last.position;
    commits.announce(new Set(events.map((event) => event.stream)));
  }

  async function knownFor(requests: readonly WriteRequest[], writer: WriterConnection): Promise<Known> {
    const needed = new Map<string, StreamState>();
    const missing = new Set<string>();
    for (const { stream } of requests) {
      const base = baseOf(stream);
      const state = states.get(base);
      if (state === undefined) missing.add(base);
      else needed.set(base, state);
    }
    if (missing.size > 0) {
      const rows = await writer.streamRows([...missing]);
      for (const base of missing) {
        const state = stateFromRow(rows.get(base));
        needed.set(base, state);
        states.set(base, state);
      }
    }
    return {
      head,
      stateOf: (base) => needed.get(base) ?? stateFromRow(undefined),
      lately: (id) => lately.get(id),
      eventsAt: (stream, from, count) => writer.eventsAt(stream, from, count),
    };
  }

  await connectPatiently(connect);

  function write(request: WriteRequest): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      if (connection === undefined)
        return reject(new Unavailable('the event store is waiting for its database'));
      queue.add(request, resolve, reject);
      startPump();
    });
  }

  if (head === 0) await write(STORE_CREATED);

  return {
    tail,
    reader,
    commits,
    now,
    write,
    head() {
      if (connection === undefined) throw new Unavailable('the event store is waiting for its database');
      return head;
    },
    async stateOf(base) {
      const known = states.get(base);
      if (known !== undefined) return known;
      const asked = changes;
      const state = stateFromRow(await reader.streamRow(base));
      // A commit may have overtaken the answer: then only the writer knows.
      if (changes === asked) states.set(base, state);
      return state;
    },
    waitingBytes: queue.bytes,
    async close() {
      closing.abort();
      await pumping;
      queue.fail(new Unavailable('the event store is shutting down'));
      await recovering;
      const last = connection;
      connection = undefined;
      await Promise.all([last?.close(), reader.close()]);
    },
  };
}

async function connectPatiently(connect: () => Promise<void>): Promise<void> {
  const attempts = LOCK_PATIENCE_MS / 100;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connect();
    } catch (error) {
      if (!(error instanceof AnotherWriter) || attempt >= attempts) throw error;
    }
    await sleep(100);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

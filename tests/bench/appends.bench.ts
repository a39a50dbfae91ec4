import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import type { EventStore, ExpectedRevision, NewEvent } from '#services/platform/event-store/index.ts';
import { atLeast, atLeastTimes, figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';

const APPENDS = 20_000;
const WARM_UP = 4_000;
const IN_FLIGHT = 64;
const SHORT_STREAMS = 200;
const EVENTS_EACH = 4;
const READS = 2_000;
const READS_IN_FLIGHT = 16;

/** Appends through the port against plain inserts into the same Postgres, and a bare read of the log. */
export async function benchAppends({ databaseUrl, eventStoreUrl }: BenchEnvironment): Promise<BenchRow[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: IN_FLIGHT });
  const store = connectEventStore({ connectionString: eventStoreUrl });
  try {
    await pool.query(`create table bench_inserts (
      position bigint generated always as identity primary key, stream text not null, revision bigint not null,
      id uuid not null, type text not null, data text not null, metadata text not null, unique (stream, revision))`);
    await measure(WARM_UP, () => inserter(pool));
    const inserts = await measure(APPENDS, () => inserter(pool));
    await measure(WARM_UP, () => appender(store));
    const appends = await measure(APPENDS, () => appender(store));
    const alone = await measure(APPENDS / 20, () => appender(store), 1);
    const streamReads = await measureReads(store);
    const rowReads = await measureRowReads(pool);
    const read = await readBare(store);
    const against = {
      baseline: inserts.perSecond,
      note: `${IN_FLIGHT} in flight, against plain single-row inserts`,
    };
    return [
      figure(
        'plain inserts with pg',
        inserts.perSecond,
        '/s',
        `${IN_FLIGHT} connections, one row each, median ${ms(inserts)}`,
      ),
      {
        name: 'appends through the port',
        value: appends.perSecond,
        unit: '/s',
        ratio: appends.perSecond / inserts.perSecond,
        aim: atLeastTimes(1),
        ...against,
      },
      {
        name: 'append, 99 %',
        value: appends.p99,
        unit: 'ms',
        baseline: inserts.p99,
        ratio: appends.p99 / inserts.p99,
        note: 'against the plain insert',
      },
      figure('append with nothing else under way, median', alone.median, 'ms', 'one after the other'),
      {
        ...figure(
          'reads of a short stream',
          streamReads,
          '/s',
          `${READS_IN_FLIGHT} in flight, against plain selects`,
        ),
        baseline: rowReads,
        ratio: streamReads / rowReads,
        aim: atLeast(5_000),
      },
      figure('log, read alone', read.perSecond, 'events/s', `${read.count} events by subscription`),
    ];
  } finally {
    await store.close();
    await pool.end();
  }
}

type Measured = { readonly perSecond: number; readonly median: number; readonly p99: number };

const ms = ({ median, p99 }: Measured): string => `${median.toFixed(1)} ms, 99 % ${p99.toFixed(1)} ms`;

/** Each worker carries on from its own last append: as decisions do, at an exact revision. */
async function measure(
  count: number,
  makeWorker: () => () => Promise<unknown>,
  inFlight = IN_FLIGHT,
): Promise<Measured> {
  const latencies: number[] = [];
  let begun = 0;
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    const once = makeWorker();
    while (begun < count) {
      begun += 1;
      const at = performance.now();
      await once();
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: count / seconds, median: at(0.5), p99: at(0.99) };
}

function anEvent(): NewEvent {
  const stone = {
    parcelName: 'R-10442',
    weight: 1.013,
    shapeCode: 'BR',
    colour: 'F',
    clarity: 'VS1',
    totalCents: 712_345,
  };
  const effectiveAt = '2026-01-02T03:04:05.000Z';
  return {
    id: randomUUID(),
    type: 'StoneRequested',
    data: { ...stone, customerId: 12, instructionId: randomUUID(), remarks: 'for the window', effectiveAt },
    metadata: { recordedAt: effectiveAt, actor: 'demo-customer', commandId: randomUUID() },
  };
}

function appender(store: EventStore): () => Promise<unknown> {
  const stream = `bench-${randomUUID()}`;
  let revision: ExpectedRevision = 'no_stream';
  return async () => {
    ({ revision } = await store.append(stream, revision, [anEvent()]));
  };
}

function inserter(pool: pg.Pool): () => Promise<unknown> {
  const stream = `bench-${randomUUID()}`;
  let revision = -1;
  return () => {
    const { id, type, data, metadata } = anEvent();
    return pool.query({
      name: 'insert',
      text: 'insert into bench_inserts (stream, revision, id, type, data, metadata) values ($1, $2, $3, $4, $5, $6)',
      values: [stream, (revision += 1), id, type, JSON.stringify(data), JSON.stringify(metadata)],
    });
  };
}

async function measureReads(store: EventStore): Promise<number> {
  const streams = await Promise.all(
    Array.from({ length: SHORT_STREAMS }, async () => {
      const stream = `bench-${randomUUID()}`;
      await store.append(stream, 'no_stream', Array.from({ length: EVENTS_EACH }, anEvent));
      return stream;
    }),
  );
  let next = 0;
  return warmed(() => async () => {
    next += 1;
    for await (const event of store.readStream(streams[next % streams.length] ?? '')) void event;
  });
}

/** Reads a second once the engine has compiled what they run through. */
async function warmed(makeWorker: () => () => Promise<unknown>): Promise<number> {
  await measure(READS, makeWorker, READS_IN_FLIGHT);
  return (await measure(READS, makeWorker, READS_IN_FLIGHT)).perSecond;
}

/** As many rows of as many streams, by plain selects. */
async function measureRowReads(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ stream: string }>(
    'select distinct stream from bench_inserts where revision = $1 limit $2',
    [EVENTS_EACH, SHORT_STREAMS],
  );
  let next = 0;
  return warmed(() => () => {
    next += 1;
    return pool.query({
      name: 'select',
      text: 'select position, revision, id, type, data, metadata from bench_inserts where stream = $1 order by revision limit $2',
      values: [rows[next % rows.length]?.stream, EVENTS_EACH],
    });
  });
}

async function readBare(store: EventStore): Promise<{ perSecond: number; count: number }> {
  const stop = new AbortController();
  const startedAt = performance.now();
  let count = 0;
  await store.subscribeToAll({
    after: 0n,
    signal: stop.signal,
    onEvents: (events) => void (count += events.length),
    onCaughtUp: () => stop.abort(),
  });
  return { perSecond: count / ((performance.now() - startedAt) / 1000), count };
}

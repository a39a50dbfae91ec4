import { randomUUID } from 'node:crypto';
import { currentShape } from '#contracts/events/upcast.ts';
import { stoneStream } from '#contracts/events/index.ts';
import {
  createPositions,
  projectionMigrations,
  rebuildProjection,
  startProjections,
  type EngineLog,
  type ProjectionsRunner,
} from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore, type NewEvent } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { identified } from '#tests/support/log-identity.ts';
import { atLeastTimes, atMost, figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { openLeases } from '#services/platform/leases/index.ts';

const STONES = Number(process.env['STONES'] ?? 20_000);
const IN_FLIGHT = 64;
const LATENCY_SAMPLES = 200;
const ZONE = 'America/New_York';
const ROUNDS = 3;
const effectiveAt = '2024-05-01T12:00:00.000Z';

const log: EngineLog = {
  info: () => undefined,
  warn: (details, message) => console.error(message, details),
  error: (details, message) => console.error(message, details),
};

/** Catch-up, rebuild and request-to-visible latency, against reading the same log and doing nothing with it. */
export async function benchProjections({
  databaseUrl,
  eventStoreUrl,
}: BenchEnvironment): Promise<BenchRow[]> {
  const database = connectDatabase(databaseUrl, { max: 20, pipeline: true });
  const events = await identified(connectEventStore({ connectionString: eventStoreUrl }));
  try {
    await migrate(database.pool, projectionMigrations);
    const count = await fill(events);
    const head = await events.headPosition();
    await readBare(events, head);
    const bare = await measured(count, () => readBare(events, head));

    const projections = createProjections(ZONE);
    const names = projections.map(({ name }) => name);
    const positions = createPositions(database.db, await logIdOf(events));
    let runner: ProjectionsRunner | undefined;
    const caughtUp = await measured(count, async () => {
      runner = startProjections({
        pool: database.pool,
        looking: database.pool,
        leases: openLeases(database.pool),
        events,
        projections,
        positions,
        log,
      });
      if (!(await positions.waitForPosition(names, head, 600_000)))
        throw new Error('the projections did not catch up within 10 minutes');
    });
    const visible = await latencies(events, positions, names);
    const appended = await appendLatencies(events);
    await runner?.stop();

    const [widest] = projections;
    if (!widest) throw new Error('there is no projection to rebuild');
    const rounds: { rate: number; ratio: number; whole: number; cpu: string }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const beside = await measured(count, () => readBare(events, head));
      const rebuildAt = performance.now();
      let readTo = rebuildAt;
      const whole = await measured(count, async () => {
        const report = await rebuildProjection({
          pool: database.pool,
          events,
          projection: widest,
          onProgress: () => (readTo = performance.now()),
        });
        if (report.differences?.length !== 0 || report.parked.length > 0)
          throw new Error(`the rebuild of ${widest.name} differs from the live one`);
      });
      const rate = (count * 1000) / (readTo - rebuildAt);
      rounds.push({ rate, ratio: rate / beside.rate, whole: whole.rate / beside.rate, cpu: whole.cpu });
    }
    const rebuilt = rounds.toSorted((one, other) => one.ratio - other.ratio)[ROUNDS >> 1]!;
    const wholes = rounds.map(({ whole }) => whole.toFixed(2)).join(', ');

    return [
      figure(
        'log, read alone',
        bare.rate,
        'events/s',
        `${count} events: ${STONES} stones with every attribute, every fifth repriced; ${bare.cpu}`,
      ),
      {
        name: `catch-up of all ${names.length} projections`,
        value: caughtUp.rate,
        unit: 'events/s',
        baseline: bare.rate,
        ratio: caughtUp.rate / bare.rate,
        aim: atLeastTimes(0.8),
        note: caughtUp.cpu,
      },
      {
        name: `rebuild of ${widest.name}`,
        value: rebuilt.rate,
        unit: 'events/s',
        baseline: rebuilt.rate / rebuilt.ratio,
        ratio: rebuilt.ratio,
        aim: atLeastTimes(0.8),
        note: `until it has caught up, middle of ${ROUNDS}, each against a bare read just before; indexed, compared row by row and flipped: ${wholes}; ${rebuilt.cpu}`,
      },
      {
        name: 'appended to visible, median',
        value: visible.median,
        unit: 'ms',
        baseline: appended.median,
        ratio: visible.median / appended.median,
        aim: atMost(3),
        note: 'append and wait for all projections, against the append alone',
      },
      {
        name: 'appended to visible, 99 %',
        value: visible.high,
        unit: 'ms',
        baseline: appended.high,
        ratio: visible.high / appended.high,
        aim: atMost(15),
        note: `${LATENCY_SAMPLES} samples`,
      },
    ];
  } finally {
    await events.close();
    await database.close();
  }
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

/** Events per second, and what they cost this process: on a busy machine the steadier figure. */
async function measured(count: number, work: () => Promise<void>): Promise<{ rate: number; cpu: string }> {
  const startedAt = performance.now();
  const used = process.cpuUsage();
  await work();
  const rate = count / secondsSince(startedAt);
  const { user, system } = process.cpuUsage(used);
  return { rate, cpu: `${((user + system) / count).toFixed(0)} µs of this process's time an event` };
}

function event(type: string, data: object): NewEvent {
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      recordedAt: effectiveAt,
      shape: currentShape(type),
      actor: { username: 'feed', role: 'system' },
      commandId: 'bench',
    },
  };
}

/** A stone with every attribute a feed gives, different from its neighbours. */
function listed(index: number): NewEvent {
  const pick = <Value>(values: readonly Value[], step = 1): Value =>
    values[Math.floor(index / step) % values.length]!;
  const weight = 300 + (index % 900);
  return event('StoneListed', {
    parcelName: parcelOf(index),
    line: 'natural',
    vendorId: 1 + (index % 5),
    attributes: {
      weight,
      certNo: String(6_000_000_000 + index),
      shortCertNo: String(6_000_000_000 + index),
      lab: 'GIA',
      countryOfOrigin: 'Botswana',
      shapeCode: pick(['RD', 'OV', 'CU', 'EM']),
      colour: pick(['D', 'E', 'F', 'G', 'H'], 2),
      clarity: pick(['IF', 'VVS1', 'VS1', 'VS2', 'SI1'], 3),
      fluorescence: pick(['N', 'F'], 5),
      cut: 'EX',
      polish: pick(['EX', 'VG'], 7),
      symmetry: pick(['EX', 'VG'], 11),
      tablePct: 57 + (index % 40) / 10,
      depthPct: 61.2 + (index % 17) / 10,
      girdlePct: 3.5,
      crownHeight: 15,
      crownAngle: 34.5,
      pavilionDepth: 43,
      pavilionAngle: 40.8,
      starHalves: 50,
      pavilionHalves: 75,
      haSleeve: index % 9 === 0,
      length: 5 + (index % 100) / 100,
      width: 5 + (index % 90) / 100,
      height: 3.1,
      photoUrl: `https://media.example.com/${index}.mp4`,
      stillPhotoUrl: `https://media.example.com/${index}.jpg`,
    },
    costCents: 100_000 + index * 7,
    totalCents: 120_000 + index * 8,
    location: 'New York',
    vendorAvailability: 'IN_STOCK',
    effectiveAt,
  });
}

const parcelOf = (index: number): string => `N-${String(index).padStart(6, '0')}`;

/** Lists the stones, a stream each, and reprices every fifth. */
async function fill(events: EventStore): Promise<number> {
  let next = 0;
  let written = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let index = next++; index < STONES; index = next++) {
        const repriced =
          index % 5 === 0
            ? [event('StoneRepriced', { costCents: index, totalCents: index * 2, effectiveAt })]
            : [];
        await events.append(stoneStream(parcelOf(index)), 'no_stream', [listed(index), ...repriced]);
        written += 1 + repriced.length;
      }
    }),
  );
  return written;
}

/** Reads the log and does nothing with it. */
async function readBare(events: EventStore, head: bigint): Promise<void> {
  const done = new AbortController();
  await events.subscribeToAll({
    after: 0n,
    maxBatch: 1_000,
    signal: done.signal,
    onEvents(batch) {
      if ((batch.at(-1)?.position ?? 0n) >= head) done.abort();
    },
  });
}

/** Milliseconds from the call to its end, one call after the other. */
async function timed(
  calls: number,
  call: (index: number) => Promise<unknown>,
): Promise<{ median: number; high: number }> {
  const taken: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const startedAt = performance.now();
    await call(index);
    taken.push(performance.now() - startedAt);
  }
  taken.sort((one, other) => one - other);
  return { median: taken[Math.floor(calls / 2)] ?? 0, high: taken[Math.floor(calls * 0.99)] ?? 0 };
}

function reprice(events: EventStore, index: number): ReturnType<EventStore['append']> {
  // Stones 1 to 4, 6 to 9, …: listed and not repriced.
  const stone = Math.floor(index / 4) * 5 + 1 + (index % 4);
  return events.append(stoneStream(parcelOf(stone)), 0n, [
    event('StoneRepriced', { costCents: 5, totalCents: 10, effectiveAt }),
  ]);
}

function latencies(
  events: EventStore,
  positions: ReturnType<typeof createPositions>,
  names: readonly string[],
): Promise<{ median: number; high: number }> {
  return timed(LATENCY_SAMPLES, async (index) => {
    const { position } = await reprice(events, index);
    if (!(await positions.waitForPosition(names, position, 10_000)))
      throw new Error(`the projections did not reach ${position} within 10 s`);
  });
}

function appendLatencies(events: EventStore): Promise<{ median: number; high: number }> {
  return timed(LATENCY_SAMPLES, (index) => reprice(events, LATENCY_SAMPLES + index));
}

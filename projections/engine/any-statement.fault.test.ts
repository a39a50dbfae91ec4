import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { buildsOf, liveBuild } from './builds.ts';
import {
  AlreadyRebuilding,
  parkedStreams,
  projectionMigrations,
  rebuildProjection,
  retryParked,
  verifyProjection,
} from './index.ts';
import type { AnyProjection } from './projection.ts';
import { createMemoryLog, newTestEvent, projectForTests } from './testing/test-log.ts';
import { openWriter } from './build-writer.ts';
import { toLogEntry, type LogBatch } from './log-entries.ts';
import { follow, makePlace } from './places.ts';
import { countsProjection, notesProjection, type Faults } from './testing/test-projections.ts';
import { keepCheckpoints, writeTogether } from './write-together.ts';

/**
 * A process that dies at any statement it sends, before Postgres has it or after: it leaves either the old
 * state or the new one, and the next process continues from there (architecture: Projections).
 */

const effectiveAt = '2024-05-01T12:00:00.000Z';
const repriced = (totalCents: number) =>
  newTestEvent('StoneRepriced', { costCents: 1, totalCents, effectiveAt });
const withdrawn = (reason: string) => newTestEvent('StoneWithdrawn', { reason, effectiveAt });
const MOST_STATEMENTS = 200;

let url: string;
let database: Database;

beforeAll(async () => {
  url = await testDatabase();
  database = connectDatabase(url, { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

/** Two read models that follow together, of which the counts read more streams. */
const notesAndCounts = (prefix: string): AnyProjection[] => [
  notesProjection({ name: `${prefix}notes`, prefix }),
  { ...countsProjection(), name: `${prefix}counts` },
];
const openWriters = (pool: pg.Pool, projections: readonly AnyProjection[]) =>
  Promise.all(
    projections.map(async (projection) =>
      openWriter(pool, projection, (await liveBuild(pool, projection.name))!),
    ),
  );
async function expectExact(
  projections: readonly AnyProjection[],
  events: ReturnType<typeof createMemoryLog>,
  message: string,
): Promise<void> {
  for (const projection of projections) {
    const { differences } = await verifyProjection({ pool: database.pool, events, projection });
    expect(differences, message).toEqual([]);
  }
}

type Death = { readonly statement: number; readonly when: 'unsent' | 'unanswered' };
type SocketClient = pg.PoolClient & { connection: { stream: { destroy(): void } } };

/** Runs `work` in a process that dies at its n-th statement; true when it came to its end before. */
async function surviving(
  { statement, when }: Death,
  work: (pool: pg.Pool) => Promise<unknown>,
): Promise<boolean> {
  const doomed = connectDatabase(url, { pipeline: true });
  const clients: SocketClient[] = [];
  let sent = 0;
  let dead = false;
  const die = (): never => {
    dead = true;
    for (const { connection } of clients) connection.stream.destroy();
    throw new Error('the process is dead');
  };
  doomed.pool.on('connect', (client) => {
    clients.push(client);
    // Whatever is still under way ends with the connection.
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...asked: readonly unknown[]) => Promise<unknown>;
    const mortal = async (...asked: readonly unknown[]): Promise<unknown> => {
      sent += 1;
      const mine = sent;
      if (dead || (when === 'unsent' && mine === statement)) return die();
      const answer = await query(...asked);
      return mine === statement ? die() : answer;
    };
    // The pool's own query passes a callback.
    client.query = ((...asked: readonly unknown[]) => {
      const callback = asked.at(-1);
      if (typeof callback !== 'function') return mortal(...asked);
      mortal(...asked.slice(0, -1)).then(
        (answer) => callback(null, answer) as unknown,
        (error: unknown) => callback(error) as unknown,
      );
      return undefined;
    }) as typeof client.query;
  });
  const outcome = await work(doomed.pool).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (outcome && !dead) throw outcome.error;
  if (!dead) await doomed.close();
  return !dead;
}

/** Once Postgres has noticed that the dead one is gone. */
async function onceFree<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AlreadyRebuilding)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

async function pricesShown(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ parcel: string; cents: number }>(
    'select parcel, cents from read.noted_stone',
  );
  return Object.fromEntries(rows.map(({ parcel, cents }) => [parcel, cents]));
}

async function schemas(name: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'projection\\_' || $1 || '\\_%' order by 1`,
    [name],
  );
  return rows.map((row) => row.name);
}

describe.each(['unsent', 'unanswered'] as const)('a process that dies with a statement %s', (when) => {
  it('in a rebuild leaves the old rows or the new ones, and nothing that the next rebuild does not use or clear', async () => {
    const name = `rebuilt_${when}`;
    const projection: AnyProjection = notesProjection({ name, questionIndexes: ['(cents)'] });
    const log = createMemoryLog();
    for (let price = 1; price <= 12; price += 1) log.add(`stone-${price % 3}`, repriced(price));
    await projectForTests(database.pool, log, [projection]);
    const right = await pricesShown();
    expect(right).toEqual({ 'stone-0': 30, 'stone-1': 22, 'stone-2': 26 });

    let ended = false;
    let deaths = 0;
    for (let statement = 1; !ended; statement += 1) {
      expect(statement).toBeLessThan(MOST_STATEMENTS);
      const before = (await liveBuild(database.pool, name))!;
      ended = await surviving({ statement, when }, (pool) =>
        rebuildProjection({ pool, events: log, projection, batchSize: 5 }),
      );
      deaths += ended ? 0 : 1;
      expect(await pricesShown(), `at statement ${statement}`).toEqual(right);
      const resume = statement % 2 === 0;
      const report = await onceFree(() =>
        rebuildProjection({ pool: database.pool, events: log, projection, batchSize: 5, resume }),
      );
      expect(report, `at statement ${statement}`).toMatchObject({ differences: [], parked: [] });
      expect(await pricesShown()).toEqual(right);
      const builds = await buildsOf(database.pool, name);
      expect(builds.map(({ state }) => state)).toEqual(['superseded', 'live']);
      expect(builds.at(-1)).toMatchObject({ indexed: true, position: before.position });
      expect(await schemas(name)).toHaveLength(2);
    }
    expect(deaths).toBeGreaterThan(30);
  });

  it('in a batch that read models write together moves all of them or none', async () => {
    const log = createMemoryLog();
    const prefix = `together_${when}_`;
    const projections = notesAndCounts(prefix);
    log.add('stone-a', repriced(1));
    await projectForTests(database.pool, log, projections);
    let ended = false;
    for (let statement = 1; !ended; statement += 1) {
      expect(statement).toBeLessThan(MOST_STATEMENTS);
      const after = await log.headPosition();
      log.add('stone-a', repriced(2), repriced(3));
      const position = await log.headPosition();
      const entries = log.recorded.filter((event) => event.position > after).map(toLogEntry);
      const positions = entries.map((entry) => entry.position);
      ended = await surviving({ statement, when }, async (pool) => {
        const writers = await openWriters(pool, projections);
        await writeTogether(pool, writers, { entries, positions, after, position });
      });
      const builds = await Promise.all(projections.map(({ name }) => liveBuild(database.pool, name)));
      expect(new Set(builds.map((build) => build?.position)), `at statement ${statement}`).toHaveLength(1);
      // Where nothing was written, the next process begins there.
      await projectForTests(database.pool, log, projections);
      await expectExact(projections, log, `at statement ${statement}`);
    }
  });

  it('in batches that move a place, some checkpoints with it, leaves each read model where its rows are', async () => {
    const log = createMemoryLog();
    const prefix = `following_${when}_`;
    const projections = notesAndCounts(prefix);
    log.add('stone-a', repriced(1));
    await projectForTests(database.pool, log, projections);
    let ended = false;
    for (let statement = 1; !ended; statement += 1) {
      expect(statement).toBeLessThan(MOST_STATEMENTS);
      // The first concerns the counts alone, the second both, the third neither.
      const batches: LogBatch[] = [];
      for (const stream of ['vendor-1', 'stone-a', 'cart-1']) {
        const after = await log.headPosition();
        const { position } = log.add(stream, repriced(2));
        const entries = log.recorded.filter((event) => event.position > after).map(toLogEntry);
        batches.push({ entries, positions: [position], after, position });
      }
      ended = await surviving({ statement, when }, async (pool) => {
        const writers = await openWriters(pool, projections);
        const id = randomUUID();
        await makePlace(pool, { id, position: batches[0]!.after });
        for (const writer of writers)
          expect(await follow(pool, { id, position: batches[0]!.after }, writer)).toBe(true);
        for (const batch of batches)
          expect(
            [...(await writeTogether(pool, writers, batch, { id, position: batch.after })).keys()].length,
          ).toBe(2);
        expect((await keepCheckpoints(pool, writers, batches.at(-1)!.position)).size).toBe(2);
      });
      const builds = await Promise.all(projections.map(({ name }) => liveBuild(database.pool, name)));
      expect(new Set(builds.map((build) => build?.position)), `at statement ${statement}`).toHaveLength(1);
      await projectForTests(database.pool, log, projections);
      await expectExact(projections, log, `at statement ${statement}`);
    }
  });

  it('in a retry of a parked stream applies each skipped event once', async () => {
    const name = `retried_${when}`;
    const faults: Faults = { apply: 'lost' };
    const projection = notesProjection({ name, faults, prefix: `${name}_` });
    let ended = false;
    for (let statement = 1; !ended; statement += 1) {
      expect(statement).toBeLessThan(MOST_STATEMENTS);
      const log = createMemoryLog();
      log.add('stone-a', repriced(1), withdrawn('lost'), repriced(2));
      log.add('stone-b', repriced(4));
      faults.apply = 'lost';
      await database.pool.query('delete from vitrine.projection_build where name = $1', [name]);
      for (const schema of await schemas(name)) await database.pool.query(`drop schema "${schema}" cascade`);
      await projectForTests(database.pool, log, [projection]);
      expect(await parkedStreams(database.db, [name])).toHaveLength(1);
      delete faults.apply;
      ended = await surviving({ statement, when }, (pool) => retryParked({ pool, events: log, projection }));
      await retryParked({ pool: database.pool, events: log, projection });
      expect(await parkedStreams(database.db, [name])).toEqual([]);
      const { differences } = await verifyProjection({ pool: database.pool, events: log, projection });
      expect(differences, `at statement ${statement}`).toEqual([]);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { rebuildProjection } from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { migrations } from '#services/modules.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { BEFORE_HISTORY, logIdOf, readLog, UnfinishedCopy } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { identified } from '#tests/support/log-identity.ts';
import { startProgram } from '#tests/support/programs.ts';
import { backUp, UnusableBackup } from './backup.ts';
import { NotOfThatLog } from './carry-over.ts';
import { restore } from './restore.ts';

const clock = () => new Date();

let folder: string;
let databaseUrl: string;
let database: Database;
const stores: TestEventStore[] = [];
const logs: EventStore[] = [];

async function emptyStore(): Promise<{ url: string; events: EventStore }> {
  const store = await startEmbeddedEventStoreForTests(await testDatabase());
  const events = connectEventStore({ connectionString: store.connectionString });
  stores.push(store);
  logs.push(events);
  return { url: store.connectionString, events };
}

const backup = (to: string, events: EventStore) =>
  backUp({ pool: database.pool, events, filesFolder: undefined, folder: path.join(folder, to), clock });

const restoreInto = async (pool: Database['pool'], from: string) =>
  restore({
    folder: path.join(folder, from),
    pool,
    events: (await emptyStore()).events,
    filesFolder: undefined,
    migrations,
    besides: async () => '',
    clock,
    newId: randomUUID,
  });

/** The tables as they are when the live read model and the one reactor were in these logs. */
async function tablesOf(readModels: string, reactors: string): Promise<void> {
  await database.pool.query('delete from vitrine.projection_build; delete from vitrine.reactor_checkpoint');
  await database.pool.query(
    "insert into vitrine.projection_build (name, build, version, state, log_id) values ('stones', 1, 1, 'live', $1)",
    [readModels],
  );
  await database.pool.query(
    "insert into vitrine.reactor_checkpoint (reactor, position, log_id, updated_at) values ('mails', 7, $1, now())",
    [reactors],
  );
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-log-of-tables-'));
  databaseUrl = await testDatabase();
  database = connectDatabase(databaseUrl);
  await migrate(database.pool, migrations);
});
afterAll(async () => {
  for (const events of logs) await events.close();
  for (const store of stores) await store.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('given tables of one event log', () => {
  it('when EVENTSTORE_URL names an empty store, then no backup is made of it, and it gets no identity', async () => {
    const { url, events } = await emptyStore();
    await tablesOf(randomUUID(), randomUUID());
    const to = path.join(folder, 'of an empty log');
    const running = startProgram('services/moving/backup-program.ts', ['--to', to], {
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: url,
      VITRINE_DATA: folder,
    });
    expect([await running.ended(60_000), running.output()]).toEqual([
      1,
      expect.stringMatching(/^EVENTSTORE_URL names another event log than the one of this database/),
    ]);
    expect(existsSync(to)).toBe(false);
    expect((await readLog(events)).id).toBe(null);
  });

  it('when EVENTSTORE_URL names another log, then no backup is made of it', async () => {
    const events = await identified((await emptyStore()).events);
    await tablesOf(randomUUID(), randomUUID());
    await expect(backup('of another log', events)).rejects.toThrow(
      'EVENTSTORE_URL names another event log than the one of this database',
    );
    expect(existsSync(path.join(folder, 'of another log'))).toBe(false);
  });

  it('when the log was changed and the reactors still wait, then the backup is restored, and they go on waiting', async () => {
    const events = await identified((await emptyStore()).events);
    const before = randomUUID();
    await tablesOf(await logIdOf(events), before);
    const head = await events.headPosition();
    await database.pool.query(
      `insert into vitrine.saved_search (id, username, customer_id, name, search, mails, looked_to, look)
       values ('s', 'jeweller', 7, 'Rounds', '{}', false, $1, 'look')`,
      [head.toString()],
    );
    await backup('while they wait', events);
    const { pool, close } = connectDatabase(await testDatabase());
    try {
      await restoreInto(pool, 'while they wait');
      // Nothing is left unfinished: Vitrine starts on it.
      await migrate(pool, migrations);
      const { rows: reactors } = await pool.query('select position, log_id from vitrine.reactor_checkpoint');
      expect(reactors).toEqual([{ position: 7, log_id: before }]);
      const { rows: searches } = await pool.query('select looked_to, look from vitrine.saved_search');
      expect(searches).toEqual([{ looked_to: expect.any(Number), look: null }]);
    } finally {
      await close();
    }
  });

  it('when an earlier release made the backup, which did not compare the logs, then it is not restored as whole', async () => {
    const events = await identified((await emptyStore()).events);
    await tablesOf(await logIdOf(events), randomUUID());
    await backup('compared', events);
    cpSync(path.join(folder, 'compared'), path.join(folder, 'not compared'), { recursive: true });
    const manifest = path.join(folder, 'not compared/backup.json');
    const { logsOfTables, ...earlier } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<
      string,
      unknown
    >;
    expect(logsOfTables).toEqual([await logIdOf(events)]);
    writeFileSync(manifest, JSON.stringify(earlier));
    const { pool, close } = connectDatabase(await testDatabase());
    try {
      await expect(restoreInto(pool, 'not compared')).rejects.toThrow(NotOfThatLog);
    } finally {
      await close();
    }
  });

  it('when the log was changed and EVENTSTORE_URL still names the one that a reactor is in, then no backup is made', async () => {
    const before = await identified((await emptyStore()).events);
    await tablesOf(randomUUID(), await logIdOf(before));
    await expect(backup('of the log before', before)).rejects.toThrow(UnusableBackup);
    expect(existsSync(path.join(folder, 'of the log before'))).toBe(false);
  });

  it('when there is no live read model, then the reactors tell the log', async () => {
    const events = await identified((await emptyStore()).events);
    await tablesOf(randomUUID(), await logIdOf(events));
    await database.pool.query("update vitrine.projection_build set state = 'superseded'");
    expect((await backup('of reactors', events)).logId).toBe(await logIdOf(events));
    await expect(backup('of no reactor', (await emptyStore()).events)).rejects.toThrow(UnusableBackup);
  });

  it('when the event store holds an unfinished copy, then the refusal names that', async () => {
    const copying = (await emptyStore()).events;
    const data = { logId: randomUUID(), copiedFrom: { logId: randomUUID() } };
    const metadata = { recordedAt: BEFORE_HISTORY, shape: 1, actor: {}, commandId: 'copy' };
    await copying.append('vitrine-log', 'no_stream', [
      { id: randomUUID(), type: 'LogCreated', data, metadata },
    ]);
    await tablesOf(randomUUID(), randomUUID());
    await expect(backup('of a copy', copying)).rejects.toThrow(UnfinishedCopy);
  });
});

describe('given read models in the days of London', () => {
  it('when the log is copied where no time zone is named, then they are built in the days of London again', async () => {
    const [from, to] = [await emptyStore(), await emptyStore()];
    await identified(from.events);
    const url = await testDatabase();
    const onIt = async <Answer>(work: (pool: Database['pool']) => Promise<Answer>): Promise<Answer> => {
      const { pool, close } = connectDatabase(url, { pipeline: true });
      try {
        return await work(pool);
      } finally {
        await close();
      }
    };
    await onIt(async (pool) => {
      await migrate(pool, migrations);
      for (const projection of createProjections('Europe/London'))
        await rebuildProjection({ pool, events: from.events, projection });
    });
    const running = startProgram('services/moving/copy-program.ts', ['--from', from.url, '--to', to.url], {
      DATABASE_URL: url,
      EVENTSTORE_URL: from.url,
      VITRINE_DATA: folder,
      VITRINE_TIME_ZONE: '',
    });
    expect([await running.ended(60_000), running.output()]).toEqual([
      0,
      expect.stringContaining('Reactors and read models are carried over.'),
    ]);
    const { rows } = await onIt((pool) =>
      pool.query(
        "select distinct zone, log_id from vitrine.projection_build where state = 'live' and zone is not null",
      ),
    );
    expect(rows).toEqual([{ zone: 'Europe/London', log_id: await logIdOf(to.events) }]);
  }, 120_000);
});

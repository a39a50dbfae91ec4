import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programFile } from '#tests/support/programs.ts';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { connectEventStore, EventStoreUnavailable } from '#services/platform/event-store/index.ts';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { testDatabase } from '../../support/postgres.ts';
import { startProcess } from '../../support/processes.ts';
import { all, anEvent, ids, numbered, until } from './events.ts';
import { newStream } from './targets.ts';

const PROGRAM = programFile('deploy/local/event-store/main.ts');
const runMain = (...args: string[]) => startProcess(process.execPath, [...PROGRAM, ...args]);

const STARTS_PROCESSES = { timeout: 120_000 };

describe('the embedded server as a process', STARTS_PROCESSES, () => {
  it('prints where it listens, ends on SIGTERM, and finds its log again', async () => {
    const url = await testDatabase();
    const first = runMain('--port', '0', '--database-url', url);
    const [, port] = await first.printed(/^event store listening on 127\.0\.0\.1:(\d+)$/m);
    const connectionString = `esdb://127.0.0.1:${port}?tls=false`;
    // Under the usual deadline: it leaves time for all repetitions, and a shorter one may cut the last of them short.
    const store = connectEventStore({ connectionString });
    const stream = newStream();
    const events = numbered(3);
    await store.append(stream, 'no_stream', events);
    first.signal('SIGTERM');
    expect(await first.ended()).toBe(0);
    await expect(store.append(stream, 2n, [anEvent()])).rejects.toBeInstanceOf(EventStoreUnavailable);
    const second = runMain('--port', String(port), '--database-url', url);
    await second.printed(/listening/);
    await until(async () => {
      try {
        return ids(await all(store.readStream(stream))).join() === ids(events).join();
      } catch (error) {
        if (error instanceof EventStoreUnavailable) return false;
        throw error;
      }
    });
    await store.close();
    await second.destroy();
  });

  it('refuses a database that another event store writes to', async () => {
    const url = await testDatabase();
    const first = await startEmbeddedEventStoreForTests(url);
    const second = runMain('--port', '0', '--database-url', url);
    await second.printed(/another event store process is already writing to this database/);
    expect(await second.ended()).toBe(1);
    await first.close();
  });

  it('explains a wrong command line and a taken port', async () => {
    const wrong = runMain('--prot', '1');
    await wrong.printed(/'--prot'[^]*Usage: npm run event-store/);
    expect(await wrong.ended()).toBe(1);
    const half = runMain('--tls-cert', 'cert.pem');
    await half.printed(/--tls-cert and --tls-key belong together/);
    await half.ended();
    const first = await startEmbeddedEventStoreForTests(await testDatabase());
    const second = runMain('--port', String(first.port), '--database-url', await testDatabase());
    await second.printed(/the address is taken/);
    expect(await second.ended()).toBe(1);
    await first.close();
  });
});

describe('the embedded server with a Postgres of its own', STARTS_PROCESSES, () => {
  it('leaves none behind when it is killed', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'event-store-'));
    const env = { VITRINE_DATA: folder, DATABASE_URL: '' };
    const server = startProcess(process.execPath, [...PROGRAM, '--port', '0'], { env });
    await server.printed(/listening/);
    // Postgres removes it at the end of its shutdown.
    const pidFile = path.join(folder, 'event-store/cluster/postmaster.pid');
    expect(existsSync(pidFile)).toBe(true);
    server.signal('SIGKILL');
    await until(() => !existsSync(pidFile));
    rmSync(folder, { recursive: true });
  });
});

describe('the embedded server over its database', () => {
  it('finds its place again when the log has grown without it', async () => {
    const url = await testDatabase();
    const server = await startEmbeddedEventStoreForTests(url, { harsh: false });
    const store = connectEventStore({ connectionString: server.connectionString });
    const stream = newStream();
    const { position } = await store.append(stream, 'no_stream', numbered(2));
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    await database.query(
      `insert into event_store.events select position + 1, stream, revision + 1, gen_random_uuid(), type, flags, data, metadata, stored_ms
       from event_store.events where position = $1`,
      [position],
    );
    await database.end();
    const event = anEvent();
    // The answer that it cannot write now is followed by a repetition, and that by where the stream is.
    await expect(store.append(stream, 1n, [event])).rejects.toMatchObject({
      name: 'WrongExpectedRevision',
      actual: 2n,
    });
    await store.append(stream, 2n, [event]);
    expect((await all(store.readStream(stream))).map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n]);
    await store.close();
    await server.close();
  });
});

describe('a subscription', STARTS_PROCESSES, () => {
  it('goes on after the server was killed and started again, without loss or repetition', async () => {
    const server = await startEmbeddedEventStoreForTests(await testDatabase());
    const store = connectEventStore({ connectionString: server.connectionString });
    const stop = new AbortController();
    const seen: string[] = [];
    const written: string[] = [];
    let dropped = 0;
    const subscription = store.subscribeToAll({
      after: 0n,
      signal: stop.signal,
      onEvents: (events) => void seen.push(...ids(events)),
      onDropped: () => (dropped += 1),
    });
    for (let round = 0; round < 3; round += 1) {
      const events = numbered(50);
      await until(() =>
        store.append(newStream(), 'no_stream', events).then(
          () => true,
          (error: unknown) => {
            if (error instanceof EventStoreUnavailable) return false;
            throw error;
          },
        ),
      );
      written.push(...ids(events));
      await until(() => seen.length === written.length);
      await server.kill();
      await server.restart();
    }
    await until(() => dropped >= 3);
    stop.abort();
    await subscription;
    expect(seen).toEqual(written);
    await store.close();
    await server.close();
  });
});

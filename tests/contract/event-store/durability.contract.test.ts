import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { startPostgres } from '#local/postgres.mjs';
import { testDatabase } from '../../support/postgres.ts';
import { until } from './events.ts';
import { APPEND_DEADLINE_MS, startLoad } from './load.ts';

// Processes start, die and start again here, on machines that may be busy.
describe('what the embedded server acknowledges', { timeout: 180_000 }, () => {
  it('outlives kill -9 of the server, and no reader sees what is lost later', async () => {
    const server = await startEmbeddedEventStoreForTests(await testDatabase());
    const load = startLoad(server.connectionString, 32);
    for (let round = 0; round < 4; round += 1) {
      await load.advance(300);
      await server.kill();
      await server.restart();
    }
    await load.advance(300);
    await load.stopAndCheck();
    expect(load.failures()).toBeGreaterThan(0);
    await server.close();
  });

  it('outlives kill -9 of Postgres, after which the server comes back by itself', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-event-store-'));
    const postgres = await startPostgres({ folder });
    const server = await startEmbeddedEventStoreForTests(postgres.url);
    const load = startLoad(server.connectionString, 32);
    for (let round = 0; round < 3; round += 1) {
      await load.advance(300);
      process.kill(postgres.pid() ?? 0, 'SIGKILL');
      await postgres.ended();
      // Longer than an append waits for its answer: the port repeats it that long, and then the caller hears of it.
      await sleep(2 * APPEND_DEADLINE_MS);
      await until(() =>
        postgres.start().then(
          () => true,
          // Backends of the killed server hold its memory for a moment more.
          () => false,
        ),
      );
    }
    await load.advance(300);
    await load.stopAndCheck();
    expect(load.failures()).toBeGreaterThan(0);
    expect(server.errors()).toMatch(/lost Postgres[^]*Postgres is back/);
    await server.close();
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

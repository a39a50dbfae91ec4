import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectEventStore,
  EventStoreRefused,
  EventStoreUnavailable,
} from '#services/platform/event-store/index.ts';
import { startEmbeddedEventStoreForTests } from '#services/event-store-embedded/testing.ts';
import type { TestEventStore } from '#services/event-store-embedded/testing.ts';
import { testDatabase } from '../../support/postgres.ts';
import { selfSignedCertificate } from './certificate.ts';
import { all, anEvent, ids, numbered } from './events.ts';
import { newStream } from './targets.ts';

describe('the embedded server over TLS', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-tls-'));
  const certificateFile = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'key.pem');
  let server: TestEventStore;

  beforeAll(async () => {
    const { certificate, key } = selfSignedCertificate(new Date());
    writeFileSync(certificateFile, certificate);
    writeFileSync(keyFile, key);
    server = await startEmbeddedEventStoreForTests(await testDatabase(), {
      tls: { certificateFile, keyFile },
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = (credentials = '') =>
    connectEventStore({
      connectionString: `esdb://${credentials}localhost:${server.port}?tls=true&tlsCAFile=${certificateFile}`,
      appendDeadlineMs: 5_000,
    });

  it('serves clients that trust its certificate, with the right credentials or none', async () => {
    for (const credentials of ['', 'admin:changeit@']) {
      const store = connect(credentials);
      const stream = newStream();
      const events = numbered(2);
      await store.append(stream, 'no_stream', events);
      expect(ids(await all(store.readStream(stream)))).toEqual(ids(events));
      await store.close();
    }
  });

  it('refuses wrong credentials', async () => {
    const store = connect('admin:guess@');
    await expect(all(store.readStream(newStream()))).rejects.toBeInstanceOf(EventStoreRefused);
    await expect(store.append(newStream(), 'no_stream', [anEvent()])).rejects.toBeInstanceOf(
      EventStoreRefused,
    );
    await store.close();
  });

  it('is not reached without trust in its certificate, or without TLS', async () => {
    for (const connectionString of [
      `esdb://localhost:${server.port}?tls=true`,
      `esdb://localhost:${server.port}?tls=false`,
    ]) {
      const store = connectEventStore({ connectionString, appendDeadlineMs: 2_000 });
      await expect(store.append(newStream(), 'no_stream', [anEvent()])).rejects.toBeInstanceOf(
        EventStoreUnavailable,
      );
      await store.close();
    }
  });
});

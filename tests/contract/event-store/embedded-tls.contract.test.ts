import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  binaryEvent,
  EventStoreDBClient,
  jsonEvent,
  type AllStreamSubscription,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectEventStore,
  EventStoreRefused,
  EventStoreUnavailable,
} from '#services/platform/event-store/index.ts';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import type { TestEventStore } from '#local/event-store/testing/start-event-store.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { StoreUnusable } from '#services/platform/store-unusable.ts';
import { untilStoresAnswer } from '#services/platform/stores/until-stores-answer.ts';
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

  const addressFor = (credentials = ''): string =>
    `esdb://${credentials}localhost:${server.port}?tls=true&tlsCAFile=${certificateFile}`;
  const connect = (credentials = '') =>
    connectEventStore({ connectionString: addressFor(credentials), appendDeadlineMs: 5_000 });

  it('serves clients that trust its certificate and know a password', async () => {
    for (const credentials of ['admin:changeit@', 'ops:changeit@']) {
      const store = connect(credentials);
      const stream = newStream();
      const events = numbered(2);
      await store.append(stream, 'no_stream', events);
      expect(ids(await all(store.readStream(stream)))).toEqual(ids(events));
      await store.close();
    }
  });

  const official = (credentials: string) =>
    EventStoreDBClient.connectionString(
      `esdb://${credentials}localhost:${server.port}?tls=true&tlsCAFile=${certificateFile}`,
    );
  const anEventOf = () => jsonEvent({ type: 't', data: {} });
  const firstOf = (subscription: AllStreamSubscription) =>
    new Promise((resolve, reject) => {
      subscription.once('error', reject);
      subscription.once('confirmation', resolve);
    });

  it('denies everything without credentials, and knows no one by wrong ones', async () => {
    const stream = newStream();
    const administrator = official('admin:changeit@');
    await administrator.appendToStream(stream, anEventOf());
    for (const [credentials, code] of [
      ['', 7],
      ['admin:guess@', 16],
      ['somebody:changeit@', 16],
    ] as const) {
      const client = official(credentials);
      const denied = { type: 'access-denied' };
      await expect(all(client.readStream(stream))).rejects.toMatchObject({ ...denied, code });
      await expect(all(client.readStream(newStream()))).rejects.toMatchObject({ ...denied, code });
      await expect(all(client.readAll())).rejects.toMatchObject({ ...denied, code });
      await expect(firstOf(client.subscribeToAll())).rejects.toMatchObject({ ...denied, code });
      await expect(client.getStreamMetadata(stream)).rejects.toMatchObject({ ...denied, code });
      await expect(client.deleteStream(stream)).rejects.toMatchObject({ ...denied, code });
      await expect(client.tombstoneStream(stream)).rejects.toMatchObject({ ...denied, code });
      await expect(client.appendToStream(newStream(), anEventOf())).rejects.toMatchObject(denied);
      await expect(client.setStreamMetadata(newStream(), { maxCount: 2 })).rejects.toMatchObject(denied);
      await client.dispose();
    }
    expect(await all(administrator.readStream(stream))).toHaveLength(1);
    await administrator.dispose();
  });

  it('keeps $all and streams of the system for administrators, but for what an access list gives', async () => {
    const [administrator, operator] = [official('admin:changeit@'), official('ops:changeit@')];
    const denied = { type: 'access-denied' };
    const system = `$${newStream()}`;
    await administrator.appendToStream(system, anEventOf());
    expect(await all(administrator.readAll({ maxCount: 3 }))).not.toEqual([]);
    await expect(all(operator.readAll({ maxCount: 3 }))).rejects.toMatchObject(denied);
    await expect(firstOf(operator.subscribeToAll())).rejects.toMatchObject(denied);
    await expect(all(operator.readStream(system))).rejects.toMatchObject(denied);
    await expect(operator.appendToStream(system, anEventOf())).rejects.toMatchObject(denied);
    await administrator.setStreamMetadata(system, { acl: { readRoles: ['$all'], writeRoles: ['ops'] } });
    expect(await all(operator.readStream(system))).toHaveLength(1);
    expect(await operator.appendToStream(system, anEventOf())).toMatchObject({ success: true });
    await expect(operator.getStreamMetadata(system)).rejects.toMatchObject(denied);
    await expect(operator.deleteStream(system)).rejects.toMatchObject(denied);
    await Promise.all([administrator.dispose(), operator.dispose()]);
  });

  it('binds users by access lists, also where a link points to', async () => {
    const [administrator, operator] = [official('admin:changeit@'), official('ops:changeit@')];
    const denied = { type: 'access-denied' };
    const [secret, links] = [newStream(), newStream()];
    await administrator.appendToStream(secret, anEventOf());
    await administrator.setStreamMetadata(secret, {
      acl: { writeRoles: ['$admins'], readRoles: ['$admins'] },
    });
    await administrator.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from(`0@${secret}`) }));
    await expect(operator.appendToStream(secret, anEventOf())).rejects.toMatchObject(denied);
    await expect(all(operator.readStream(secret))).rejects.toMatchObject(denied);
    expect(await all(operator.readStream(links))).toHaveLength(1);
    await expect(all(operator.readStream(links, { resolveLinkTos: true }))).rejects.toMatchObject(denied);
    const [resolved] = await all(administrator.readStream(links, { resolveLinkTos: true }));
    expect(resolved?.event?.streamId).toBe(secret);
    await Promise.all([administrator.dispose(), operator.dispose()]);
  });

  it('refuses wrong credentials to the application in words of its own', async () => {
    const store = connect('admin:guess@');
    await expect(all(store.readStream(newStream()))).rejects.toBeInstanceOf(EventStoreRefused);
    await expect(store.append(newStream(), 'no_stream', [anEvent()])).rejects.toBeInstanceOf(
      EventStoreRefused,
    );
    await store.close();
  });

  it('ends a start immediately, in a sentence with what to do', async () => {
    const { db, close } = connectDatabase(await testDatabase());
    const cases = [
      [addressFor('admin:guess@'), /It does not accept the user name or the password/],
      [`esdb://localhost:${server.port}?tls=true`, /Its certificate is not trusted/],
      [
        `esdb://localhost:${server.port}?tls=false`,
        /It speaks TLS there\. Take tls=false out of the address/,
      ],
    ] as const;
    const since = performance.now();
    for (const [eventStoreUrl, sentence] of cases) {
      const events = connectEventStore({ connectionString: eventStoreUrl });
      const failed: unknown = await untilStoresAnswer({
        db,
        databaseUrl: 'postgres://127.0.0.1/never',
        events,
        eventStoreUrl,
        warn: () => undefined,
      }).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(StoreUnusable);
      expect(failed).toMatchObject({ message: expect.stringMatching(sentence) });
      expect(failed).toMatchObject({
        message: expect.stringMatching(/^The event store \(EVENTSTORE_URL\) cannot be used\./),
      });
      await events.close();
    }
    expect(performance.now() - since).toBeLessThan(20_000);
    await close();
  });

  it('is not reached without trust in its certificate, or without TLS', async () => {
    for (const connectionString of [
      `esdb://localhost:${server.port}?tls=true`,
      `esdb://localhost:${server.port}?tls=false`,
    ]) {
      const store = connectEventStore({ connectionString, appendDeadlineMs: 20_000 });
      await expect(store.append(newStream(), 'no_stream', [anEvent()])).rejects.toBeInstanceOf(
        EventStoreUnavailable,
      );
      await store.close();
    }
  });
});

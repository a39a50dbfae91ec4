import { randomUUID } from 'node:crypto';
import { ANY, EventStoreDBClient, jsonEvent, STREAM_EXISTS } from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import type { TestEventStore } from '#local/event-store/testing/start-event-store.ts';
import { testDatabase } from '../../support/postgres.ts';
import { all, until } from './events.ts';
import { newStream } from './targets.ts';

describe('an append at no exact revision that is repeated', { timeout: 120_000 }, () => {
  let server: TestEventStore;
  let url: string;
  beforeAll(async () => {
    url = await testDatabase();
    server = await startEmbeddedEventStoreForTests(url);
  });
  afterAll(() => server.close());

  /** Every connection that the server has to its database ends. */
  const loseDatabase = async (): Promise<void> => {
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await database.end();
  };
  const restart = async (): Promise<void> => {
    await server.kill();
    await server.restart();
  };

  for (const [what, disturb] of [
    ['a restart', restart],
    ['a lost database connection', loseDatabase],
  ] as const) {
    it(`is written once, also after ${what}`, async () => {
      const [stream, deleted] = [newStream(), newStream()];
      const some = () =>
        Array.from({ length: 3 }, () => jsonEvent({ id: randomUUID(), type: 't', data: {} }));
      const [events, others] = [some(), some()];
      const client = EventStoreDBClient.connectionString(server.connectionString);
      const first = await client.appendToStream(stream, events, { expectedRevision: ANY });
      await client.appendToStream(deleted, others, { expectedRevision: ANY });
      await client.deleteStream(deleted);
      await disturb();
      const again = EventStoreDBClient.connectionString(server.connectionString);
      // Reading and writing have connections of their own, and each is lost by itself.
      const answers = (asked: Promise<unknown>) =>
        asked.then(
          () => true,
          () => false,
        );
      await until(() => answers(again.appendToStream(newStream(), some(), { expectedRevision: ANY })));
      await until(() => answers(all(again.readStream(stream))));
      for (const expectedRevision of [ANY, STREAM_EXISTS] as const) {
        const repeated = await again.appendToStream(stream, events, { expectedRevision });
        expect(repeated).toMatchObject({ nextExpectedRevision: 2n, position: first.position });
      }
      expect(await all(again.readStream(stream))).toHaveLength(3);
      expect(await again.appendToStream(deleted, others, { expectedRevision: ANY })).toMatchObject({
        nextExpectedRevision: 2n,
      });
      await expect(all(again.readStream(deleted))).rejects.toMatchObject({ type: 'stream-not-found' });
      await Promise.all([client.dispose(), again.dispose()]);
    });
  }
});

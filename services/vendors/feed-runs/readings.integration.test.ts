import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import pg from 'pg';
import { FilesUnavailable } from '#services/platform/files/index.ts';
import { csv, startFeedSourceWorld } from '../feed-sources/testing/feed-source-world.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { findRun } from './run-store.ts';
import { workOffRuns } from './testing/feed-runs.ts';

/** A file may end the process that reads it: its reading counts from its beginning. */
let world: Awaited<ReturnType<typeof startFeedSourceWorld>>;
beforeAll(async () => {
  world = await startFeedSourceWorld();
});
afterAll(() => world.close());

/** A run that waits to be read, and a file store that does something first. */
async function waiting() {
  const { context, vendor, serverSends, fetchDue } = world;
  const { runs } = await vendor('HTTPS');
  serverSends(csv(2));
  await fetchDue();
  const { id } = (await runs())[0]!;
  const get = (key: string) => context.files.get(key);
  return {
    id,
    readAfter: (first: () => Promise<void>): FeedRunContext => ({
      ...context,
      files: { ...context.files, get: (key) => first().then(() => get(key)) },
    }),
    attempts: async () => (await findRun(context.db, id))!.attempts,
  };
}

test('a reading counts from its beginning until it succeeds, and not when a store breaks it off', async () => {
  const { id, readAfter, attempts } = await waiting();
  const counted: number[] = [];
  const away = async (): Promise<void> => {
    counted.push(await attempts());
    throw new FilesUnavailable('The files are away.');
  };
  for (let outage = 0; outage < 6; outage += 1)
    await expect(workOffRuns(readAfter(away), id)).rejects.toThrow('The files are away.');
  expect([counted, await attempts()]).toEqual([[1, 1, 1, 1, 1, 1], 0]);
  expect(await workOffRuns(world.context, id)).toMatchObject({ state: 'CLASSIFIED', attempts: 0 });
});

test('nor does it count when Postgres is away for a while, or refuses a statement for the moment', async () => {
  const { id, readAfter, attempts } = await waiting();
  const { db } = world.context;
  // Sequences outlast what is rolled back.
  await sql`create sequence vitrine.outage`.execute(db);
  await sql`
    create function vitrine.away_twice() returns trigger language plpgsql as $$ begin
      if nextval('vitrine.outage') <= 2 then raise exception 'connection lost' using errcode = '08006'; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger away_twice before update on vitrine.feed_run for each row
    when (new.attempts < old.attempts) execute function vitrine.away_twice()`.execute(db);
  const away = () => Promise.reject(new FilesUnavailable('The files are away.'));
  await expect(workOffRuns(readAfter(away), id)).rejects.toThrow('The files are away.');
  expect(await attempts()).toBe(0);
  await sql`drop function vitrine.away_twice cascade`.execute(db);
  const inADeadlock = () =>
    Promise.reject(Object.assign(new pg.DatabaseError('deadlock', 8, 'error'), { code: '40P01' }));
  for (let refusal = 0; refusal < 6; refusal += 1)
    await expect(workOffRuns(readAfter(inADeadlock), id)).rejects.toThrow('deadlock');
  expect(await attempts()).toBe(0);
  expect(await workOffRuns(world.context, id)).toMatchObject({ state: 'CLASSIFIED' });
});

test('a file whose reading ends the process each time is given up', async () => {
  const { id } = await waiting();
  // As a process leaves it that ended in the fifth reading.
  await sql`update vitrine.feed_run set state = 'READING', attempts = 5 where id = ${id}`.execute(
    world.context.db,
  );
  expect(await workOffRuns(world.context, id)).toMatchObject({
    state: 'FAILED',
    failure: 'The process that reads the file ended each time.',
  });
});

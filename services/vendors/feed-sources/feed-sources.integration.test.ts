import { rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeBackFeedRun } from '../feed-runs/take-back-run.ts';
import { workOffRuns } from '../feed-runs/testing/feed-runs.ts';
import { DROPS } from './fetch-dropped.ts';
import { askForSource, saveSource } from './source-store.ts';
import { ACTOR, csv, startFeedSourceWorld } from './testing/feed-source-world.ts';

let world: Awaited<ReturnType<typeof startFeedSourceWorld>>;
let clock: typeof world.clock;
let context: typeof world.context;
let folder: typeof world.folder;
let server: typeof world.server;
let vendor: typeof world.vendor;
let work: typeof world.work;
let nextMorning: typeof world.nextMorning;
let serverSends: typeof world.serverSends;
beforeAll(async () => {
  world = await startFeedSourceWorld();
  ({ clock, context, folder, server, vendor, work, nextMorning, serverSends } = world);
});
afterAll(() => world.close());

describe('Given a vendor whose file is dropped in a folder', () => {
  it('when its time has come, then the newest file is read and applied, once while it stays the same', async () => {
    const { drop, runs, states, source, mails } = await vendor('FOLDER');
    drop('old', 'another list (1).csv');
    clock.advance(1_000);
    drop(csv(2), 'Stock list 23.11.csv');
    await work();
    expect(await runs()).toMatchObject([{ state: 'APPLIED', fileName: 'Stock list 23.11.csv' }]);
    expect(await source()).toMatchObject({
      outcome: 'READ',
      nextAt: new Date('2026-11-24T11:30:00.000Z'),
      lastTriedAt: clock.now(),
    });
    await nextMorning();
    expect(await states()).toEqual(['APPLIED']);
    expect(await source()).toMatchObject({ outcome: 'SAME', nextAt: new Date('2026-11-25T11:30:00.000Z') });
    drop(csv(2, 5100));
    await nextMorning();
    expect(await states()).toEqual(['APPLIED', 'APPLIED']);
    expect(await mails()).toEqual([]);
  });

  it('when several came since the last, then the newest is read and the others are named as skipped', async () => {
    const { drop, runs, source } = await vendor('FOLDER');
    drop(csv(1), 'monday.csv');
    await work();
    expect((await source()).skipped).toEqual([]);
    clock.advance(60_000);
    for (const [index, name] of ['tuesday.csv', 'part 2.csv', 'wednesday.csv'].entries()) {
      drop(csv(1, 5100 + index), name);
      clock.advance(1_000);
    }
    await nextMorning();
    expect((await runs()).map(({ fileName }) => fileName)).toEqual(['monday.csv', 'wednesday.csv']);
    expect((await source()).skipped).toEqual(['tuesday.csv', 'part 2.csv']);
    // What stays the same keeps what is known of it.
    await nextMorning();
    expect(await source()).toMatchObject({ outcome: 'SAME', skipped: ['tuesday.csv', 'part 2.csv'] });
  });

  it('when the newest file is deleted, then an older one is not read by itself, but for a person who asks', async () => {
    const { vendorId, drop, remove, runs, source } = await vendor('FOLDER');
    drop(csv(2), 'a.csv');
    await work();
    clock.advance(3_600_000);
    drop(csv(2, 5100), 'b.csv');
    await nextMorning();
    const { readUntil } = await source();
    remove('b.csv');
    await nextMorning();
    expect((await runs()).map(({ fileName }) => fileName)).toEqual(['a.csv', 'b.csv']);
    expect(await source()).toMatchObject({ outcome: 'SAME', readUntil });
    await askForSource(context.db, vendorId, 'admin', clock.now());
    await work();
    expect((await runs()).map(({ fileName }) => fileName)).toEqual(['a.csv', 'b.csv', 'a.csv']);
  });

  it('when a file has a time yet to come, then those that come after it is deleted are read all the same', async () => {
    const { vendorId, drop, remove, runs, source } = await vendor('FOLDER');
    // Given a file that was read, of a clock that is a year ahead
    drop(csv(2), 'a.csv');
    const aYear = 365 * 86_400_000;
    const file = path.join(folder, 'files', DROPS, `vendor-${vendorId}`, 'a.csv');
    utimesSync(file, clock.now(), new Date(clock.now().getTime() + aYear));
    await work();
    expect((await source()).readUntil).toEqual(clock.now());
    // When it is deleted, and another comes the next day
    remove('a.csv');
    clock.advance(3_600_000);
    drop(csv(2, 5100), 'b.csv');
    await nextMorning();
    // Then that is read
    expect((await runs()).map(({ fileName }) => fileName)).toEqual(['a.csv', 'b.csv']);
  });

  it('when the newest file may still be written, then it is left until it is quiet', async () => {
    const { vendorId, drop, states, source } = await vendor('FOLDER');
    drop(csv(1));
    const file = path.join(folder, 'files', DROPS, `vendor-${vendorId}`, 'stock.csv');
    utimesSync(file, clock.now(), new Date(clock.now().getTime() - 1_000));
    await work();
    expect([await states(), (await source()).lastTriedAt]).toEqual([[], null]);
    clock.advance(60_000);
    await work();
    expect(await states()).toEqual(['APPLIED']);
  });

  it('when there is none, then that is shown and mailed once, and again after it went well in between', async () => {
    const { drop, source, mails } = await vendor('FOLDER');
    await work();
    await nextMorning();
    expect(await source()).toMatchObject({
      outcome: 'FAILED',
      reason: expect.stringMatching(/^There is no file in the folder vendor-drops\/vendor-\d+\.$/) as string,
    });
    expect(await mails()).toHaveLength(1);
    drop(csv(1));
    await nextMorning();
    expect(await source()).toMatchObject({ outcome: 'READ', reason: null, failingSince: null });
    rmSync(path.join(folder, 'files'), { recursive: true });
    await nextMorning();
    expect(await mails()).toHaveLength(2);
  });
});

describe('Given a vendor whose file is fetched from its server', () => {
  it('when the server fails, then its reason is shown without secrets, and mailed once', async () => {
    const { vendorId, source, mails } = await vendor('HTTPS');
    serverSends('away', 503);
    await work();
    await nextMorning();
    expect((await source()).reason).toBe(
      `feeds.test:${server.port} answers with status 503 instead of the file.`,
    );
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toContain('status 503');
    expect(sent[0]!.body).toContain(`https://vitrine.example.com/admin/vendors/${vendorId}/feed`);
    expect(sent[0]!.body).not.toContain('?vendor=');
  });

  it('when a guard holds what came, then the house has one mail with the numbers, and nothing is applied', async () => {
    const { runs, states, mails } = await vendor('HTTPS');
    serverSends(csv(10));
    await work();
    serverSends(csv(5));
    await nextMorning();
    await nextMorning();
    expect(await states()).toEqual(['APPLIED', 'HELD']);
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toContain('5 of 10 available stones are not in the file');
    expect(sent[0]!.body).toContain((await runs())[1]!.id);
  });

  it('when a row names no stone, then a person decides whether what is missing is withdrawn', async () => {
    const { states, mails } = await vendor('HTTPS');
    serverSends(csv(10));
    await work();
    serverSends(`${csv(9, 5100)}\n,9.00,,,,45900`);
    await nextMorning();
    expect(await states()).toEqual(['APPLIED', 'CLASSIFIED']);
    expect(await mails()).toHaveLength(1);
  });

  it('when it cannot be read, then the house has a mail with the reason', async () => {
    const { states, mails } = await vendor('HTTPS');
    serverSends('no headings here');
    await work();
    expect(await states()).toEqual(['FAILED']);
    expect((await mails())[0]!.body).toContain('The file has no column');
  });

  it('when no row of it can be used, then it waits for a person', async () => {
    const { states, mails } = await vendor('HTTPS');
    serverSends('S,W,H,K,Q,P\n1,heavy,RD,G,VS1,5000');
    await work();
    expect(await states()).toEqual(['CLASSIFIED']);
    expect((await mails())[0]!.body).toContain('No row of the file can be used.');
  });

  it('when the vendor’s stones are not listed by themselves, then it waits for a person', async () => {
    const { states, mails } = await vendor('HTTPS', { autoWhitelist: false });
    serverSends(csv(1));
    await work();
    expect(await states()).toEqual(['CLASSIFIED']);
    expect(await mails()).toHaveLength(1);
  });

  it('when its columns are not mapped, then that is why', async () => {
    const { source } = await vendor('HTTPS', { mapped: false });
    serverSends(csv(1));
    await work();
    expect(await source()).toMatchObject({
      outcome: 'FAILED',
      reason: expect.stringMatching(/^Map the vendor’s columns/) as string,
    });
  });

  it('when a run was taken back, then the same file is not read again by itself, but for a person who asks', async () => {
    const { vendorId, runs, states } = await vendor('HTTPS');
    serverSends(csv(1));
    await work();
    const [run] = await runs();
    await takeBackFeedRun(context, run!.id, ACTOR);
    await nextMorning();
    expect(await states()).toEqual(['TAKEN_BACK']);
    await askForSource(context.db, vendorId, 'admin', clock.now());
    await work();
    expect(await states()).toEqual(['TAKEN_BACK', 'APPLIED']);
  });

  it('when a person asks while the run is taken back, then the same file is read again after that', async () => {
    const { vendorId, runs, states, source } = await vendor('HTTPS');
    serverSends(csv(1));
    await work();
    const [run] = await runs();
    clock.advance(1_000);
    await takeBackFeedRun(context, run!.id, ACTOR);
    await askForSource(context.db, vendorId, 'admin', clock.now());
    await world.fetchDue();
    expect([await states(), (await source()).askedBy]).toEqual([['TAKING_BACK'], 'admin']);
    await work();
    await work();
    expect([await states(), (await source()).askedBy]).toEqual([['TAKEN_BACK', 'APPLIED'], null]);
  });

  it.each([
    ['by its schedule', false],
    ['for a person', true],
  ])('when a person asks while it is fetched %s, then it is fetched once more', async (_, isAsked) => {
    const { vendorId, states, source } = await vendor('HTTPS');
    const ask = () => askForSource(context.db, vendorId, 'admin', clock.now());
    if (isAsked) await ask();
    server.willAnswer((_request, response) => {
      clock.advance(1_000);
      serverSends(csv(2));
      void ask().then(() => response.end(csv(1)));
    });
    await world.fetchDue();
    expect(await source()).toMatchObject({ outcome: 'READ', askedBy: 'admin', askedAt: clock.now() });
    clock.advance(1_000);
    await work();
    expect(await source()).toMatchObject({ outcome: 'READ', askedBy: null, askedAt: null });
    expect(await states()).toHaveLength(2);
  });

  it('when the process is killed before it noted what came, then the same file starts no second run', async () => {
    const { vendorId, states, source } = await vendor('HTTPS');
    serverSends(csv(1));
    const before = await source();
    await world.fetchDue();
    // As a kill between the run and the note leaves it.
    await sql`
      update vitrine.feed_source set next_at = ${before.nextAt}, read_hash = null, run_id = null, outcome = null,
        last_tried_at = null where vendor_id = ${vendorId}`.execute(context.db);
    await work();
    expect(await states()).toEqual(['APPLIED']);
    expect(await source()).toMatchObject({ outcome: 'READ', nextAt: expect.any(Date) as Date });
  });

  it('when one fails for another reason than its source, then that is shown and mailed, and the others are fetched', async () => {
    serverSends(csv(1));
    const failing = await vendor('HTTPS');
    const others = [await vendor('HTTPS'), await vendor('HTTPS')];
    const started = sql`vitrine.feed_run add constraint refused check (vendor_id <> ${sql.lit(failing.vendorId)})`;
    await sql`alter table ${started} not valid`.execute(context.db);
    clock.advance(86_400_000);
    await world.fetchDue();
    await world.fetchDue();
    const states = () => Promise.all([failing, ...others].map(async (one) => (await one.states()).length));
    expect(await states()).toEqual([0, 1, 1]);
    expect(await failing.source()).toMatchObject({
      outcome: 'FAILED',
      reason: expect.stringContaining('"refused"') as string,
      failingSince: clock.now(),
    });
    expect((await failing.source()).nextAt?.getTime()).toBeGreaterThan(clock.now().getTime());
    expect((await failing.mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/could not be fetched$/),
    ]);
    await sql`alter table vitrine.feed_run drop constraint refused`.execute(context.db);
    await nextMorning();
    expect((await states())[0]).toBe(1);
    expect(await failing.source()).toMatchObject({ outcome: 'READ', failingSince: null });
  });

  it('when a follow-up fails though the stores answer, then it is put off, longer each time, and mailed once', async () => {
    serverSends(csv(1));
    const { runs, states, mails } = await vendor('HTTPS');
    await world.fetchDue();
    const { id } = (await runs())[0]!;
    await workOffRuns(context, id);
    const refused = sql`vitrine.feed_run add constraint refused check (id <> ${sql.lit(id)} or state <> 'APPLYING')`;
    await sql`alter table ${refused} not valid`.execute(context.db);
    const tries = async (seconds: number) => {
      clock.advance(seconds * 1_000);
      await world.fetchDue();
      return world.warnings.splice(0).length;
    };
    expect([await tries(1), await tries(20), await tries(11), await tries(50), await tries(11)]).toEqual([
      1, 0, 1, 0, 1,
    ]);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/could not be applied yet$/),
    ]);
    await sql`alter table vitrine.feed_run drop constraint refused`.execute(context.db);
    clock.advance(3_600_000);
    await work();
    expect([await states(), (await mails()).length]).toEqual([['APPLIED'], 1]);
  });

  it('when Postgres refuses a follow-up for the moment, then it is tried again with the next round, without a mail', async () => {
    serverSends(csv(1));
    const { runs, states, mails } = await vendor('HTTPS');
    await world.fetchDue();
    const { id } = (await runs())[0]!;
    await workOffRuns(context, id);
    await sql`
      create function vitrine.in_a_deadlock() returns trigger language plpgsql
      as $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(context.db);
    await sql`
      create trigger in_a_deadlock before update on vitrine.feed_run for each row
      when (new.state = 'APPLYING') execute function vitrine.in_a_deadlock()`.execute(context.db);
    await world.fetchDue();
    expect(world.warnings.splice(0)).toEqual([expect.stringContaining('deadlock detected')]);
    await sql`drop function vitrine.in_a_deadlock cascade`.execute(context.db);
    await work();
    expect([await states(), await mails()]).toEqual([['APPLIED'], []]);
  });

  it('when a person changes the source meanwhile, then their setting stands', async () => {
    const { vendorId, source } = await vendor('HTTPS');
    server.willAnswer((_request, response) => {
      clock.advance(1_000);
      const nextAt = new Date(clock.now().getTime() + 3_600_000);
      void saveSource(context.db, {
        vendorId,
        place: { type: 'FOLDER', folder: `elsewhere-${vendorId}` },
        kind: 'FULL',
        schedule: null,
        nextAt,
        changedAt: clock.now(),
        changedBy: 'admin',
      }).then(() => response.end(csv(1)));
    });
    await work();
    expect(await source()).toMatchObject({ place: { type: 'FOLDER' }, schedule: null, outcome: null });
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcelRecords } from '#projections/parcels/index.ts';
import { EventStoreUnavailable } from '#services/platform/event-store/index.ts';
import { parcelsOfCut } from '#services/reports/cut/parcels-of-cut.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine?.close());

/** An event that no read model can apply. */
async function breakStone(parcelName: string): Promise<void> {
  const stream = `stone-${parcelName}`;
  const { events } = vitrine.context;
  let revision = 0n;
  for await (const event of events.readStream(stream, { direction: 'backwards', maxCount: 1 }))
    revision = event.revision;
  const metadata = {
    recordedAt: new Date().toISOString(),
    actor: { username: 'feed', role: 'system' },
    commandId: randomUUID(),
    version: 1,
  };
  await events.append(stream, revision, [
    { id: randomUUID(), type: 'StoneRepriced', data: { costCents: 'broken' }, metadata },
  ]);
}

test('one parked stone makes stale what it is part of, nothing else, and is logged when it is parked', async () => {
  for (const name of ['S-1', 'S-2']) await vitrine.listStone(name);
  const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
  expect((await alder.post('/inventory/request_stones', { parcelNames: ['S-1'] })).status).toBe(200);
  await vitrine.shown();
  await breakStone('S-1');
  await expect
    .poll(() => vitrine.failures, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ projection: 'parcels', stream: 'stone-S-1' }));

  const stale = async (who: typeof alder, path: string, body?: object) =>
    (await who.post(path, body)).headers.get('x-stale');
  await expect.poll(() => stale(alder, '/inventory/customer'), { timeout: 30_000 }).toBe('true');
  expect(await stale(alder, '/login/customer', {})).toBe('true');
  expect(await stale(birch, '/inventory/details', { parcelName: 'S-1' })).toBe('true');
  for (const path of ['/inventory/customer', '/inventory/past', '/inventory/cart', '/inventory/available'])
    expect([path, await stale(birch, path)]).toEqual([path, null]);
  expect(await stale(birch, '/login/customer', {})).toBe(null);
  expect(await stale(birch, '/inventory/details', { parcelName: 'S-2' })).toBe(null);
  const admin = await vitrine.as('admin');
  const staleOf = async (path: string) => (await admin.get(path)).headers.get('x-stale');
  for (const path of ['/api/holdings?customerId=7', '/api/holdings/series?customerId=7', '/reports/vendor/1'])
    expect([path, await staleOf(path)]).toEqual([path, 'true']);
  for (const path of ['/api/holdings?customerId=8', '/api/holdings/series?customerId=8'])
    expect([path, await staleOf(path)]).toEqual([path, null]);

  await breakStone('S-2');
  await expect.poll(() => stale(birch, '/inventory/available'), { timeout: 30_000 }).toBe('true');
  expect(await stale(birch, '/inventory/customer')).toBe(null);
  expect(await stale(birch, '/labgrown/available')).toBe(null);
});

test('a report reads a parked stone from its stream, and is refused where that cannot be read', async () => {
  const { context } = vitrine;
  await vitrine.listStone('S-3');
  await vitrine.document('MEMO', 'S-3', 8);
  await vitrine.shown();
  const before = await context.events.headPosition();
  await sql`create table kept as select record, changed_position from read.parcel where parcel_name = 'S-3'`.execute(
    context.db,
  );
  await vitrine.document('RETURN_MEMO', 'S-3', 8);
  await vitrine.shown();
  // As a read model has it that parked the stone before its return.
  await sql`
    update read.parcel set record = kept.record, changed_position = kept.changed_position
    from kept where parcel_name = 'S-3'`.execute(context.db);
  await sql`
    insert into vitrine.projection_parked (name, build, stream, revision, position, event_type, reason)
    select name, build, 'stone-S-3', 0, 1, 'StoneListed', 'not readable'
    from vitrine.projection_build where name = 'parcels' and state = 'live'`.execute(context.db);
  expect((await parcelRecords(context.db, ['S-3']))[0]?.entries).toHaveLength(1);
  const entriesAt = async (position: bigint, name: string): Promise<number | undefined> => {
    const cut = { position: Number(position), day: '2026-05-05', asOfDay: false };
    const rest = { recordedAt: '', from: '2026-05-05', to: '2026-05-05', isNewest: true };
    for await (const parcel of parcelsOfCut(context, { ...cut, ...rest }))
      if (parcel.parcelName === name) return parcel.entries.length;
    return undefined;
  };
  await expect(entriesAt(await context.events.headPosition(), 'S-3')).rejects.toMatchObject({
    code: 'STREAM_PARKED',
    message: expect.stringMatching(/^The report needs stone-S-1, which is parked: /),
  });
  // Where the event store is away, the report is not to blame: it is made again.
  const away = new EventStoreUnavailable(new Error('connection refused'));
  const readStream = async function* () {
    await Promise.reject(away);
  };
  await expect(
    parcelsOfCut(
      { ...context, events: { ...context.events, readStream } },
      { position: 1, recordedAt: '', day: '2026-05-05', asOfDay: false, from: '', to: '', isNewest: true },
    ).next(),
  ).rejects.toBe(away);
  await sql`delete from vitrine.projection_parked where stream in ('stone-S-1', 'stone-S-2')`.execute(
    context.db,
  );
  expect(await entriesAt(before, 'S-3')).toBe(1);
  expect(await entriesAt(await context.events.headPosition(), 'S-3')).toBe(2);
});

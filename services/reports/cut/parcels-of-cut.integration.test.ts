import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcelRecords } from '#projections/parcels/index.ts';
import { EventStoreUnavailable } from '#services/platform/event-store/index.ts';
import { breakStone } from '#tests/support/break-stone.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { parcelsOfCut } from './parcels-of-cut.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine?.close());

test('a report reads a parked stone from its stream, and is refused where that cannot be read', async () => {
  const { context } = vitrine;
  for (const name of ['S-1', 'S-3']) await vitrine.listStone(name);
  await breakStone(vitrine, 'S-1');
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
  await expect
    .poll(() => vitrine.failures, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ projection: 'parcels', stream: 'stone-S-1' }));
  await expect(entriesAt(await context.events.headPosition(), 'S-3')).rejects.toMatchObject({
    code: 'STREAM_PARKED',
    message: expect.stringMatching(/^The report needs stone-S-1, which is parked: /),
  });
  // Where the event store is away, the report is not to blame: it is made again.
  const away = new EventStoreUnavailable(new Error('connection refused'));
  const readStream = () => {
    throw away;
  };
  await expect(
    parcelsOfCut(
      { ...context, events: { ...context.events, readStream } },
      { position: 1, recordedAt: '', day: '2026-05-05', asOfDay: false, from: '', to: '', isNewest: true },
    ).next(),
  ).rejects.toBe(away);
  await sql`delete from vitrine.projection_parked where stream = 'stone-S-1'`.execute(context.db);
  expect(await entriesAt(before, 'S-3')).toBe(1);
  expect(await entriesAt(await context.events.headPosition(), 'S-3')).toBe(2);
});

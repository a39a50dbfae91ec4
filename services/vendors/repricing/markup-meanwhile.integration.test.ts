import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stoneStream } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { loadStream } from '#services/platform/commands/index.ts';
import { ACTOR, feed, startFeedLog } from '../feed/testing/feed-log.ts';
import { takeBackFeedRun } from '../feed-runs/take-back-run.ts';
import { lastAppliedRun } from '../feed-runs/run-store.ts';
import { feedRunContextOf, workOffRuns } from '../feed-runs/testing/feed-runs.ts';
import { vendorCommands } from '../handlers.ts';
import { judgeStock } from '../judgements/judge-stock.ts';
import { judgementReactor } from '../judgements/judgement-reactor.ts';
import { markupToday, repriceParcel } from './reprice-parcel.ts';

/** A markup that begins to count while a feed is written (rule: List price and customer price). */
let world: Awaited<ReturnType<typeof startFeedLog>>;
let context: typeof world.context;
beforeAll(async () => {
  world = await startFeedLog();
  ({ context } = world);
});
afterAll(() => world.close());

const csv = (price: number) => feed(`1,1.01,RD,G,VS1,${price},In stock`);
const soon = () => ({ ...context(), clock: () => new Date(context().clock().getTime() + 1_000) });
const markup = (vendorId: number, markupPpm: number, effectiveAt = context().clock().toISOString()) =>
  vendorCommands.changeTerms(context(), { commandId: `terms-${randomUUID()}`, actor: ACTOR }, vendorId, {
    changes: { markupPpm },
    effectiveAt,
  });
/** The newest price of a parcel, in cents. */
async function priceOf(parcelName: string) {
  const { prices } = (await loadStream(context(), stoneStream(parcelName), parcelFold)).state;
  const { costCents, totalCents } = prices.at(-1)!;
  return { costCents, totalCents };
}
async function queuedFor(vendorId: number) {
  const { rows } = await sql<object>`
    select kind, parcels, due_at <= ${context().clock()} as due from vitrine.repricing where vendor_id = ${vendorId}`.execute(
    world.database.db,
  );
  return rows;
}
const ALL_OF_IT = { kind: 'MARKUP', parcels: null, due: true };

test('a feed during which no markup begins to count queues no repricing', async () => {
  const { vendorId, read } = await world.vendor();
  await markup(vendorId, 90_000);
  world.tomorrow();
  await markup(vendorId, 100_000, '2030-01-01');
  await read(csv(5000), {
    log: world.beforeParcels(async () => void (await markup(vendorId, 110_000, '2030-01-02'))),
  });
  expect(await queuedFor(vendorId)).toEqual([]);
});

test('what a feed lists after its new markup was carried out is repriced once more', async () => {
  const { vendorId, dxPrefix, read } = await world.vendor();
  await read(csv(5000), { log: world.beforeParcels(async () => void (await markup(vendorId, 200_000))) });
  expect(await queuedFor(vendorId)).toEqual([ALL_OF_IT]);
  await repriceParcel(soon(), `${dxPrefix}1`, await markupToday(context(), vendorId), 'once more');
  expect(await priceOf(`${dxPrefix}1`)).toEqual({ costCents: 500_000, totalCents: 600_000 });
});

test('a cost that a feed brings outlasts the repricing that came before it was written', async () => {
  const { vendorId, dxPrefix, read } = await world.vendor();
  const name = `${dxPrefix}1`;
  await read(csv(5000));
  const log = world.beforeReading(name, async () => {
    await markup(vendorId, 200_000);
    await repriceParcel(soon(), name, 200_000, 'its own');
  });
  await read(csv(6000), { log });
  expect(await queuedFor(vendorId)).toEqual([ALL_OF_IT]);
  await repriceParcel(soon(), name, await markupToday(context(), vendorId), 'once more');
  expect(await priceOf(name)).toEqual({ costCents: 600_000, totalCents: 720_000 });
});

test('a feed that is taken back while a markup begins to count has its parcels repriced', async () => {
  const { vendorId, dxPrefix, read } = await world.vendor();
  const name = `${dxPrefix}1`;
  await read(csv(5000));
  await read(csv(6000));
  const { id } = (await lastAppliedRun(world.database.db, vendorId))!;
  const log = world.beforeReading(name, async () => {
    await markup(vendorId, 200_000);
    await repriceParcel(soon(), name, 200_000, 'its own');
  });
  const runs = feedRunContextOf(context(log));
  await takeBackFeedRun(runs, id, ACTOR);
  await workOffRuns(runs, id);
  expect(await queuedFor(vendorId)).toEqual([ALL_OF_IT]);
  await repriceParcel(soon(), name, await markupToday(context(), vendorId), 'once more');
  expect(await priceOf(name)).toEqual({ costCents: 500_000, totalCents: 600_000 });
});

test('a stone that is accepted, and listed on a day of another markup, is repriced', async () => {
  const { vendorId, dxPrefix, read } = await world.vendor(undefined, { autoWhitelist: false });
  await markup(vendorId, 200_000, '2026-03-20');
  await read(csv(5000));
  const command = { commandId: randomUUID(), actor: ACTOR };
  await judgeStock(context(), command, vendorId, [{ vendorStockId: '1', status: 'ACCEPTED' }]);
  const judged = (await world.history(`judgements-${vendorId}`)).at(-1)!;
  for (let days = 0; days < 20; days += 1) world.tomorrow();
  await judgementReactor(context(), 'head').react(judged, new AbortController().signal);
  expect(await priceOf(`${dxPrefix}1`)).toEqual({ costCents: 500_000, totalCents: 540_000 });
  expect(await queuedFor(vendorId)).toEqual([{ ...ALL_OF_IT, parcels: [`${dxPrefix}1`] }]);
});

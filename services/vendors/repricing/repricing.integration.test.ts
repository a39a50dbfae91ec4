import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RepricingResource } from '#contracts/api/repricings.ts';
import { stoneStream } from '#contracts/events/index.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { recordOffer, vendorCommands } from '../index.ts';
import { repricingCounts } from './queue-repricing.ts';
import { repriceParcel } from './reprice-parcel.ts';

const patiently = { timeout: 60_000, interval: 100 };
const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
let vitrine: SmallVitrine;
let numbered = 0;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const today = () => houseDayOf(new Date().toISOString(), ZONE);
const markup = (markupPpm: number, effectiveAt = today()) =>
  vendorCommands.changeTerms(vitrine.context, { commandId: `terms-${++numbered}`, actor: ADMINISTRATOR }, 1, {
    changes: { markupPpm },
    effectiveAt,
  });

async function prices(parcelName: string): Promise<number[]> {
  const totals: number[] = [];
  for await (const { type, data } of vitrine.context.events.readStream(stoneStream(parcelName))) {
    if (type === 'StoneListed' || type === 'StoneRepriced')
      totals.push((data as { totalCents: number }).totalCents);
  }
  return totals;
}
async function repricings(): Promise<RepricingResource[]> {
  return (await (await vitrine.as('admin')).get('/api/repricings?sort=["dueAt","ASC"]'))
    .json as RepricingResource[];
}
const states = async () => (await repricings()).map(({ state }) => state);
const post = async (who: string, path: string, parcelName: string) => {
  const reply = await (await vitrine.as(who)).post(path, { parcelNames: [parcelName] });
  expect(reply.status, reply.text).toBe(200);
};

test('a new markup reprices what no customer has; what a customer has keeps its price, and is repriced when it comes back', async () => {
  for (const name of ['RP-1', 'RP-2', 'RP-3', 'RP-4']) await vitrine.listStone(name); // cost 9,090.91, at 10 % 10,000.00
  await vitrine.document('MEMO', 'RP-2', 8);
  await vitrine.shown();
  await post('birch', '/inventory/request_stones', 'RP-3');

  await markup(200_000);
  await expect.poll(states, patiently).toEqual(['DONE']);
  expect((await repricings())[0]).toMatchObject({
    vendorId: 1,
    vendorName: 'Antwerp Rounds',
    total: 4,
    done: 4,
    held: 2,
  });
  expect(await Promise.all(['RP-1', 'RP-2', 'RP-3', 'RP-4'].map(prices))).toEqual([
    [1_000_000, 1_090_909],
    [1_000_000],
    [1_000_000],
    [1_000_000, 1_090_909],
  ]);
  await vitrine.shown();
  const birch = await vitrine.as('birch');
  const held = (await birch.list('/inventory/customer'))
    .map(({ parcelName, total }) => [parcelName, total])
    .sort();
  expect(held).toEqual([
    ['RP-2', 9_800],
    ['RP-3', 9_800],
  ]);

  await post('birch', '/inventory/return', 'RP-3');
  await vitrine.document('RETURN_MEMO', 'RP-2', 8);
  for (const name of ['RP-2', 'RP-3'])
    await expect.poll(() => prices(name), patiently).toEqual([1_000_000, 1_090_909]);
  // Then none of its parcels waits for a customer any more.
  await expect.poll(async () => (await repricings())[0], patiently).toMatchObject({ done: 4, held: 0 });
  await vitrine.shown();
  const shown = (await birch.list('/inventory/available')).find(({ parcelName }) => parcelName === 'RP-2');
  expect(shown?.total).toBe(10_690.91); // less 2 % of a GIA round
});

test('other terms reprice nothing, and terms of a later day wait for it', async () => {
  const before = (await repricings()).length;
  await vendorCommands.changeTerms(vitrine.context, { commandId: 'shares', actor: ADMINISTRATOR }, 1, {
    changes: { feeSharePpm: 400_000 },
    effectiveAt: today(),
  });
  await markup(300_000, addDays(today(), 3));
  await expect.poll(async () => (await repricings()).length, patiently).toBe(before + 1);
  expect((await states()).at(-1)).toBe('WAITING');
  expect((await prices('RP-1')).at(-1)).toBe(1_090_909);
});

test('a reprice that is done again, at the same time too, is recorded once', async () => {
  await vitrine.listStone('RP-9', {}, 1_200_000); // no longer what 20 % gives
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => repriceParcel(vitrine.context, 'RP-9', 200_000, 'test')),
  );
  // Whose append finds the very event there, recorded by another a moment before, has repriced as well.
  expect(outcomes).toContain('repriced');
  expect(outcomes.filter((outcome) => outcome !== 'repriced' && outcome !== 'unchanged')).toEqual([]);
  expect(await prices('RP-9')).toHaveLength(2);
  expect(await repriceParcel(vitrine.context, 'RP-9', 200_000, 'test')).toBe('unchanged');
});

test('of two markups at the same time, no unrecorded one is reported as recorded', async () => {
  await vitrine.listStone('RP-10', {}, 1_200_000);
  const markups = [200_000, 300_000, 200_000, 300_000, 200_000, 300_000];
  const outcomes = await Promise.all(
    markups.map((markupPpm) => repriceParcel(vitrine.context, 'RP-10', markupPpm, 'test')),
  );
  const recorded = await prices('RP-10');
  for (const [index, outcome] of outcomes.entries())
    if (outcome === 'repriced')
      expect(recorded).toContain(markups[index] === 200_000 ? 1_309_091 : 1_418_182);
});

test('one that was killed goes on after the page it had done', async () => {
  for (const name of ['RS-1', 'RS-2', 'RS-3']) await vitrine.listStone(name, {}, 1_500_000);
  await vitrine.shown();
  await sql`
    insert into vitrine.repricing (id, vendor_id, due_at, started_at, total, done, after_parcel)
    values ('killed', 1, now(), now(), 8, 6, 'RS-1')`.execute(vitrine.context.db);
  const killed = async () => (await repricings()).find(({ id }) => id === 'killed');
  await expect.poll(async () => (await killed())?.state, patiently).toBe('DONE');
  expect(await killed()).toMatchObject({ total: 8, done: 8 });
  expect(
    await Promise.all(['RS-1', 'RS-2', 'RS-3'].map(async (name) => (await prices(name)).length)),
  ).toEqual([1, 2, 2]);
});

test('one that fails holds up none of the others, and is tried again later', async () => {
  await sql`
    insert into vitrine.repricing (id, vendor_id, due_at)
    values ('of-no-vendor', 99, now() - interval '2 days'), ('after-it', 1, now() - interval '1 day')`.execute(
    vitrine.context.db,
  );
  const stateOf = async (id: string) => (await repricings()).find((one) => one.id === id)?.state;
  await expect.poll(() => stateOf('after-it'), patiently).toBe('DONE');
  expect(await stateOf('of-no-vendor')).not.toBe('DONE');
  const { rows } = await sql`
    select again_at > now() as later from vitrine.repricing where id = 'of-no-vendor' and attempts > 0`.execute(
    vitrine.context.db,
  );
  expect(rows).toEqual([{ later: true }]);
  await sql`delete from vitrine.repricing where id = 'of-no-vendor'`.execute(vitrine.context.db);
});

test('of those that came back, one that fails holds up none of the others, and is tried again later', async () => {
  const writing = { cause: 'unknown-vendor', at: new Date().toISOString() };
  const command = { commandId: 'unknown-vendor', actor: ADMINISTRATOR };
  await recordOffer(
    vitrine.context,
    { vendor: { vendorId: 98, markupPpm: 0 }, ...writing, command },
    {
      parcelName: 'RB-1',
      line: 'natural',
      attributes: { weight: 1010, shapeCode: 'RD', colour: 'G', clarity: 'VS1' },
      costCents: 500_000,
      vendorAvailability: 'IN_STOCK',
    },
  );
  await vitrine.listStone('RB-2', {}, 1_700_000);
  await vitrine.shown();
  await sql`
    insert into vitrine.repricing_held (parcel_name, kind, since)
    values ('RB-1', 'MARKUP', now()), ('RB-2', 'MARKUP', now())`.execute(vitrine.context.db);
  const held = async () =>
    (
      await sql<{ name: string; later: boolean }>`
        select parcel_name as name, again_at > now() as later from vitrine.repricing_held
        where parcel_name like 'RB-%' order by 1`.execute(vitrine.context.db)
    ).rows;
  await expect.poll(held, patiently).toEqual([{ name: 'RB-1', later: true }]);
  expect(await prices('RB-2')).toHaveLength(2);
  await sql`delete from vitrine.repricing_held where parcel_name = 'RB-1'`.execute(vitrine.context.db);
});

test('tiers that a person sets reach what no customer has as a job, and the rest when it comes back', async () => {
  const register = { commandId: 'vendor-5', actor: ADMINISTRATOR };
  await vendorCommands.register(vitrine.context, register, 5, {
    settings: { name: 'Tiered', dxPrefix: 'TI-', tier: 'Essentials', autoWhitelist: true },
  });
  for (const number of [1, 2, 3, 4])
    await recordOffer(
      vitrine.context,
      {
        vendor: { vendorId: 5, markupPpm: 0 },
        cause: `tiered-${number}`,
        at: new Date().toISOString(),
        command: { commandId: 'tiered', actor: ADMINISTRATOR },
      },
      {
        parcelName: `TI-${number}`,
        line: 'natural',
        attributes: { weight: 1010, shapeCode: 'RD', colour: 'G', clarity: 'VS1', tier: 'Essentials' },
        costCents: 500_000,
        vendorAvailability: 'IN_STOCK',
      },
    );
  await vitrine.document('MEMO', 'TI-2', 8);
  await vitrine.shown();
  const admin = await vitrine.as('admin');
  const judge = async (overrideTier: Tier | null, ...numbers: string[]) => {
    const rows = numbers.map((vendorStockId) => ({ vendorId: 5, vendorStockId, overrideTier }));
    const reply = await admin.post('/vendor/5/inventory', rows, { method: 'PUT' });
    expect(reply.status, reply.text).toBe(200);
  };
  const tiers = async (name: string) => {
    const found: unknown[] = [];
    for await (const { type, data } of vitrine.context.events.readStream(stoneStream(name)))
      if (type === 'StoneListed' || type === 'StoneDescribed')
        found.push((data as { attributes: { tier?: string } }).attributes.tier);
    return found;
  };
  const ofTiers = async () =>
    (await repricings())
      .filter(({ kind }) => kind === 'TIERS')
      .map(({ vendorId, state, total, done, held }) => ({ vendorId, state, total, done, held }));

  // 9 is not listed: it gets its tier with its first listing.
  await judge('Reserve', '1', '2', '3', '9');
  await expect.poll(ofTiers, patiently).toEqual([{ vendorId: 5, state: 'DONE', total: 4, done: 4, held: 1 }]);
  expect(await Promise.all(['TI-1', 'TI-2', 'TI-3', 'TI-4'].map(tiers))).toEqual([
    ['Essentials', 'Reserve'],
    ['Essentials'],
    ['Essentials', 'Reserve'],
    ['Essentials'],
  ]);
  await vitrine.document('RETURN_MEMO', 'TI-2', 8);
  await expect.poll(() => tiers('TI-2'), patiently).toEqual(['Essentials', 'Reserve']);

  // Taken back: the vendor's again. What is only commented is left alone.
  await judge(null, '1');
  await expect.poll(() => tiers('TI-1'), patiently).toEqual(['Essentials', 'Reserve', 'Essentials']);
  await expect.poll(async () => (await ofTiers()).length, patiently).toBe(2);
});

test("the house's tier outlives the vendor's feeds", async () => {
  const command = (commandId: string) => ({ commandId, actor: ADMINISTRATOR });
  const feed = async (tier: Tier) => {
    const writing = {
      vendor: { vendorId: 4, markupPpm: 0 },
      cause: `feed-${++numbered}`,
      at: new Date().toISOString(),
      command: command('feed'),
    };
    await recordOffer(vitrine.context, writing, {
      parcelName: 'FD-1',
      line: 'natural',
      attributes: { weight: 1010, shapeCode: 'RD', colour: 'G', clarity: 'VS1', tier },
      costCents: 500_000,
      vendorAvailability: 'IN_STOCK',
    });
  };
  const tiers = async () => {
    const found: unknown[] = [];
    for await (const { data } of vitrine.context.events.readStream(stoneStream('FD-1'))) {
      const { attributes } = data as { attributes?: { tier?: string } };
      if (attributes) found.push(attributes.tier);
    }
    return found;
  };
  await vendorCommands.register(vitrine.context, command('vendor-4'), 4, {
    settings: { name: 'Fed', dxPrefix: 'FD-', tier: 'Essentials', autoWhitelist: true },
  });
  await feed('Reserve');
  const admin = await vitrine.as('admin');
  const override = async (overrideTier: Tier | null) => {
    const row = { vendorId: 4, vendorStockId: '1', overrideTier };
    const { status, text } = await admin.post('/vendor/4/inventory', [row], { method: 'PUT' });
    expect(status, text).toBe(200);
  };
  await override('Exceptional');
  await expect.poll(tiers, patiently).toEqual(['Reserve', 'Exceptional']);
  await feed('Fairway');
  await override(null);
  await expect.poll(tiers, patiently).toEqual(['Reserve', 'Exceptional', 'Essentials']);
  await feed('Fairway');
  expect(await tiers()).toEqual(['Reserve', 'Exceptional', 'Essentials', 'Fairway']);
});

test('one parcel that fails keeps none of its vendor’s others waiting', async () => {
  for (const name of ['PF-1', 'PF-2']) await vitrine.listStone(name, {}, 1_900_000);
  await vitrine.context.events.append(stoneStream('PF-1'), 0n, [
    {
      id: randomUUID(),
      type: 'StoneRepriced',
      data: { costCents: 'much' },
      metadata: {
        recordedAt: new Date().toISOString(),
        shape: 1,
        actor: ADMINISTRATOR,
        commandId: 'unreadable',
      },
    },
  ]);
  await sql`
    insert into vitrine.repricing (id, vendor_id, due_at, parcels)
    values ('with-unreadable', 1, now(), '{PF-1,PF-2}')`.execute(vitrine.context.db);
  const shown = async () => (await repricings()).find(({ id }) => id === 'with-unreadable');
  await expect.poll(shown, patiently).toMatchObject({ state: 'RETRYING', done: 2, held: 0, failed: 1 });
  expect((await repricingCounts(vitrine.context.db, new Date())).failed).toBe(1);
  expect(await prices('PF-2')).toHaveLength(2);
  const { rows } = await sql`
    select parcel_name as name, attempts from vitrine.repricing_held where parcel_name like 'PF-%'`.execute(
    vitrine.context.db,
  );
  expect(rows).toEqual([{ name: 'PF-1', attempts: expect.any(Number) as number }]);
  await sql`delete from vitrine.repricing_held where parcel_name = 'PF-1'`.execute(vitrine.context.db);
  expect(await shown()).toMatchObject({ state: 'DONE', failed: 0 });
});

test('what is rejected while a customer has it is withdrawn when it comes back, unless it is accepted by then', async () => {
  // Given stones on memo of a vendor whose feeds name them no more
  const command = (commandId: string) => ({ commandId, actor: ADMINISTRATOR });
  await vendorCommands.register(vitrine.context, command('vendor-6'), 6, {
    settings: { name: 'Additions', dxPrefix: 'RE-', autoWhitelist: true, additionsOnly: true },
  });
  const names = ['RE-1', 'RE-2'];
  for (const parcelName of names) {
    const writing = {
      vendor: { vendorId: 6, markupPpm: 0 },
      cause: `additions ${parcelName}`,
      at: new Date().toISOString(),
      command: command('additions'),
    };
    await recordOffer(vitrine.context, writing, {
      parcelName,
      line: 'natural',
      attributes: { weight: 1010, shapeCode: 'RD', colour: 'G', clarity: 'VS1' },
      costCents: 500_000,
      vendorAvailability: 'IN_STOCK',
    });
    await vitrine.document('MEMO', parcelName, 8);
  }
  await vitrine.shown();
  const admin = await vitrine.as('admin');
  const judge = async (vendorStockId: string, word: 'blackList' | 'whiteList') => {
    const rows = [{ vendorId: 6, vendorStockId, [word]: true }];
    const reply = await admin.post('/vendor/6/inventory', rows, { method: 'PUT' });
    expect(reply.status, reply.text).toBe(200);
  };
  const waiting = async () =>
    (
      await sql<{ name: string }>`
        select parcel_name as name from vitrine.repricing_held where kind = 'REJECTED' order by 1`.execute(
        vitrine.context.db,
      )
    ).rows.map(({ name }) => name);
  // When both are rejected and the second is accepted again, and they come back
  await judge('1', 'blackList');
  await judge('2', 'blackList');
  await expect.poll(waiting, patiently).toEqual(names);
  await judge('2', 'whiteList');
  for (const parcelName of names) await vitrine.document('RETURN_MEMO', parcelName, 8);
  // Then the first is withdrawn without a feed
  await expect.poll(waiting, patiently).toEqual([]);
  const last = async (parcelName: string): Promise<string> => {
    let type = '';
    for await (const recorded of vitrine.context.events.readStream(stoneStream(parcelName)))
      type = recorded.type;
    return type;
  };
  expect(await Promise.all(names.map(last))).toEqual(['StoneWithdrawn', 'DocumentReceived']);
});

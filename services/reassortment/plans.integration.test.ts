import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanJobReply, PlanReply, PlanSummary, WhatIfReply } from '#contracts/api/reassortment-jobs.ts';
import { memosRecordedAfter } from '#projections/parcels/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { whileBehind } from '#tests/support/behind-the-log.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { listStone } from '#tests/support/small-world.ts';
import type { ReassortmentContext } from './handlers.ts';
import { aStone, BIN, LARGE_BIN, reassortedCustomer } from './testing/reassorted-customer.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-plans-'));
let vitrine: SmallVitrine;
let context: ReassortmentContext;
let templateId: string;
type User = Awaited<ReturnType<SmallVitrine['as']>>;
let rep: User;

beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_DATA: folder, VITRINE_FRESH_WITHIN_MS: '1000' });
  context = { ...vitrine.context, files: openFileStore({ dataFolder: folder, filesUrl: undefined }) };
  const large = { weight: 1100, clarity: 'VS2', shapeCode: 'RD' };
  await vitrine.listStone('L-1', { ...large, certNo: '100' });
  await vitrine.listStone('L-2', { ...large, tier: 'Exceptional', certNo: '101' }, 500_000);
  await vitrine.listStone('L-3', { weight: 310, clarity: 'VS1', shapeCode: 'RD', certNo: '900' }, 100_000);
  await vitrine.document('MEMO', 'L-3');
  await vitrine.shown();
  templateId = await reassortedCustomer(context, 7, [
    aStone('J-1', '1'),
    aStone('J-2', '1'),
    aStone('J-3', '1', { certNo: '900', stone: { shape: 'EM', weight: 310, clarity: 'VS1' } }),
  ]);
  rep = await vitrine.as('rep', { customer: '7' });
});
afterAll(async () => {
  await vitrine?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The plan, however long it takes. */
async function planned(user: User): Promise<PlanReply> {
  const asked = await user.post('/api/reassortment/plans', { templateId });
  const { id, message } = asked.json as { id: string; message?: string };
  if (id === undefined) throw new Error(message);
  for (;;) {
    const { status, json } = await user.get(`/api/reassortment/plans/${id}`);
    if (status === 200) return json as PlanReply;
    const job = (await user.get(`/api/reassortment/jobs/${id}`)).json as PlanJobReply;
    if (job.state === 'FAILED') throw new Error(job.failure ?? '');
    await sleep(50);
  }
}

/** The answer to a what-if question, however long it takes. */
async function answerTo({ status, json }: Awaited<ReturnType<User['post']>>): Promise<WhatIfReply> {
  if (status === 200) return json as WhatIfReply;
  const { id } = json as PlanJobReply;
  for (;;) {
    const reply = await rep.get(`/api/reassortment/jobs/${id}/answer`);
    if (reply.status === 200) return reply.json as WhatIfReply;
    await sleep(50);
  }
}

test('a rep has a plan made of the stock, the house’s stones and the ideal', async () => {
  const plan = await planned(rep);
  expect(plan.shipments).toMatchObject([{ fromStoreId: '1', toStoreId: '2', stones: [{ binSpec: BIN }] }]);
  expect(plan.suggestedAdditions).toMatchObject([
    { parcelName: 'L-1', storeName: 'Main Street', binSpec: LARGE_BIN, exactMatch: true, certNo: '100' },
  ]);
  expect(plan.suggestedRemovals).toMatchObject([{ names: ['J-3'], parcelNames: ['L-3'], binSpec: null }]);
  expect(plan.madeBy).toBe('rep');
  expect(BigInt(plan.position)).toBeGreaterThan(0n);
  expect((await rep.get('/api/reassortment/plans')).json).toMatchObject([{ id: plan.id, templateId }]);
  await vitrine.shown();
  const events = (await (await vitrine.as('admin')).get('/api/history?filter={"type":"PlanMade"}')).json;
  expect(events).toMatchObject([{ type: 'PlanMade', actor: 'rep' }]);
});

test('what was suggested fills its bin once its memo has come, and no other is suggested for it', async () => {
  const [first] = (await planned(rep)).suggestedAdditions;
  expect(first).toMatchObject({ parcelName: 'L-1' });
  await vitrine.listStone('L-4', { weight: 1100, clarity: 'VS2', shapeCode: 'RD', certNo: '104' });
  await rep.post('/inventory/request_stones', { parcelNames: ['L-1'] });
  await vitrine.shown();
  expect((await planned(rep)).suggestedAdditions).toEqual([]);
  await vitrine.document('MEMO', 'L-1');
  await vitrine.shown();
  const { suggestedAdditions, suggestedRemovals, shipments } = await planned(rep);
  expect(suggestedAdditions).toEqual([]);
  expect(suggestedRemovals).toMatchObject([{ names: ['J-3'] }]);
  expect(shipments.flatMap(({ stones }) => stones)).not.toContainEqual(
    expect.objectContaining({ customerStoneId: 'L-1' }),
  );
  // What the customer had before the file was uploaded, and the file leaves out, may be gone.
  await vitrine.document('RETURN_MEMO', 'L-1');
  await vitrine.shown();
  expect((await planned(rep)).suggestedAdditions).toHaveLength(1);
});

test('a new version of a memo that was there before the file does not make its stone newer than the file', async () => {
  const memoOn = new Date().toISOString();
  for (const name of ['V-1', 'V-2']) await vitrine.listStone(name, { shapeCode: 'EM' });
  await vitrine.document('MEMO', 'V-1', 8, memoOn);
  const fileAt = new Date(Date.now() + 1).toISOString();
  await sleep(5);
  await vitrine.document('MEMO', 'V-1', 8, memoOn, 970_000, 2);
  await vitrine.document('MEMO', 'V-2', 8, memoOn);
  await vitrine.document('MEMO', 'V-2', 8, memoOn, 970_000, 2);
  await vitrine.shown();
  expect(await memosRecordedAfter(context.db, 8, fileAt)).toEqual(new Set(['V-2']));
});

test('what would be if a bin took more, or a stone stayed: the same stones, and the difference', async () => {
  const plan = await planned(rep);
  await vitrine.listStone('L-9', { weight: 1000, clarity: 'VS1', shapeCode: 'RD', certNo: '909' });
  const changes = { bins: [{ storeId: '1', binSpec: LARGE_BIN, minQty: 0, targetQty: 0, maxQty: 0 }] };
  const asked = await rep.post(`/api/reassortment/plans/${plan.id}/what-if`, changes);
  const { plan: other, difference } = await answerTo(asked);
  expect(other.suggestedAdditions).toEqual([]);
  expect(difference.additions).toMatchObject({ onlyFirst: [{ name: 'L-1' }], onlySecond: [] });
  const unknown = { bins: [{ storeId: '9', binSpec: LARGE_BIN, maxQty: 1 }] };
  expect(await rep.post(`/api/reassortment/plans/${plan.id}/what-if`, unknown)).toMatchObject({
    status: 422,
    json: { field: 'bins.0.binSpec' },
  });
  expect(await rep.post(`/api/reassortment/plans/${plan.id}/what-if`, { lock: ['X'] })).toMatchObject({
    status: 422,
    json: { code: 'UNKNOWN_STONE', field: 'lock.0' },
  });
});

test('two plans are compared; another customer has neither', async () => {
  const [first, second] = [await planned(rep), await planned(rep)];
  const path = `/api/reassortment/plans/${first.id}/difference?to=${second.id}`;
  expect((await rep.get(path)).json).toMatchObject({ bins: [], levels: [] });
  const birch = { headers: { customer: '8' } };
  expect((await rep.get(path, birch)).status).toBe(404);
  expect((await rep.get(`/api/reassortment/jobs/${first.id}`, birch)).status).toBe(404);
  expect((await rep.get('/api/reassortment/plans', birch)).json).toEqual([]);
});

test('who sees no wholesale prices gets no plan, no bins, no rows of stock, and uploads nothing', async () => {
  const plan = await planned(rep);
  const narrowed = { headers: { customer: '7', prices: 'RETAIL' } };
  const before = await context.events.headPosition();
  const refused = (status: number) => ({ status, json: { code: 'NO_PRICES' } });
  for (const path of ['', '/shipments', `/difference?to=${plan.id}`])
    expect(await rep.get(`/api/reassortment/plans/${plan.id}${path}`, narrowed), path).toMatchObject(
      refused(403),
    );
  for (const [path, body, status] of [
    ['/api/reassortment/plans', { templateId }, 403],
    [`/api/reassortment/plans/${plan.id}/what-if`, {}, 403],
    ['/reassortment/getbins', { templateId }, 402],
    ['/reassortment/reassortexcel', { templateId, excelBody: 'c3RvY2s=' }, 402],
    ['/reassortment/getstock', { templateId }, 402],
    ['/reassortment/mendstock', { templateId, rows: [{ row: 2, values: { shape: 'RD' } }] }, 402],
  ] as const)
    expect(await rep.post(path, body, narrowed), path).toMatchObject(refused(status));
  expect(await context.events.headPosition()).toBe(before);
});

test('a plan that ends its process each time is given up', async () => {
  await planned(rep);
  const { rows } = await vitrine.pool.query<{ id: string }>(`
    insert into vitrine.plan_job
      (id, kind, customer_id, template_id, requested_by, requested_role, requested_at, asked, attempts)
    select id || '-killed', kind, customer_id, template_id, requested_by, requested_role, now(), asked, 5
    from vitrine.plan_job where kind = 'PLAN' and state = 'DONE' limit 1 returning id`);
  await expect
    .poll(async () => (await rep.get(`/api/reassortment/jobs/${rows[0]!.id}`)).json, { timeout: 30_000 })
    .toMatchObject({ state: 'FAILED', failure: 'its process ended each time' });
});

test('plans wait for read models that are behind the log, however long, and hold up no question', async () => {
  const plan = await planned(rep);
  const behind = await whileBehind(vitrine, 'read.parcel', async () => {
    await listStone(vitrine.context, 'BEHIND-1');
    const { rows } = await vitrine.pool.query<{ id: string }>(`
      insert into vitrine.plan_job
        (id, kind, customer_id, template_id, requested_by, requested_role, requested_at, asked, attempts)
      select id || '-behind', kind, customer_id, template_id, requested_by, requested_role, now(), asked, 4
      from vitrine.plan_job where kind = 'PLAN' and state = 'DONE' limit 1 returning id`);
    await sleep(4_000);
    await answerTo(await rep.post(`/api/reassortment/plans/${plan.id}/what-if`, { lock: ['J-1'] }));
    return `/api/reassortment/jobs/${rows[0]!.id}`;
  });
  await expect
    .poll(async () => (await rep.get(behind)).json, { timeout: 30_000 })
    .toMatchObject({ state: 'DONE' });
});

test('asked again by a person who did something since its inputs were read, a plan is begun anew', async () => {
  type Noted = { position: string };
  const { id, position } = await planned(rep);
  const { rows } = await vitrine.pool.query<Noted>('select position from vitrine.plan_job where id = $1', [
    id,
  ]);
  expect(String(rows[0]?.position)).toBe(position);
  await whileBehind(vitrine, 'read.parcel', async () => {
    await listStone(vitrine.context, 'BEHIND-2');
    const ask = async (minPosition = ''): Promise<PlanJobReply> => {
      const headers = { 'min-position': minPosition };
      return (await rep.post('/api/reassortment/plans', { templateId }, { headers })).json as PlanJobReply;
    };
    const first = await ask();
    expect(first.state).toBe('GATHERING');
    expect((await ask()).id).toBe(first.id);
    const other = await ask(String(await listStone(vitrine.context, 'BEHIND-3')));
    expect(other.id).not.toBe(first.id);
    expect((await rep.get(`/api/reassortment/jobs/${first.id}`)).json).toMatchObject({
      state: 'STOPPED',
      failure: 'Another one was asked for.',
    });
  });
});

test('a plan is refused while a stone of the customer is parked, and adds none that is', async () => {
  const parked = (name: string) =>
    vitrine.pool.query(
      `insert into vitrine.projection_parked (name, build, stream, revision, position, event_type, reason)
       select name, build, $1, 0, 1, 'StoneListed', 'not readable'
       from vitrine.projection_build where name = 'parcels' and state = 'live'`,
      [`stone-${name}`],
    );
  const [added] = (await planned(rep)).suggestedAdditions;
  await parked(added!.parcelName);
  const without = (await planned(rep)).suggestedAdditions.map(({ parcelName }) => parcelName);
  expect(without).not.toContain(added!.parcelName);
  await parked('L-3');
  await expect(planned(rep)).rejects.toThrow('customer 7 needs stone-L-3, which is parked: not readable');
  await vitrine.pool.query('delete from vitrine.projection_parked');
});

test('cleared results no longer count, but can be read', async () => {
  const plan = await planned(rep);
  const admin = await vitrine.as('admin', { customer: '7' });
  await admin.post('/reassortment/clearresults', { templateId });
  expect((await rep.get('/api/reassortment/plans')).json as PlanSummary[]).toEqual([]);
  expect((await rep.get(`/api/reassortment/plans/${plan.id}`)).json).toMatchObject({ retired: true });
});

test('there is no plan without stock, nor of an ideal that is not the customer’s', async () => {
  expect(await rep.post('/api/reassortment/plans', { templateId: 'none' })).toMatchObject({
    status: 422,
    json: { code: 'UNKNOWN_TEMPLATE' },
  });
  const birch = { headers: { customer: '8' } };
  expect((await rep.post('/api/reassortment/plans', { templateId }, birch)).status).toBe(422);
});

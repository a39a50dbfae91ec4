import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanJobReply, PlanReply } from '#contracts/api/reassortment-jobs.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { killedWorker } from '#tests/support/killed-worker.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { loadReassortment } from './handlers.ts';
import { aStone, reassortedCustomer } from './testing/reassorted-customer.ts';

/** A plan whose process is killed is made again, and recorded once. */

const worker = killedWorker<'file' | 'end'>('services/reassortment/testing/plan-jobs-program.ts', 'plans');
const { folder } = worker;
let vitrine: SmallVitrine;

beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections', VITRINE_DATA: folder });
  await vitrine.listStone('L-1', { weight: 1100, clarity: 'VS2' });
});
afterAll(async () => {
  await worker.end();
  await vitrine?.close();
  await worker.close();
});

test('kill -9 before a plan is kept and once it is recorded: one plan; a stopped job makes none', async () => {
  const context = { ...vitrine.context, files: openFileStore({ dataFolder: folder, filesUrl: undefined }) };
  const templateId = await reassortedCustomer(context, 7, [aStone('J-1', '1'), aStone('J-2', '1')]);
  const rep = await vitrine.as('rep', { customer: '7' });
  const ask = async () => {
    const { status, json } = await rep.post('/api/reassortment/plans', { templateId });
    expect(status).toBe(202);
    return json as PlanJobReply;
  };
  const asked = await ask();
  // The same again while it is under way is that job.
  expect((await ask()).id).toBe(asked.id);
  for (const stop of ['file', 'end'] as const) {
    await worker.killAt(vitrine, stop);
    const job = (await rep.get(`/api/reassortment/jobs/${asked.id}`)).json as PlanJobReply;
    expect(job.state).not.toBe('DONE');
  }
  const lost = await vitrine.as('rep', { customer: '7' });
  worker.start(vitrine, 'never');
  const deadline = performance.now() + 60_000;
  const state = async () =>
    ((await lost.get(`/api/reassortment/jobs/${asked.id}`)).json as PlanJobReply).state;
  while ((await state()) !== 'DONE' && performance.now() < deadline) await sleep(50);
  expect(await state()).toBe('DONE');
  const plan = (await rep.get(`/api/reassortment/plans/${asked.id}`)).json as PlanReply;
  expect(plan.shipments).toMatchObject([{ fromStoreId: '1', toStoreId: '2' }]);
  const { templates } = await loadReassortment(context, 7);
  expect(templates[0]?.plans.map(({ planId }) => planId)).toEqual([asked.id]);

  await worker.end();
  const second = await ask();
  const stopped = (await rep.post(`/api/reassortment/jobs/${second.id}/stop`)).json;
  expect(stopped).toMatchObject({ state: 'STOPPED', failure: 'Stopped by rep.' });
  expect((await rep.get(`/api/reassortment/plans/${second.id}`)).status).toBe(404);
});

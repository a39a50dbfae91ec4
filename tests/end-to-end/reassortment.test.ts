import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import type { PlanReply, PlanSummary } from '#contracts/api/reassortment-jobs.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine({ VITRINE_SIMULATOR_DELAY_S: '3600' });
});
afterAll(async () => {
  await vitrine?.remove();
});

test('the demo starts with a plan of its jeweller, and another one can be made of it', async () => {
  const call = async (method: string, path: string, body?: object, token = ''): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, customer: '7' };
    const reply = await fetch(`${vitrine.address}${path}`, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return reply.json();
  };
  const signIn = { username: 'demo-rep', password: 'Demo-pass-1' };
  const { token } = (await call('POST', '/login', signIn)) as { token: string };
  const plans = async () => (await call('GET', '/api/reassortment/plans', undefined, token)) as PlanSummary[];
  await expect.poll(plans, { timeout: 60_000 }).toMatchObject([{ madeBy: 'demo-rep' }]);
  const [first] = await plans();
  const read = (id: string) =>
    call('GET', `/api/reassortment/plans/${id}`, undefined, token) as Promise<PlanReply>;
  const plan = await read(first!.id);
  expect(plan.shipments.length).toBeGreaterThan(1);
  expect(new Set(plan.suggestedAdditions.map(({ overLimit }) => overLimit)).size).toBe(2);

  const [template] = (await call('POST', '/reassortment/getbintemplates', undefined, token)) as BinTemplate[];
  const { id } = (await call('POST', '/api/reassortment/plans', { templateId: template!.id }, token)) as {
    id: string;
  };
  await expect
    .poll(async () => (await plans()).map((each) => each.id), { timeout: 60_000 })
    .toEqual([id, first!.id]);
  expect((await read(id)).suggestedAdditions.length).toBeGreaterThan(0);
});

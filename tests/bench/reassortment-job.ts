import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PlanJobReply } from '#contracts/api/reassortment-jobs.ts';
import { createPositions } from '#projections/engine/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { ANSWERING_READ_MODELS } from '#services/freshness/index.ts';
import type { PlanInput } from '#services/reassortment/plan/plan-input.ts';
import {
  reassortmentCommands,
  recordIdeal,
  recordStock,
  type ReassortmentContext,
} from '#services/reassortment/index.ts';
import { fillSmallWorld, PASSWORD, testContext } from '#tests/support/small-world.ts';
import type { BenchEnvironment } from './bench-row.ts';
import { append, listed } from './made-stones.ts';
import { timed, until } from './measure.ts';
import { startedApplication } from './started-application.ts';

const CUSTOMER = 7;
const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;

/**
 * How long the whole job takes, in milliseconds, from the call that asks for a plan until it is recorded: inputs gathered
 * from the stores, the plan made in its thread, its files kept. The instance is the customer's stock and the house's list.
 */
export async function timedPlanJob(environment: BenchEnvironment, input: PlanInput): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-plans-'));
  const application = await startedApplication(environment, { VITRINE_DATA: folder });
  const database = connectDatabase(environment.databaseUrl);
  const events = connectEventStore({ connectionString: environment.eventStoreUrl });
  try {
    const files = openFileStore({ dataFolder: folder, filesUrl: undefined });
    const context = { ...testContext({ ...database, events }), files };
    await fillSmallWorld(context);
    const templateId = await fill(context, input);
    const positions = createPositions(database.db, await logIdOf(events));
    if (!(await positions.waitForPosition(ANSWERING_READ_MODELS, await events.headPosition(), 600_000)))
      throw new Error('the read models stayed behind the log');
    const call = await signedIn(application.address!);
    const { ms } = await timed(async () => {
      const { id } = (await call('POST', '/api/reassortment/plans', { templateId })) as PlanJobReply;
      await until(async () => {
        const { state, failure } = (await call('GET', `/api/reassortment/jobs/${id}`)) as PlanJobReply;
        if (state === 'FAILED') throw new Error(`the plan failed: ${failure}`);
        return state === 'DONE';
      });
    });
    return ms;
  } finally {
    await events.close();
    await database.close();
    await application.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(context: ReassortmentContext, input: PlanInput): Promise<string> {
  const { bins, units, additions, templateString } = input;
  const step = (commandId: string) => ({ commandId, actor: ADMINISTRATOR });
  const stores = [...new Set(bins.map(({ storeId }) => storeId))];
  await reassortmentCommands.setStores(context, step('stores'), CUSTOMER, {
    stores: stores.map((storeId) => ({ storeId, storeName: `Store ${storeId}` })),
  });
  const { templateId } = await recordIdeal(context, step('ideal'), CUSTOMER, {
    idealInventoryName: 'Ideal',
    templateString,
    bins,
    file: Buffer.from('an ideal'),
  });
  const stones = units.map(({ customerStoneId, storeId, stone, priceCents }, index) => ({
    row: index + 2,
    customerStoneId,
    storeId: storeId!,
    stone,
    priceCents,
    retailPriceCents: null,
    status: null,
    soldDate: null,
    quantity: 1,
  }));
  await recordStock(context, step('stock'), CUSTOMER, {
    templateId,
    stock: { stones, unreadable: [] },
    file: Buffer.from('a stock'),
  });
  await inParallel([...additions.entries()], 128, ([index, { parcelName, stone, totalCents }]) => {
    const { shape, ...graded } = stone;
    const event = listed(parcelName, 'natural', index);
    if (event.type !== 'StoneListed') throw new Error('a stone is listed by another event');
    const attributes = { ...event.data.attributes, ...graded, weight: stone.weight!, shapeCode: shape! };
    return append(context, parcelName, [{ ...event, data: { ...event.data, attributes, totalCents } }]);
  });
  return templateId;
}

async function signedIn(address: string) {
  let token = '';
  const call = async (method: string, to: string, body?: object): Promise<unknown> => {
    const reply = await fetch(new URL(to, address), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        customer: String(CUSTOMER),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${to}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  ({ token } = (await call('POST', '/login', { username: 'rep', password: PASSWORD })) as { token: string });
  return call;
}

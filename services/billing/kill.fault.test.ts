import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { billRunDetails } from '#contracts/api/bills.ts';
import { customerStream } from '#contracts/events/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { customerCommands } from '#services/customers/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';

/**
 * 'Generate All' killed midway: it continues where it was, and no customer is billed twice (rule: Closing and
 * adjusting).
 */

const CUSTOMERS = 150;
const KILLS = 2;
const MONTH = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);
const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
const customers = Array.from({ length: CUSTOMERS }, (_, index) => 1_000 + index);

let vitrine: SmallVitrine;
const running: RunningProcess[] = [];

function startWorker(): RunningProcess {
  const program = startProgram('services/billing/testing/runs-program.ts', [], {
    TEST_URL: vitrine.databaseUrl,
    TEST_LOG: vitrine.store.connectionString,
  });
  running.push(program);
  return program;
}

beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
  await inParallel(customers, 16, async (customerId) => {
    await customerCommands.register(
      vitrine.context,
      { commandId: randomUUID(), actor: ADMINISTRATOR },
      customerId,
      { identity: { name: `Customer ${customerId}` }, access: {}, terms: { feeRatePpm: 10_000 } },
    );
    await vitrine.listStone(`K-${customerId}`);
    await vitrine.document('MEMO', `K-${customerId}`, customerId, `${MONTH}-03`);
  });
  await vitrine.shown();
});

afterAll(async () => {
  await Promise.all(running.map((program) => program.destroy()));
  await vitrine?.close();
});

test('kill -9 of the worker in the middle: every customer is billed once, at the same cut', async () => {
  const admin = await vitrine.as('admin');
  const { id } = (await admin.post('/api/bill-runs', { kind: 'BILLS', month: MONTH })).json as { id: string };
  const progress = async () =>
    (await admin.get(`/api/bill-runs/${id}`)).json as z.infer<typeof billRunDetails>;
  const reaches = async (done: number): Promise<z.infer<typeof billRunDetails>> => {
    const deadline = performance.now() + 120_000;
    for (;;) {
      const run = await progress();
      if (run.done >= done || run.finishedAt !== null || performance.now() > deadline) return run;
      await sleep(5);
    }
  };

  const cuts = new Set<string>();
  for (let kills = 1; kills <= KILLS; kills++) {
    const worker = startWorker();
    await reaches((kills * CUSTOMERS) / (KILLS + 2));
    worker.signal('SIGKILL');
    await worker.ended();
    const run = await progress();
    expect(run.finishedAt).toBeNull();
    cuts.add(run.cut!.position);
  }
  startWorker();
  const run = await reaches(Infinity);
  cuts.add(run.cut!.position);
  expect(run).toMatchObject({ state: 'DONE', total: CUSTOMERS + 3, done: CUSTOMERS + 3, failed: 0 });
  expect(cuts.size).toBe(1);

  const outcomes = run.items.filter(({ subjectId }) => subjectId >= 1_000).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['CREATED']));
  for (const customerId of customers) {
    const bills: unknown[] = [];
    for await (const { type, data } of vitrine.context.events.readStream(customerStream(customerId)))
      if (type === 'BillCreated') bills.push(data);
    expect(bills).toEqual([expect.objectContaining({ month: MONTH, version: 1 })]);
  }
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { billRunDetails, issuedBillSchema } from '#contracts/api/bills.ts';
import { billPartStream } from '#contracts/events/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { BILLING_MODELS } from './billing-context.ts';
import { feeTerms, memosOf, recordedBills } from './testing/large-bill.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';

/**
 * A bill that is larger than an event, killed between its parts and before it is created (rule: Closing and
 * adjusting).
 */

const PARCELS = 900;
const MONTH = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);

let vitrine: SmallVitrine;
const running: RunningProcess[] = [];

function startWorker(stopAfter?: number): RunningProcess {
  const program = startProgram('services/billing/testing/runs-program.ts', [], {
    TEST_URL: vitrine.databaseUrl,
    TEST_LOG: vitrine.store.connectionString,
    ...(stopAfter === undefined ? {} : { TEST_STOP_AFTER: String(stopAfter) }),
  });
  running.push(program);
  return program;
}

beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
  const { events, db } = vitrine.context;
  await feeTerms(events, 7, `${MONTH}-01`);
  await memosOf(events, { customerId: 7, parcels: PARCELS, from: `${MONTH}-03` });
  const head = await events.headPosition();
  expect(
    await createPositions(db, await logIdOf(events)).waitForPosition(BILLING_MODELS, head, 150_000),
  ).toBe(true);
});

afterAll(async () => {
  await Promise.all(running.map((program) => program.destroy()));
  await vitrine?.close();
});

test('kill -9 between the parts, and between the last part and BillCreated: one bill, each part once', async () => {
  const admin = await vitrine.as('admin');
  const { id } = (await admin.post('/api/bill-runs', { kind: 'BILLS', month: MONTH })).json as { id: string };
  const { events } = vitrine.context;
  const killed = async (stopAfter: number) => {
    const worker = startWorker(stopAfter);
    await worker.printed(/stopped/);
    worker.signal('SIGKILL');
    await worker.ended();
    const { created, parts, wanted } = await recordedBills(events, 7);
    expect(created).toEqual([]);
    expect((await admin.get('/api/bills')).json).toEqual([]);
    return { there: [...parts.values()].flat().length, wanted };
  };
  const { there, wanted } = await killed(2);
  expect([there, wanted]).toEqual([2, expect.any(Number)]);
  expect(wanted).toBeGreaterThan(3);
  expect(await killed(1)).toEqual({ there: 3, wanted });
  // All of them, and not the bill.
  expect(await killed(wanted - 3)).toEqual({ there: wanted, wanted });
  expect(await killed(0)).toEqual({ there: wanted, wanted });

  startWorker();
  const deadline = performance.now() + 120_000;
  let run: z.infer<typeof billRunDetails>;
  do {
    await sleep(50);
    run = (await admin.get(`/api/bill-runs/${id}`)).json as typeof run;
  } while (run.finishedAt === null && performance.now() < deadline);
  expect(run).toMatchObject({ state: 'DONE', failed: 0 });

  const { created, parts } = await recordedBills(events, 7);
  expect(created).toHaveLength(1);
  const { id: partsId, parts: count } = created[0]!.linesIn!;
  expect([...parts.keys()]).toEqual([billPartStream(partsId)]);
  const ids = parts.get(billPartStream(partsId))!;
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
  await vitrine.shown();
  const bill = (await admin.get(`/api/bills/7-${MONTH}-1`)).json as z.infer<typeof issuedBillSchema>;
  expect(bill.lines).toHaveLength(2 * PARCELS + 1);
});

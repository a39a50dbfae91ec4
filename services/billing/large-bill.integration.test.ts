import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { billRunDetails, createBillReply, WireBill } from '#contracts/api/bills.ts';
import { billPartStream } from '#contracts/events/index.ts';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { BILLING_MODELS } from './billing-context.ts';
import { accountsOf } from './calculation/account.ts';
import { calculateBill } from './calculation/calculate-bill.ts';
import { factsOfCustomers } from './read-facts.ts';
import { factsFromLog } from './replay/facts-from-log.ts';
import { feeTerms, memosOf, recordedBills } from './testing/large-bill.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';

/** A customer with 2,500 memos in a month: 5,001 lines, several times what one event holds. */
const PARCELS = 2_500;
const MONTH = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  admin = await vitrine.as('admin');
  const { events } = vitrine.context;
  await feeTerms(events, 7, `${MONTH}-01`);
  await memosOf(events, { customerId: 7, parcels: PARCELS, from: `${MONTH}-03` });
  const read = createPositions(vitrine.context.db, await logIdOf(events));
  const models = [...BILLING_MODELS, 'audit'];
  expect(await read.waitForPosition(models, await events.headPosition(), 150_000)).toBe(true);
});
afterAll(() => vitrine?.close());

const create = (key: string) =>
  admin.post('/api/bills', { customerId: 7, month: MONTH }, { headers: { 'idempotency-key': key } });

async function verified(): Promise<z.infer<typeof billRunDetails>> {
  const { json } = await admin.post('/api/bill-runs', { kind: 'VERIFY' });
  const { id } = json as { id: string };
  for (;;) {
    const run = (await admin.get(`/api/bill-runs/${id}`)).json as z.infer<typeof billRunDetails>;
    if (run.finishedAt !== null) return run;
    await sleep(50);
  }
}

test('a bill of 5,001 lines is made once, in parts, and is what it would be whole', async () => {
  const key = randomUUID();
  const reply = await create(key);
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  const { outcome, bill } = reply.json as z.infer<typeof createBillReply>;
  expect(outcome).toBe('CREATED');
  expect(bill!.lines).toHaveLength(2 * PARCELS + 1);

  const again = (await create(key)).json as z.infer<typeof createBillReply>;
  expect(again.bill).toEqual(bill);
  expect((await create(randomUUID())).json).toMatchObject({ outcome: 'UNCHANGED' });
  expect((await admin.get(`/api/bills/7-${MONTH}-1`)).json).toMatchObject(bill!);
  const preview = await admin.get(
    `/api/bills/preview?customerId=7&month=${MONTH}&knownAt=${bill!.cut.position}`,
  );
  expect((preview.json as WireBill).lines).toEqual(bill!.lines);

  const { created, parts } = await recordedBills(vitrine.context.events, 7);
  expect(created).toHaveLength(1);
  const { linesIn, lines } = created[0]!;
  expect(lines).toEqual([]);
  expect([...parts.keys()]).toEqual([billPartStream(linesIn!.id)]);
  expect(parts.get(billPartStream(linesIn!.id))).toHaveLength(linesIn!.parts);
  expect(linesIn!.parts).toBeGreaterThan(5);
});

test('the log and the read models hold the same bill, and the next one is made on it', async () => {
  const read = (await factsOfCustomers(vitrine.context.db, [7])).get(7)!;
  const { facts, cut } = await factsFromLog(vitrine.context.events, 'now', '2026-01-01T00:00:00.000Z');
  expect(canonicalJson(facts.get(7)!.bills)).toBe(canonicalJson(read.bills));
  const request = { month: addMonths(MONTH, 1), cut };
  expect(canonicalJson(calculateBill(accountsOf(facts.get(7)!, ZONE), request))).toBe(
    canonicalJson(calculateBill(accountsOf(read, ZONE), request)),
  );
});

test('the check of every bill reads it whole; a part that is other or gone raises an alarm, and no bill is made on it', async () => {
  expect(await verified()).toMatchObject({ state: 'DONE', failed: 0 });
  const tamper = (from: string, to: string) =>
    vitrine.pool.query(`update read.bill_part set text = replace(text, $1, $2) where part = 2`, [from, to]);
  await tamper('"feeDays":', '"feeDays":1');
  expect((await verified()).items[0]).toMatchObject({ subjectId: 7, outcome: 'DIFFERENT' });
  expect((await admin.get('/api/bill-alarms')).json).toEqual([
    expect.objectContaining({
      id: `7-${MONTH}-1`,
      message: expect.stringContaining('cannot be read whole') as unknown,
    }),
  ]);
  const incomplete = {
    code: 'BILL_INCOMPLETE',
    message: expect.stringContaining(`Bill 7-${MONTH}-1`) as unknown,
  };
  const [year, month] = [Number(MONTH.slice(0, 4)), Number(MONTH.slice(5))];
  for (const refused of [
    await create(randomUUID()),
    await admin.get(`/api/bills/7-${MONTH}-1`),
    await admin.get(`/api/bills/preview?customerId=7&month=${MONTH}`),
    await admin.get(`/api/bills/explain?customerId=7&month=${MONTH}`),
    await admin.get(`/api/vendor-statements/1?month=${MONTH}`),
    await admin.get(`/api/vendor-statements?filter=${JSON.stringify({ month: MONTH })}`),
    await admin.get('/api/holdings?customerId=7'),
  ])
    expect([refused.status, refused.json]).toEqual([422, expect.objectContaining(incomplete)]);
  for (const path of ['/billing/create', '/billing/month', '/billing/current']) {
    const refused = await admin.post(path, { year, month }, { headers: { customer: '7' } });
    expect([path, refused.status, refused.json]).toEqual([path, 402, expect.objectContaining(incomplete)]);
  }
  // A run ends with why: the next one begins.
  const statements = await admin.post('/billing/vendorall', { year, month });
  expect([statements.status, statements.json]).toEqual([
    402,
    { code: 'RUN_FAILED', message: expect.stringContaining('cannot be read whole') as unknown },
  ]);
  await tamper('"feeDays":1', '"feeDays":');
  expect((await admin.get('/api/bill-alarms')).json).toHaveLength(1);
  await verified();
  expect((await admin.get('/api/bill-alarms')).json).toEqual([]);
});

test('its PDF is made, and its workbook has every line', async () => {
  const { year, month } = { year: Number(MONTH.slice(0, 4)), month: Number(MONTH.slice(5)) };
  const response = await fetch(new URL('/billing/create', vitrine.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', customer: '7' },
    body: JSON.stringify({ year, month }),
  });
  expect(response.status).toBe(200);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await response.arrayBuffer());
  const workings = workbook.getWorksheet('Workings')!;
  const cells = new Set<string>();
  workings.eachRow((row) => row.eachCell((cell) => cells.add(cell.text)));
  const lacking = Array.from({ length: PARCELS }, (_, index) => `L-7-${index}`).filter(
    (parcelName) => !cells.has(parcelName),
  );
  expect(lacking).toEqual([]);
  const { rows } = await vitrine.pool.query<{ name: string }>(
    `select file_name as name from vitrine.invoice where customer_id = 7 and file_name like '%.pdf'`,
  );
  expect(rows).toHaveLength(1);
});

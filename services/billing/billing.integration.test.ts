import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type {
  billRunDetails,
  createBillReply,
  explanationSchema,
  WireBill,
  WireBillingEffect,
} from '#contracts/api/bills.ts';
import { stoneStream } from '#contracts/events/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { createPositions } from '#projections/engine/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { canonicalJson } from './calculation/account.ts';
import { accountsOf, type BillingFacts } from './calculation/account.ts';
import { calculateBill } from './calculation/calculate-bill.ts';
import { cutKnownAt } from './cuts.ts';
import { factsOfCustomers } from './read-facts.ts';
import { factsFromLog } from './replay/facts-from-log.ts';
import { addMonths, lastDayOf, monthOf } from '#contracts/vocabulary/months.ts';

/** Billing over HTTP with real stores. Everything is recorded now and dated in the two months before this one. */
const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
const THIS_MONTH = monthOf(houseDayOf(new Date().toISOString(), ZONE));
const FIRST = addMonths(THIS_MONTH, -2);
const SECOND = addMonths(THIS_MONTH, -1);

type Created = z.infer<typeof createBillReply>;
type Run = z.infer<typeof billRunDetails>;

let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  admin = await vitrine.as('admin');
  for (const customerId of [7, 8])
    await customerCommands.changeTerms(
      vitrine.context,
      { commandId: randomUUID(), actor: ADMINISTRATOR },
      customerId,
      {
        changes: { feeRatePpm: 10_000, minInventoryCents: customerId === 7 ? 2_000_000 : 0 },
        effectiveAt: `${FIRST}-01`,
      },
    );
  await vendorCommands.changeTerms(vitrine.context, { commandId: randomUUID(), actor: ADMINISTRATOR }, 1, {
    changes: { feeSharePpm: 500_000, ourDeploymentCostCents: 3_500 },
    effectiveAt: `${FIRST}-01`,
  });
  for (const name of ['B-1', 'B-2', 'B-3']) await vitrine.listStone(name);
  await vitrine.document('MEMO', 'B-1', 7, `${FIRST}-01`);
  await vitrine.document('MEMO', 'B-2', 7, `${SECOND}-05`);
  await vitrine.document('MEMO', 'B-3', 8, `${SECOND}-10`);
  await vitrine.shown();
});
afterAll(() => vitrine?.close());

const create = async (month: string, customerId = 7, key: string = randomUUID()) =>
  admin.post('/api/bills', { customerId, month }, { headers: { 'idempotency-key': key } });
const preview = async (month: string, query = ''): Promise<WireBill> =>
  (await admin.get(`/api/bills/preview?customerId=7&month=${month}${query}`)).json as WireBill;

async function runToEnd(body: object): Promise<Run> {
  const { status, json } = await admin.post('/api/bill-runs', body);
  expect(status, JSON.stringify(json)).toBe(200);
  const { id } = json as Run;
  for (;;) {
    const run = (await admin.get(`/api/bill-runs/${id}`)).json as Run;
    if (run.finishedAt !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('closing months', () => {
  test('a month that is not over is not billed', async () => {
    const { status, json } = await create(THIS_MONTH);
    expect([status, json]).toEqual([422, expect.objectContaining({ code: 'MONTH_NOT_OVER' })]);
  });

  test('months are billed in order', async () => {
    const { status, json } = await create(SECOND);
    expect([status, json]).toEqual([422, expect.objectContaining({ code: 'MONTHS_IN_ORDER' })]);
  });

  test.each([
    [`/api/bills/preview?customerId=7&month=9999-12`, 400, 'month'],
    [`/api/bills/explain?customerId=7&month=${FIRST}&from=rubbish`, 400, 'from'],
    [`/api/vendor-statements/4711?month=${FIRST}`, 404, 'vendorId'],
  ])('%s is refused with %i, and names %s', async (path, status, field) => {
    expect(await admin.get(path)).toMatchObject({ status, json: { field } });
  });

  test('an override that no customer could have is refused, and names its row', async () => {
    const override = {
      target: 'TERM',
      customerId: 7,
      term: 'paymentDays',
      value: 99_999_999_999,
      reason: 'x',
    };
    const body = { kind: 'BILLS', month: FIRST, overrides: [override] };
    expect(await admin.post('/api/bill-runs', body)).toMatchObject({
      status: 422,
      json: { field: 'overrides[0].value', code: 'INVALID' },
    });
  });

  test('a knowledge cut that is still to come is now; one before anything knows nothing', async () => {
    const { cut } = await preview(THIS_MONTH, '&knownAt=2099-01-01');
    expect(cut.recordedAt <= new Date().toISOString()).toBe(true);
    const { json } = await admin.get(`/api/bills/explain?customerId=7&month=${FIRST}&from=0`);
    expect(json).toMatchObject({ from: { recordedAt: '1970-01-01T00:00:00.000Z' }, before: 0 });
  });

  test('an unknown customer is 404', async () => expect((await create(FIRST, 4711)).status).toBe(404));

  test('the bill is made once: again under its key, and again with nothing new', async () => {
    const key = randomUUID();
    const created = (await create(FIRST, 7, key)).json as Created;
    expect(created).toMatchObject({
      outcome: 'CREATED',
      bill: { month: FIRST, version: 1, issuedBy: 'admin' },
    });
    expect(created.bill!.lines.map((line) => line.kind)).toEqual(['FEE', 'TRUE_UP', 'DEPLOYMENT']);
    expect(((await create(FIRST, 7, key)).json as Created).bill).toEqual(created.bill);
    expect((await create(FIRST)).json).toMatchObject({ outcome: 'UNCHANGED', bill: { version: 1 } });
    expect(
      (
        await admin.post(
          '/api/bills',
          { customerId: 8, month: FIRST },
          { headers: { 'idempotency-key': key } },
        )
      ).status,
    ).toBe(409);
    const { json } = await admin.get(`/api/bills/7-${FIRST}-1`);
    expect(json).toMatchObject({ ...created.bill });
  });

  test('it may be replaced until a later month is closed, then what is new is an adjustment that names its event', async () => {
    await vitrine.document('RETURN_MEMO', 'B-1', 7, `${FIRST}-21`);
    expect(await create(FIRST)).toMatchObject({
      status: 422,
      json: { code: 'REPLACES_BILL', field: 'replaces' },
    });
    const replaced = await admin.post('/api/bills', { customerId: 7, month: FIRST, replaces: 1 });
    expect(replaced.json).toMatchObject({ outcome: 'REPLACED', bill: { version: 2 } });
    expect((await create(SECOND)).json).toMatchObject({ outcome: 'CREATED' });
    expect((await create(FIRST)).json).toMatchObject({ code: 'MONTH_CLOSED' });

    const before = await preview(THIS_MONTH);
    expect(before.lines.filter((line) => line.kind === 'ADJUSTMENT')).toEqual([]);
    await customerCommands.changeTerms(
      vitrine.context,
      { commandId: randomUUID(), actor: ADMINISTRATOR },
      7,
      { changes: { feeRatePpm: 20_000 }, effectiveAt: lastDayOf(SECOND), reason: 'as agreed' },
    );
    const adjusted = (await preview(THIS_MONTH)).lines.filter((line) => line.kind === 'ADJUSTMENT');
    expect(adjusted.map((line) => line.key)).toEqual([
      `ADJUSTMENT:${SECOND}:FEE:B-2`,
      `ADJUSTMENT:${SECOND}:TRUE_UP:`,
    ]);
    for (const line of adjusted)
      expect(line.working['causes']).toEqual([
        expect.objectContaining({
          type: 'CustomerTermsChanged',
          actor: 'admin',
          reason: 'as agreed',
          delta: line.amount,
        }),
      ]);
  });

  test('the list shows every version', async () => {
    const { json, headers } = await admin.get(
      `/api/bills?filter=${encodeURIComponent(JSON.stringify({ customerId: 7 }))}&sort=["version","DESC"]`,
    );
    expect(headers.get('content-range')).toBe('bills 0-2/3');
    expect(json).toContainEqual(
      expect.objectContaining({ id: `7-${FIRST}-1`, newest: false, customerName: 'Alder & Sons' }),
    );
    expect(json).toContainEqual(expect.objectContaining({ id: `7-${FIRST}-2`, newest: true }));
  });
});

describe('two axes', () => {
  test('a preview at the cut of an issued bill is that bill; its explanation since then adds up', async () => {
    const { json } = await admin.get(`/api/bills/7-${FIRST}-1`);
    const issued = json as WireBill;
    const then = await preview(FIRST, `&knownAt=${issued.cut.position}`);
    expect(then.lines).toEqual(issued.lines);
    const reply = await admin.get(
      `/api/bills/explain?customerId=7&month=${FIRST}&from=${issued.cut.position}`,
    );
    const explained = reply.json as z.infer<typeof explanationSchema>;
    expect(explained.before).toBe(issued.total);
    expect(explained.after).toBe((await preview(FIRST)).total);
    const deltas = explained.events.reduce((sum, event) => sum + Math.round(event.delta * 100), 0);
    expect(deltas).toBe(Math.round((explained.after - explained.before) * 100));
    expect(explained.events).toContainEqual(
      expect.objectContaining({ type: 'DocumentReceived', what: `RETURN_MEMO of B-1 dated ${FIRST}-21` }),
    );
  });

  test('a cut is named by its last event, and can be asked for by that name', async () => {
    const { cut } = (await admin.get(`/api/bills/7-${FIRST}-2`)).json as WireBill;
    const events = [];
    for await (const event of vitrine.context.events.readAll()) events.push(event);
    const last = events.find(({ position }) => String(position) === cut.position);
    expect(cut.eventId).toBe(last?.id);
    const byPosition = await preview(SECOND, `&knownAt=${cut.position}`);
    expect(byPosition.cut).toEqual({ ...cut, recordedAt: last?.metadata['recordedAt'] });
    expect(await preview(SECOND, `&knownAt=${cut.eventId}`)).toEqual(byPosition);
    expect((await preview(SECOND, `&knownAt=${cut.recordedAt}`)).cut.eventId).toBe(cut.eventId);
    const explained = await admin.get(
      `/api/bills/explain?customerId=7&month=${FIRST}&from=${events[4]!.id}&to=${cut.eventId}`,
    );
    expect(explained.json).toMatchObject({
      from: { position: String(events[4]!.position), eventId: events[4]!.id },
      to: { eventId: cut.eventId },
    });
    const timeline = await admin.get(`/api/parcels/B-1/timeline?knownAt=${cut.eventId}`);
    const same = await admin.get(`/api/parcels/B-1/timeline?knownAt=${cut.position}`);
    expect(timeline.status).toBe(200);
    expect(timeline.json).toEqual(same.json);
  });

  test('an event that the log has not names no cut', async () => {
    const nothing = randomUUID();
    expect(
      await admin.get(`/api/bills/preview?customerId=7&month=${FIRST}&knownAt=${nothing}`),
    ).toMatchObject({ status: 400, json: { field: 'knownAt' } });
    expect(await admin.get(`/api/parcels/B-1/timeline?knownAt=${nothing}`)).toMatchObject({ status: 400 });
  });

  test('straight from the log the same bills, at a position, an event and a time', async () => {
    const positions = createPositions(vitrine.context.db, await logIdOf(vitrine.context.events));
    const billing = { ...vitrine.context, positions };
    const read = await factsOfCustomers(vitrine.context.db, [7, 8]);
    const { json } = await admin.get(`/api/bills/7-${FIRST}-2`);
    const { cut } = json as WireBill;
    for (const knownAt of [undefined, cut.position, cut.eventId, cut.recordedAt]) {
      const fromReadModels = await cutKnownAt(billing, knownAt);
      const wanted =
        knownAt === undefined
          ? 'now'
          : knownAt === cut.position
            ? { position: BigInt(knownAt) }
            : knownAt === cut.eventId
              ? { eventId: knownAt }
              : { time: knownAt };
      const logged = await factsFromLog(vitrine.context.events, wanted, fromReadModels.recordedAt);
      for (const customerId of [7, 8]) {
        for (const month of [FIRST, SECOND, THIS_MONTH]) {
          const bill = (facts: BillingFacts) =>
            canonicalJson(
              calculateBill(accountsOf(facts, ZONE), {
                month,
                cut: { ...fromReadModels, position: logged.cut.position },
              }),
            );
          expect(bill(logged.facts.get(customerId)!)).toBe(bill(read.get(customerId)!));
        }
      }
      if (knownAt === undefined) expect(logged.cut.position).toBe(fromReadModels.position);
      expect(logged.cut.eventId).toBe(fromReadModels.eventId);
    }
  });

  test('holdings at any day, as known at any cut; a series by day', async () => {
    const { json } = await admin.get(`/api/holdings?customerId=7&effectiveAt=${FIRST}-10`);
    expect(json).toMatchObject({
      day: `${FIRST}-10`,
      exposure: 9_800,
      currentlyHolding: 9_800,
      feeBase: 9_800,
      minInventory: 20_000,
      parcels: [
        { parcelName: 'B-1', line: 'natural', status: 'CUSTOMER', since: `${FIRST}-01`, price: 9_800 },
      ],
    });
    const late = `/api/holdings?customerId=7&effectiveAt=${FIRST}-25`;
    expect((await admin.get(late)).json).toMatchObject({ currentlyHolding: 0 });
    const bill = (await admin.get(`/api/bills/7-${FIRST}-1`)).json as WireBill;
    const known = `${late}&knownAt=${bill.cut.position}`;
    expect((await admin.get(known)).json).toMatchObject({ currentlyHolding: 9_800 });
    const series = (await admin.get(`/api/holdings/series?customerId=7&from=${FIRST}-20&to=${FIRST}-22`))
      .json;
    expect(series).toMatchObject({
      days: [
        { day: `${FIRST}-20`, currentlyHolding: 9_800, feeBase: 9_800 },
        { day: `${FIRST}-21`, currentlyHolding: 0 },
        { day: `${FIRST}-22`, currentlyHolding: 0 },
      ],
    });
  });

  test("a customer's own user sees its own holdings with wholesale prices only", async () => {
    const alder = await vitrine.as('alder');
    expect((await alder.get('/api/holdings/series')).status).toBe(200);
    expect((await alder.get('/api/holdings?customerId=8')).status).toBe(403);
    for (const name of ['alder-retail', 'alder-none'])
      expect((await (await vitrine.as(name)).get('/api/holdings')).status).toBe(403);
  });
});

describe('previews', () => {
  test('an undo says which bills and statements would change; nothing is written', async () => {
    await vitrine.listStone('B-9');
    await vitrine.shown();
    const alder = await vitrine.as('alder');
    await alder.post('/inventory/request_stones', { parcelNames: ['B-9'] });
    await vitrine.document('MEMO', 'B-9', 7, `${SECOND}-01`);
    await vitrine.shown();
    await alder.post('/inventory/return', { parcelNames: ['B-9'] });
    await vitrine.shown();
    const head = await vitrine.context.events.headPosition();
    const undo = { parcelName: 'B-9', action: 'RETURN', preview: true };
    const { status, json } = await admin.post('/inventory/undo', undo);
    expect([status, json]).toEqual([200, expect.objectContaining({ statusAfter: 'CUSTOMER' })]);
    const { bills, statements } = json as WireBillingEffect;
    expect(bills).toMatchObject([{ customerId: 7, month: THIS_MONTH, state: 'RUNNING' }]);
    expect(bills[0]!.after).toBeGreaterThan(bills[0]!.before);
    expect(statements).toMatchObject([{ vendorId: 1, month: THIS_MONTH }]);
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test('new terms: what changes stands on the running bill, of a closed month as adjustments', async () => {
    for (const [effectiveAt, closed] of [
      // Terms of the month's last day stand after these.
      [`${SECOND}-01`, SECOND],
      [`${THIS_MONTH}-01`, null],
    ] as const) {
      const { status, json } = await admin.post('/api/bills/terms-preview', {
        customerId: 7,
        changes: { feeRate: 3 },
        effectiveAt,
      });
      expect(status).toBe(200);
      const { bills } = json as WireBillingEffect;
      expect(bills).toMatchObject([{ customerId: 7, month: THIS_MONTH, state: 'RUNNING' }]);
      const adjusted = bills[0]!.lines.flatMap(({ adjusts }) => (adjusts ? [adjusts.month] : []));
      expect([...new Set(adjusted)]).toEqual(closed === null ? [] : [closed]);
      expect(bills[0]!.after).toBeGreaterThan(bills[0]!.before);
    }
    const vendor = await admin.post('/api/bills/terms-preview', {
      vendorId: 1,
      changes: { feeShare: 60 },
      effectiveAt: `${SECOND}-01`,
    });
    const effect = vendor.json as { bills: unknown[]; statements: { vendorId: number }[] };
    expect(effect.bills).toEqual([]);
    expect(effect.statements.map(({ vendorId }) => vendorId)).toContain(1);
    const bad = await admin.post('/api/bills/terms-preview', {
      customerId: 7,
      changes: { speed: 1 },
      effectiveAt: `${SECOND}-01`,
    });
    expect([bad.status, bad.json]).toEqual([422, expect.objectContaining({ field: 'changes.speed' })]);
  });
});

describe('an opened bill', () => {
  const newest = async (): Promise<{ id: string; version: number; total: number }> => {
    const filter = JSON.stringify({ customerId: 7, month: FIRST, newest: true });
    const { json } = await admin.get(`/api/bills?filter=${encodeURIComponent(filter)}`);
    return (json as { id: string; version: number; total: number }[])[0]!;
  };

  test('names customer and vendors, and says what has become of it', async () => {
    const { id, version, total } = await newest();
    expect(await admin.get(`/api/bills/${id}`)).toMatchObject({
      status: 200,
      json: {
        customerName: 'Alder & Sons',
        vendors: [{ vendorId: 1, name: 'Antwerp Rounds' }],
        newestVersion: version,
      },
    });
    const { json } = await admin.get(`/api/bills/${id}/settlement`);
    expect(json).toMatchObject({ settlement: { version, issued: total, unaccounted: 0 } });
    expect((await admin.get('/api/bills/7-2001-01-1/settlement')).status).toBe(404);
  });

  test('its documents are there to download once they are drawn', async () => {
    const { id } = await newest();
    type Documents = { documents: { invoiceId: number; fileName: string }[] };
    const documents = async () => ((await admin.get(`/api/bills/${id}`)).json as Documents).documents;
    await expect.poll(async () => (await documents()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    for (const { invoiceId } of await documents())
      expect((await admin.get(`/api/invoices/${invoiceId}/file`)).status).toBe(200);
  });

  test('a version and a cut side by side: the lines that differ sum to the difference', async () => {
    const { version, total } = await newest();
    const query = `/api/bills/compare?customerId=7&month=${FIRST}&fromVersion=${version}`;
    const { json } = await admin.get(`${query}&to=0`);
    expect(json).toMatchObject({ field: 'knownAt' });
    const same = (await admin.get(`${query}&toVersion=${version}`)).json;
    expect(same).toMatchObject({ before: { total, version }, after: { total }, difference: 0, lines: [] });
    const since = (await admin.get(query)).json as {
      difference: number;
      after: { version: null };
      lines: { difference: number }[];
    };
    expect(since.after.version).toBeNull();
    const cents = since.lines.reduce((sum, line) => sum + Math.round(line.difference * 100), 0);
    expect(cents).toBe(Math.round(since.difference * 100));
    expect(await admin.get(`${query}&toVersion=99`)).toMatchObject({
      status: 404,
      json: { field: 'version' },
    });
  });
});

describe('runs', () => {
  test('a sheet with a row that matches nothing changes nothing and says which', async () => {
    const head = await vitrine.context.events.headPosition();
    const { status, json } = await admin.post('/api/bill-runs', {
      kind: 'BILLS',
      month: SECOND,
      overrides: [
        { target: 'TERM', customerId: 8, term: 'feeRate', value: 2, reason: 'agreed' },
        { target: 'LINE', customerId: 8, lineKey: 'FEE:none', value: 1, reason: 'agreed' },
      ],
    });
    expect([status, json]).toEqual([
      422,
      expect.objectContaining({
        message: expect.stringContaining('row 2: customer 8 has no line "FEE:none"') as unknown,
      }),
    ]);
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test("'Generate All': one customer's failure is reported and the rest goes on; double entry balances", async () => {
    const run = await runToEnd({
      kind: 'BILLS',
      month: SECOND,
      overrides: [{ target: 'TERM', customerId: 8, term: 'feeRate', value: 2, reason: 'agreed' }],
    });
    expect(run).toMatchObject({ state: 'DONE', total: 3, done: 3, failed: 0, failure: null });
    expect(run.items).toEqual([
      {
        subjectId: 7,
        outcome: 'UNCHANGED',
        total: expect.any(Number) as unknown,
        message: expect.stringContaining('it would be replaced by') as unknown,
      },
      { subjectId: 8, outcome: 'CREATED', message: null, total: expect.any(Number) as unknown },
      { subjectId: 9, outcome: 'NOTHING', message: null, total: null },
    ]);
    const { lines, tradingSystem, vendors, house } = run.postings!;
    expect(Math.round((lines + tradingSystem) * 100)).toBe(Math.round((vendors + house) * 100));
    const first = await runToEnd({ kind: 'BILLS', month: FIRST });
    expect(first.items.map(({ subjectId, outcome }) => [subjectId, outcome])).toEqual([
      [7, 'FAILED'],
      [8, 'FAILED'],
      [9, 'NOTHING'],
    ]);
    expect(first.items[0]!.message).toMatch(/is closed for customer 7/);
  });

  test("'Generate Vendors' makes each vendor's statement: the sum of its parts on the month's bills", async () => {
    const run = await runToEnd({ kind: 'VENDORS', month: SECOND });
    const { json } = await admin.get(`/api/vendor-statements/1?month=${SECOND}`);
    const statement = json as { total: number; lines: { amount: number }[] };
    expect(run.items).toEqual([{ subjectId: 1, outcome: 'MADE', message: null, total: statement.total }]);
    const list = await admin.get(
      `/api/vendor-statements?filter=${encodeURIComponent(JSON.stringify({ month: SECOND }))}`,
    );
    expect(list.json).toMatchObject([{ vendorId: 1, vendorName: 'Antwerp Rounds', total: statement.total }]);
  });

  test('every bill can be derived again; one that was tampered with raises an alarm', async () => {
    expect(await runToEnd({ kind: 'VERIFY' })).toMatchObject({ state: 'DONE', failed: 0 });
    expect((await admin.get('/api/bill-alarms')).json).toEqual([]);
    const tamper = (from: string, to: string) =>
      vitrine.pool.query(
        `update read.bill set bill = replace(bill::text, $1, $2)::json where customer_id = 8 and month = $3`,
        [from, to, SECOND],
      );
    await tamper('"feeDays":', '"feeDays":1');
    expect(await runToEnd({ kind: 'VERIFY' })).toMatchObject({ state: 'DONE', failed: 1 });
    expect((await admin.get('/api/bill-alarms')).json).toEqual([
      expect.objectContaining({
        customerId: 8,
        month: SECOND,
        message: expect.stringContaining('FEE:B-3') as unknown,
      }),
    ]);
    await tamper('"feeDays":1', '"feeDays":');
    await runToEnd({ kind: 'VERIFY' });
    expect((await admin.get('/api/bill-alarms')).json).toEqual([]);
    // What lists are made of, and a row that is gone.
    const alarmAfter = async (statement: string) => {
      await vitrine.pool.query(statement, [SECOND]);
      await runToEnd({ kind: 'VERIFY' });
      return (await admin.get('/api/bill-alarms')).json as { message: string }[];
    };
    const ofEight = 'where customer_id = 8 and month = $1';
    expect(await alarmAfter(`update read.bill set total_cents = total_cents + 1 ${ofEight}`)).toMatchObject([
      { customerId: 8, message: expect.stringContaining("the read model's columns say 8 ") as unknown },
    ]);
    expect(await alarmAfter(`update read.bill set total_cents = total_cents - 1 ${ofEight}`)).toEqual([]);
    const away = 'update read.bill set customer_id';
    expect(await alarmAfter(`${away} = 8000 ${ofEight}`)).toMatchObject([
      { customerId: 8, message: 'the read model has lost it: rebuild it' },
    ]);
    expect(await alarmAfter(`${away} = 8 where customer_id = 8000 and month = $1`)).toEqual([]);
  });

  test('refused while a stream that it needs is parked', async () => {
    await vitrine.context.events.append(stoneStream('B-3'), 1n, [
      {
        id: randomUUID(),
        type: 'StoneRepriced',
        data: { costCents: 'much' },
        metadata: { recordedAt: new Date().toISOString(), shape: 1, actor: ADMINISTRATOR, commandId: 'x' },
      },
    ]);
    const { status, json } = await create(SECOND, 8);
    expect([status, json]).toEqual([422, expect.objectContaining({ code: 'STREAM_PARKED' })]);
    const { status: made } = await admin.post('/api/bills', { customerId: 7, month: SECOND, replaces: 1 });
    expect(made).toBe(200);
  });
});

const QUERY = `customerId=7&month=${FIRST}`;
describe.each([
  ['GET', '/api/bills', undefined],
  ['GET', `/api/bills/preview?${QUERY}`, undefined],
  ['GET', `/api/bills/explain?${QUERY}`, undefined],
  ['GET', `/api/bills/7-${FIRST}-1`, undefined],
  ['POST', '/api/bills/terms-preview', { customerId: 7, changes: {}, effectiveAt: `${FIRST}-01` }],
  ['POST', '/api/bills', { customerId: 7, month: SECOND }],
  ['GET', `/api/vendor-statements?filter=${encodeURIComponent(`{"month":"${FIRST}"}`)}`, undefined],
  ['GET', `/api/vendor-statements/1?month=${FIRST}`, undefined],
  ['GET', '/api/bill-runs', undefined],
  ['POST', '/api/bill-runs', { kind: 'VERIFY' }],
  ['GET', '/api/bill-alarms', undefined],
] as const)('%s %s is for administrators', (method, path, body) => {
  test.each(callersOf('administer'))('%s: %i', async (caller, status) => {
    expect(await statusFor(vitrine, caller, path, body, method)).toBe(status);
  });
});

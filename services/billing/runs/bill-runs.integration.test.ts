import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stoneStream } from '#contracts/events/index.ts';
import { ZONE } from '#tests/support/small-world.ts';
import {
  ADMINISTRATOR,
  closeMonths,
  FIRST,
  SECOND,
  startBillingHouse,
  type BillingHouse,
} from '../testing/billing-house.ts';
import { customersToVerify } from './verify-bills.ts';

let house: BillingHouse;
let vitrine: BillingHouse['vitrine'];
let admin: BillingHouse['admin'];

beforeAll(async () => {
  house = await startBillingHouse();
  ({ vitrine, admin } = house);
  await closeMonths(house);
});
afterAll(() => vitrine?.close());

/** Changes the text of customer 8's bill in the read model. */
const tamper = (from: string, to: string) =>
  vitrine.pool.query(
    `update read.bill set bill = replace(bill::text, $1, $2)::json where customer_id = 8 and month = $3`,
    [from, to, SECOND],
  );

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

  test('a sheet that says two things of one line or term is refused: neither counts', async () => {
    const rate = { target: 'TERM', customerId: 8, term: 'feeRate', reason: 'agreed' };
    const { status, json } = await admin.post('/api/bill-runs', {
      kind: 'BILLS',
      month: SECOND,
      overrides: [
        { ...rate, value: 2 },
        { ...rate, value: 3 },
      ],
    });
    expect([status, json]).toEqual([
      422,
      expect.objectContaining({ message: expect.stringContaining('row 2: the same as row 1') as unknown }),
    ]);
  });

  test("'Generate All': one customer's failure is reported and the rest goes on; double entry balances", async () => {
    const run = await house.runToEnd({
      kind: 'BILLS',
      month: SECOND,
      overrides: [{ target: 'TERM', customerId: 8, term: 'feeRate', value: 2, reason: 'agreed' }],
    });
    expect(run).toMatchObject({ state: 'DONE', total: 3, done: 3, failed: 0, left: 1, failure: null });
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
    const { lines, tradingSystem, vendors, house: kept } = run.postings!;
    expect(Math.round((lines + tradingSystem) * 100)).toBe(Math.round((vendors + kept) * 100));
    const first = await house.runToEnd({ kind: 'BILLS', month: FIRST });
    expect(first.items.map(({ subjectId, outcome }) => [subjectId, outcome])).toEqual([
      [7, 'UNCHANGED'],
      [8, 'NOTHING'],
      [9, 'NOTHING'],
    ]);
    expect(first).toMatchObject({ state: 'DONE', failed: 0 });
  });

  test("'Generate Vendors' makes each vendor's statement: the sum of its parts on the month's bills", async () => {
    const run = await house.runToEnd({ kind: 'VENDORS', month: SECOND });
    const { json } = await admin.get(`/api/vendor-statements/1?month=${SECOND}`);
    const statement = json as { total: number; lines: { amount: number }[] };
    expect(run.items).toEqual([{ subjectId: 1, outcome: 'MADE', message: null, total: statement.total }]);
    const list = await admin.get(
      `/api/vendor-statements?filter=${encodeURIComponent(JSON.stringify({ month: SECOND }))}`,
    );
    expect(list.json).toMatchObject([{ vendorId: 1, vendorName: 'Antwerp Rounds', total: statement.total }]);
  });

  test('every bill can be derived again; one that was tampered with raises an alarm', async () => {
    expect(await house.runToEnd({ kind: 'VERIFY' })).toMatchObject({ state: 'DONE', failed: 0 });
    expect((await admin.get('/api/bill-alarms')).json).toEqual([]);
    await tamper('"feeDays":', '"feeDays":1');
    expect(await house.runToEnd({ kind: 'VERIFY' })).toMatchObject({ state: 'DONE', failed: 1 });
    expect((await admin.get('/api/bill-alarms')).json).toEqual([
      expect.objectContaining({
        customerId: 8,
        month: SECOND,
        message: expect.stringContaining('FEE:B-3') as unknown,
      }),
    ]);
    await tamper('"feeDays":1', '"feeDays":');
    await house.runToEnd({ kind: 'VERIFY' });
    expect((await admin.get('/api/bill-alarms')).json).toEqual([]);
    // What lists are made of, and a row that is gone.
    const alarmAfter = async (statement: string) => {
      await vitrine.pool.query(statement, [SECOND]);
      await house.runToEnd({ kind: 'VERIFY' });
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

  test.each([
    { table: 'bill_alarm', of: 'new.customer_id = 8', failure: null, failed: 1 },
    { table: 'bill_run_item', of: 'true', failure: 'refused by Postgres', failed: 0 },
  ])('what Postgres refuses in $table is not tried for ever', async ({ table, of, failure, failed }) => {
    await tamper('"feeDays":', '"feeDays":1');
    await vitrine.pool.query(`
      create function vitrine.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused by Postgres' using errcode = '22012'; end $$;
      create trigger refuse before insert on vitrine.${table} for each row when (${of}) execute function vitrine.refuse()`);
    const run = await house.runToEnd({ kind: 'VERIFY' });
    await vitrine.pool.query('drop function vitrine.refuse() cascade');
    await tamper('"feeDays":1', '"feeDays":');
    expect(run).toMatchObject({ failure, failed });
    // A night on which it is not the turn of these customers.
    const night = { requestedRole: 'system' as const, requestedAt: new Date('2020-01-01T17:00:00Z') };
    expect(await customersToVerify({ ...vitrine.context, zone: ZONE }, night)).toContain(8);
    if (failed > 0)
      expect(run.items).toContainEqual(
        expect.objectContaining({ subjectId: 8, outcome: 'FAILED', message: 'refused by Postgres' }),
      );
  });

  test.each(['bill_alarm', 'bill_run_item'])(
    'what Postgres refuses in %s for the moment is tried again',
    async (table) => {
      await tamper('"feeDays":', '"feeDays":1');
      await vitrine.pool.query(`
        create sequence vitrine.tries;
        create function vitrine.refuse() returns trigger language plpgsql as
          $$ begin
            if nextval('vitrine.tries') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
            return new;
          end $$;
        create trigger refuse before insert on vitrine.${table} for each row execute function vitrine.refuse()`);
      const run = await house.runToEnd({ kind: 'VERIFY' });
      const { rows } = await vitrine.pool.query('select last_value::int as tries from vitrine.tries');
      await vitrine.pool.query('drop function vitrine.refuse() cascade; drop sequence vitrine.tries');
      await tamper('"feeDays":1', '"feeDays":');
      // One, for what was tampered with.
      expect(run).toMatchObject({ state: 'DONE', failure: null, failed: 1 });
      expect(run.items.filter(({ message }) => message?.includes('deadlock'))).toEqual([]);
      expect(rows).toEqual([{ tries: expect.toSatisfy((tries: number) => tries > 1) }]);
    },
  );

  test('refused while a stream that it needs is parked', async () => {
    await vitrine.context.events.append(stoneStream('B-3'), 1n, [
      {
        id: randomUUID(),
        type: 'StoneRepriced',
        data: { costCents: 'much' },
        metadata: { recordedAt: new Date().toISOString(), shape: 1, actor: ADMINISTRATOR, commandId: 'x' },
      },
    ]);
    const { status, json } = await house.create(SECOND, 8);
    expect([status, json]).toEqual([422, expect.objectContaining({ code: 'STREAM_PARKED' })]);
    const { status: made } = await admin.post('/api/bills', { customerId: 7, month: SECOND, replaces: 1 });
    expect(made).toBe(200);
  });
});

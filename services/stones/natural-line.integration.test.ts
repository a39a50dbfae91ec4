import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  stoneListSchema,
  type InstructionReply,
  type Stone,
  type StoneDetails,
} from '#contracts/api/stones.ts';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { listStone } from '#tests/support/small-world.ts';
import { aStone } from './testing/a-stone.ts';

let vitrine: SmallVitrine;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const key = (value: string) => ({ headers: { 'idempotency-key': value } });

describe('the way of a stone', () => {
  test('available → cart → requested → memo → returned → received, seen by the one who did it in the next read', async () => {
    const alder = await vitrine.as('alder');
    const name = await aStone(vitrine);
    expect(
      (await alder.list('/inventory/available')).find((stone) => stone.parcelName === name),
    ).toMatchObject({ status: 'AVAILABLE', inCart: false, total: 9800, ppc: 9702.97 });

    expect((await alder.post('/inventory/cart_stones', { parcelNames: [name] })).status).toBe(200);
    expect(await alder.names('/inventory/cart')).toEqual([name]);

    const requested = await alder.post('/inventory/request_stones', {
      parcelNames: [name],
      remarks: 'for Friday',
    });
    expect(requested).toMatchObject({ status: 200, json: { done: [name], declined: [] } });
    expect(await alder.names('/inventory/cart')).toEqual([]);
    expect(await alder.names('/inventory/available')).not.toContain(name);
    expect(await alder.list('/inventory/customer')).toMatchObject([
      { parcelName: name, status: 'REQUESTED', total: 9800 },
    ]);

    expect(await vitrine.document('MEMO', name)).toBe('recorded');
    await vitrine.shown();
    expect(await alder.list('/inventory/customer')).toMatchObject([{ parcelName: name, status: 'CUSTOMER' }]);
    expect((await alder.post('/login/customer')).json).toMatchObject({
      customer: { currentlyHolding: 9800, maxInventory: 50_000 },
    });

    expect((await alder.post('/inventory/return', { parcelNames: [name] })).json).toMatchObject({
      done: [name],
    });
    expect(await alder.list('/inventory/customer')).toMatchObject([
      { parcelName: name, status: 'PENDING_RETURN' },
    ]);
    await vitrine.document('RETURN_MEMO', name);
    await vitrine.shown();
    expect(await alder.names('/inventory/customer')).toEqual([]);
    expect(await alder.list('/inventory/past')).toMatchObject([
      { parcelName: name, status: 'AVAILABLE', total: 9800 },
    ]);
    expect(await alder.names('/inventory/available')).toContain(name);
  });

  test('a memo has its clock in My Inventory and on its page: no due date where none is agreed (rule: Memo clock)', async () => {
    const cedar = await vitrine.as('cedar');
    const [undated, dated, exceptional] = [
      await aStone(vitrine),
      await aStone(vitrine),
      await aStone(vitrine, { tier: 'Exceptional' }),
    ];
    const on = async (name: string, day: string) => {
      await vitrine.document('MEMO', name, 9, day);
      await vitrine.shown();
    };
    await on(undated, '2026-03-30');
    await on(exceptional, '2026-03-31');
    await on(dated, '2026-04-01');
    const clocks = async () =>
      Object.fromEntries(
        (await cedar.list('/inventory/customer')).map(({ parcelName, memoDate, dueDate }) => [
          parcelName,
          [memoDate, dueDate],
        ]),
      );
    expect((await clocks())[dated]).toEqual(['2026-04-01', undefined]);
    const command = { commandId: 'memo-terms', actor: { username: 'admin', role: 'administrator' } } as const;
    await customerCommands.changeTerms(vitrine.context, command, 9, {
      changes: { memoDays: 45 },
      effectiveAt: '2026-04-01',
    });
    await vitrine.shown();
    expect(await clocks()).toEqual({
      [undated]: ['2026-03-30', undefined],
      [dated]: ['2026-04-01', '2026-05-16'],
      [exceptional]: ['2026-03-31', '2026-04-20'],
    });
    const details = await cedar.post('/inventory/details', { parcelName: dated });
    expect(details.json).toMatchObject({ memoDate: '2026-04-01', dueDate: '2026-05-16' });
    await vitrine.document('RETURN_MEMO', dated, 9, '2026-04-20');
    await vitrine.shown();
    expect(Object.keys(await clocks())).not.toContain(dated);
    const past = (await cedar.list('/inventory/past')).find((stone) => stone.parcelName === dated);
    expect([past?.status, past?.memoDate]).toEqual(['AVAILABLE', undefined]);
  });

  test('a sold stone is in Past with its outcome, and its price stays what it was when it was requested', async () => {
    const birch = await vitrine.as('birch');
    const name = await aStone(vitrine);
    await birch.post('/inventory/request_stones', { parcelNames: [name] });
    await vitrine.document('MEMO', name, 8);
    expect((await birch.post('/inventory/sale', { parcelNames: [name] })).json).toMatchObject({
      done: [name],
    });
    expect(await birch.list('/inventory/past')).toMatchObject([
      { parcelName: name, status: 'SOLD', total: 9800 },
    ]);
    await vitrine.document('INVOICE', name, 8);
    await vitrine.shown();
    expect(await birch.list('/inventory/past')).toMatchObject([{ parcelName: name, status: 'INVOICED' }]);
    const { json } = await birch.post('/inventory/details', { parcelName: name });
    expect((json as StoneDetails).history.map((entry) => entry.type)).toEqual([
      'REQUEST',
      'MEMO',
      'SOLD',
      'INVOICE',
    ]);
    expect((json as StoneDetails).actions).toEqual([]);
  });

  test('given a stone with a history, when an administrator asks for its details, then all of it is of now (product: Line calls)', async () => {
    const [alder, admin] = [await vitrine.as('alder'), await vitrine.as('admin')];
    const name = await aStone(vitrine);
    await alder.post('/inventory/request_stones', { parcelNames: [name] });
    const asked = { parcelName: name };
    await vitrine.shown();
    const { json } = await admin.post('/inventory/details', asked);
    expect(json).toMatchObject({ status: 'REQUESTED', history: [{ type: 'REQUEST' }] });
    // What was known earlier is the timeline's to say, with the cut beside it.
    expect((await admin.post('/inventory/details?knownAt=0', asked)).json).toEqual(json);
    await alder.post('/inventory/return', { parcelNames: [name] });
  });

  test('every list answers GET and POST alike, in the shape of the contract', async () => {
    const admin = await vitrine.as('admin', { customer: '8' });
    await vitrine.shown();
    for (const list of ['available', 'customer', 'cart', 'past']) {
      const [posted, got] = [await admin.post(`/inventory/${list}`), await admin.get(`/inventory/${list}`)];
      expect(posted.text).toBe(got.text);
      expect(stoneListSchema.parse(posted.json)).toEqual(posted.json);
    }
  });

  test('named rows show in which lists each stone is now', async () => {
    const alder = await vitrine.as('alder');
    const [one, other] = [await aStone(vitrine), await aStone(vitrine)];
    await alder.post('/inventory/request_stones', { parcelNames: [one] });
    const { json } = await alder.post('/inventory/rows', { parcelNames: [one, other, 'AR-999999'] });
    const names = Object.fromEntries(
      Object.entries(json as Record<string, Stone[]>).map(([list, rows]) => [
        list,
        rows.map((row) => row.parcelName),
      ]),
    );
    expect(names).toEqual({ available: [other], customer: [one], cart: [], past: [] });
    await alder.post('/inventory/return', { parcelNames: [one] });
  });
});

describe('instructions', () => {
  test('are checked all or nothing: one stone that cannot be had refuses the rest, naming it', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const [free, taken] = [await aStone(vitrine), await aStone(vitrine)];
    await birch.post('/inventory/request_stones', { parcelNames: [taken] });
    const refused = await alder.post('/inventory/request_stones', { parcelNames: [free, taken] });
    expect(refused).toMatchObject({
      status: 402,
      json: { message: `${taken} is no longer available.`, field: 'parcelNames.1' },
    });
    expect(await alder.names('/inventory/available')).toContain(free);
  });

  test.each([
    ['an unknown parcel', () => ['AR-777777'], 'Stone not found: AR-777777.'],
    ['nothing', () => [], 'Choose at least one stone.'],
    ['a stone twice', () => ['AR-1', 'AR-1'], 'Each stone may be named once.'],
    ['an invalid name', () => ['../etc/passwd'], /parcelName: letters, digits/],
  ])('of %s are refused with 402 and change nothing', async (_, names, message) => {
    const alder = await vitrine.as('alder');
    const before = await vitrine.context.events.headPosition();
    const refused = await alder.post('/inventory/request_stones', { parcelNames: names() });
    expect(refused.status).toBe(402);
    expect((refused.json as { message: string }).message).toMatch(message);
    expect(await vitrine.context.events.headPosition()).toBe(before);
  });

  test("another's stone can be neither returned nor sold, and is not spoken of", async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const name = await aStone(vitrine);
    await birch.post('/inventory/request_stones', { parcelNames: [name] });
    await vitrine.shown();
    for (const path of ['return', 'sale']) {
      expect(await alder.post(`/inventory/${path}`, { parcelNames: [name] })).toMatchObject({
        status: 402,
        json: { message: `${name} is not in your inventory.` },
      });
    }
    expect((await alder.post('/inventory/details', { parcelName: name })).json).toMatchObject({
      status: 'NOT_AVAILABLE',
      history: [],
      actions: [],
    });
  });

  test('of a customer that may not make changes are 402, of staff for it are not', async () => {
    const [cedar, rep] = [await vitrine.as('cedar'), await vitrine.as('rep', { customer: '9' })];
    const name = await aStone(vitrine);
    expect((await cedar.post('/inventory/request_stones', { parcelNames: [name] })).status).toBe(402);
    expect((await cedar.post('/inventory/cart_stones', { parcelNames: [name] })).status).toBe(402);
    expect((await rep.post('/inventory/request_stones', { parcelNames: [name] })).json).toMatchObject({
      done: [name],
    });
  });

  test('go up to the maximum inventory, and staff alone over it with a remark', async () => {
    const [alder, rep] = [await vitrine.as('alder'), await vitrine.as('rep', { customer: '7' })];
    const dear = await aStone(vitrine, { shapeCode: 'OV' }, 4_500_000);
    const tooMuch = await aStone(vitrine);
    await alder.post('/inventory/request_stones', { parcelNames: [dear] });
    const refused = await alder.post('/inventory/request_stones', { parcelNames: [tooMuch] });
    expect(refused).toMatchObject({
      status: 402,
      json: { code: 'OVER_MAXIMUM', message: expect.stringContaining('$54,800.00 of $50,000.00') },
    });
    const remarked = { parcelNames: [tooMuch], remarks: 'agreed by telephone' };
    expect(await alder.post('/inventory/request_stones', remarked)).toMatchObject({
      status: 402,
      json: { code: 'OVER_MAXIMUM' },
    });
    const retail = await (
      await vitrine.as('alder-retail')
    ).post('/inventory/request_stones', { parcelNames: [tooMuch] });
    expect((retail.json as { message: string }).message).not.toMatch(/\$/);
    expect(await rep.post('/inventory/request_stones', { parcelNames: [tooMuch] })).toMatchObject({
      status: 402,
      json: { code: 'OVER_MAXIMUM' },
    });
    expect((await rep.post('/inventory/request_stones', remarked)).json).toMatchObject({ done: [tooMuch] });
    await alder.post('/inventory/return', { parcelNames: [dear, tooMuch] });
  });

  test('repeated under their key answer the same and change nothing; with another body they are 409', async () => {
    const alder = await vitrine.as('alder');
    const [one, other] = [await aStone(vitrine), await aStone(vitrine)];
    const first = await alder.post('/inventory/request_stones', { parcelNames: [one] }, key('k-1'));
    const head = await vitrine.context.events.headPosition();
    const again = await alder.post('/inventory/request_stones', { parcelNames: [one] }, key('k-1'));
    expect(again.json).toEqual(first.json);
    expect(await vitrine.context.events.headPosition()).toBe(head);
    for (const body of [{ parcelNames: [other] }, { parcelNames: [one], remarks: 'for Anna' }])
      expect((await alder.post('/inventory/request_stones', body, key('k-1'))).status).toBe(409);
    // Another user's key is another key.
    expect(
      (
        await (
          await vitrine.as('birch')
        ).post('/inventory/request_stones', { parcelNames: [other] }, key('k-1'))
      ).json,
    ).toMatchObject({ done: [other] });
    await alder.post('/inventory/return', { parcelNames: [one] });
  });

  test('of two customers for one stone at the same time: exactly one has it, the other is refused', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    for (let round = 0; round < 5; round++) {
      const name = await aStone(vitrine);
      const answers = await Promise.all(
        [alder, birch].map((user) => user.post('/inventory/request_stones', { parcelNames: [name] })),
      );
      const done = answers.filter(
        ({ status, json }) => status === 200 && (json as InstructionReply).done.length === 1,
      );
      expect(done).toHaveLength(1);
      const others = answers.filter((answer) => !done.includes(answer));
      for (const { status, json } of others)
        expect(status === 402 || (json as InstructionReply).declined[0]?.parcelName === name).toBe(true);
      await alder.post('/inventory/return', { parcelNames: [name] });
    }
  });
});

describe('while the read models are behind the log', () => {
  /** Holds the checkpoints, which stops the projections until `goOn` or the end. */
  async function whileTheyAreHeld(work: (goOn: () => Promise<unknown>) => Promise<void>): Promise<void> {
    const holding = await vitrine.pool.connect();
    try {
      await holding.query('begin');
      await holding.query(
        `select 1 from vitrine.projection_build where name in ('parcels', 'customers') for update`,
      );
      await work(() => holding.query('commit'));
    } finally {
      holding.release(true);
    }
  }

  test('a command that is repeated, or finds nothing to do, answers no older position than it did', async () => {
    const name = await aStone(vitrine);
    const alder = await vitrine.as('alder');
    await whileTheyAreHeld(async () => {
      for (const [path, body] of [
        ['/inventory/cart_stones', { parcelNames: [name] }],
        ['/inventory/uncart_stones', { parcelNames: [name] }],
        ['/inventory/desire_stone', { desire: { shape: ['PS'] } }],
      ] as const) {
        const positions: bigint[] = [];
        for (const once of [key(path), key(path), key(`${path}/again`)]) {
          const { status, json } = await alder.post(path, body, once);
          expect([path, status]).toEqual([path, 200]);
          positions.push(BigInt((json as { position: string }).position));
        }
        expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
      }
    });
  });

  test('a stone listed and a customer registered a moment ago are not refused as unknown', async () => {
    const [alder, admin] = [await vitrine.as('alder'), await vitrine.as('admin', { customer: '12' })];
    await vitrine.shown();
    await whileTheyAreHeld(async (goOn) => {
      const actor = { username: 'admin', role: 'administrator' } as const;
      await customerCommands.register(vitrine.context, { commandId: 'customer-12', actor }, 12, {
        identity: { name: 'Dogwood' },
        access: { allowLogin: true, allowActions: true },
      });
      await listStone(vitrine.context, 'AR-NEW');
      const calls = [
        alder.post('/inventory/cart_stones', { parcelNames: ['AR-NEW'] }),
        admin.post('/inventory/cart_stones', { parcelNames: ['AR-NEW'] }),
        admin.post('/inventory/undo', { parcelName: 'AR-NEW', action: 'REQUEST' }),
      ];
      expect(await alder.names('/inventory/available')).not.toContain('AR-NEW');
      await goOn();
      expect((await Promise.all(calls)).map(({ status, json }) => [status, json])).toMatchObject([
        [200, { parcelNames: ['AR-NEW'] }],
        [200, { parcelNames: ['AR-NEW'] }],
        [402, { code: 'NOT_CORRECTABLE' }],
      ]);
    });
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

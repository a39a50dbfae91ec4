import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { OwnBackOrder } from '#contracts/api/jewellery.ts';
import { modelKey } from '#contracts/events/index.ts';
import { openQuantity, type ModelOrder } from '#contracts/jewellery/model-orders.ts';
import { customerCommands } from '#services/customers/index.ts';
import type { Reply } from '#tests/support/small-vitrine.ts';
import { ADMIN, importTestModel } from '../testing/pieces-and-models.ts';
import { asked, mine, request, soon, startShop, times } from './testing/model-shop.ts';

const { vitrine, aModel, anotherPiece, open, cancel, returnAll } = await startShop();
afterAll(() => vitrine.close());

const access = (customerId: number, allowActions: boolean) =>
  customerCommands.changeAccess(vitrine.context, { commandId: randomUUID(), actor: ADMIN }, customerId, {
    changes: { allowActions },
  });

/** Up to where in the log there is nothing left that back orders are served after. */
async function reactedTo(): Promise<number> {
  const { rows } = await vitrine.pool.query<{ position: number }>(
    `select least(position, (select min(position) - 1 from vitrine.reactor_retry where reactor = 'back-orders')) as position
     from vitrine.reactor_checkpoint where reactor = 'back-orders'`,
  );
  return Number(rows[0]!.position);
}

/** What a rep does while viewing as a customer. */
async function viewing(
  customerId: number,
  act: (post: (path: string, body: object) => Promise<Reply>) => Promise<void>,
): Promise<void> {
  const { json } = await (await vitrine.as('rep')).post('/api/view-as', { customerId });
  const { token } = json as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  await act((path, body) => vitrine.call(path, body, { headers }));
}

describe('back orders', () => {
  test('are filled as pieces arrive, first come first served', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const { model } = await aModel(0);
    await returnAll(alder);
    expect((await asked(birch, [model])).backOrdered).toMatchObject([{ model, quantity: 1 }]);
    expect((await asked(alder, times(model, 2))).backOrdered).toMatchObject([{ model, quantity: 2 }]);
    const arrived = [await anotherPiece(model), await anotherPiece(model)];
    await soon(async () => expect(await open(model)).toMatchObject([{ customerId: 7, open: 1, filled: 1 }]));
    await vitrine.shown();
    const held = [await mine(birch), await mine(alder)].map(
      (names) => names.filter((name) => arrived.includes(name)).length,
    );
    expect(held).toEqual([1, 1]);
    const entry = (await (await vitrine.as('rep')).post('/jewellery/details', { parcelName: arrived[0] }))
      .json as { history: { actor: string }[] };
    expect(entry.history).toMatchObject([{ type: 'REQUEST', actor: 'back-orders' }]);
    const last = await anotherPiece(model);
    await soon(async () => expect(await mine(alder)).toContain(last));
    expect(await open(model)).toEqual([]);
    await returnAll(alder);
  });

  test('are served before later requests, even when a piece comes back in between', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    await returnAll(alder);
    const { model, names } = await aModel(1);
    expect((await asked(birch, [model])).done).toEqual(names);
    expect((await asked(alder, [model])).backOrdered).toHaveLength(1);
    await birch.post('/jewellery/return', { parcelNames: names });
    // Birch asks again immediately: alder was first.
    expect((await asked(birch, [model])).done).toEqual([]);
    await soon(async () => expect(await mine(alder)).toEqual(names));
    await returnAll(alder);
    await soon(async () => expect(await mine(birch)).toContain(names[0]));
  });

  test('never go over the maximum: passed over they keep their place, and are filled once there is room', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    await returnAll(alder);
    const dear = await aModel(1, { totalCents: 4_000_000 });
    const { model } = await aModel(0);
    await asked(alder, [dear.model]);
    await asked(alder, [model]);
    await asked(birch, [model]);
    const [first, second] = [await anotherPiece(model, 2_000_000), await anotherPiece(model, 2_100_000)];
    // Too dear for alder now; birch, behind it, gets the older one, and the other stays on the shelf.
    await soon(async () =>
      expect(await open(model)).toMatchObject([{ customerId: 7, open: 1, availableQuantity: 1 }]),
    );
    expect(await mine(birch)).toContain(first);
    await returnAll(alder);
    await soon(async () => expect(await mine(alder)).toEqual([second]));
    await returnAll(alder);
  });

  test('are filled once an undone request of another model gives room below the maximum', async () => {
    const [alder, admin] = [await vitrine.as('alder'), await vitrine.as('admin')];
    await returnAll(alder);
    const dear = await aModel(1, { totalCents: 4_000_000 });
    const { model } = await aModel(0);
    await asked(alder, [dear.model]);
    await asked(alder, [model]);
    const piece = await anotherPiece(model, 2_000_000);
    const listed = Number(await vitrine.context.events.headPosition());
    // Passed over, for it is too dear.
    await soon(async () => expect(await reactedTo()).toBeGreaterThanOrEqual(listed));
    expect(await open(model)).toMatchObject([{ open: 1, availableQuantity: 1 }]);
    const undo = { parcelName: dear.names[0], action: 'REQUEST' };
    expect((await admin.post('/jewellery/undo', undo)).status).toBe(200);
    await soon(async () => expect(await mine(alder)).toEqual([piece]));
    await returnAll(alder);
  });

  test('are filled with a piece that a document of the trading system alone has brought back', async () => {
    // Given a piece on memo at birch, and alder waiting for one like it
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const { model, names } = await aModel(1);
    expect((await asked(birch, [model])).done).toEqual(names);
    await vitrine.document('MEMO', names[0]!, 8);
    await asked(alder, [model]);
    const ordered = Number(await vitrine.context.events.headPosition());
    await soon(async () => expect(await reactedTo()).toBeGreaterThanOrEqual(ordered));
    // When birch brings it back without a word in Vitrine, then alder has it
    await vitrine.document('RETURN_MEMO', names[0]!, 8);
    await soon(async () => expect(await mine(alder)).toEqual(names));
    await returnAll(alder);
  });

  test('are not filled with a piece that the customer returned, withdrew or had undone since it ordered', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const admin = await vitrine.as('admin');
    const { model, names } = await aModel(2);
    const [withdrawn, undone] = names as [string, string];
    expect((await asked(birch, times(model, 4))).done).toEqual(names);
    await birch.post('/jewellery/return', { parcelNames: [withdrawn] });
    const undo = { parcelName: undone, action: 'REQUEST' };
    expect((await admin.post('/jewellery/undo', undo)).status).toBe(200);
    const other = await anotherPiece(model);
    await soon(async () => expect(await mine(birch)).toContain(other));
    expect(await open(model)).toMatchObject([{ customerId: 8, open: 1, filled: 3, availableQuantity: 2 }]);
    // For others they are there, and for what birch orders from now on.
    expect((await asked(alder, [model])).done).toEqual([withdrawn]);
    expect((await asked(birch, [model])).done).toEqual([undone]);
    await returnAll(alder);
    await vitrine.shown();
    expect(await open(model)).toMatchObject([{ customerId: 8, open: 1, availableQuantity: 1 }]);
  });

  test('are not filled with what the customer gave back, though the read model does not know it', async () => {
    const [birch, { model, names }] = [await vitrine.as('birch'), await aModel(1)];
    expect((await asked(birch, times(model, 2))).done).toEqual(names);
    await birch.post('/jewellery/return', { parcelNames: names });
    await soon(async () => expect(await open(model)).toMatchObject([{ availableQuantity: 1 }]));
    // As it is to a process whose read model is behind the piece's stream.
    await vitrine.pool.query('delete from read.history_entry where parcel_name = $1', names);
    const other = await anotherPiece(model);
    await soon(async () => expect(await mine(birch)).toContain(other));
    expect(await mine(birch)).not.toContain(names[0]);
  });

  test('of a customer that may not make changes any more wait until it may', async () => {
    const [birch, { model }] = [await vitrine.as('birch'), await aModel(0)];
    await asked(birch, [model]);
    await access(8, false);
    await vitrine.shown();
    const name = await anotherPiece(model);
    await soon(async () => expect(await open(model)).toMatchObject([{ open: 1, availableQuantity: 1 }]));
    expect(await mine(birch)).not.toContain(name);
    await access(8, true);
    await soon(async () => expect(await mine(birch)).toContain(name));
  });

  test('of a customer to which lab-grown is closed by now wait until it is open again', async () => {
    const model = 'Grown while closed';
    await importTestModel(vitrine.context, model, { labGrown: true });
    await vitrine.shown();
    const birch = await vitrine.as('birch');
    await asked(birch, [model]);
    const lab = (lgAllowed: boolean) =>
      customerCommands.changeAccess(vitrine.context, { commandId: randomUUID(), actor: ADMIN }, 8, {
        changes: { lgAllowed },
      });
    await lab(false);
    await vitrine.shown();
    const name = await anotherPiece(model);
    await soon(async () => expect(await open(model)).toMatchObject([{ open: 1, availableQuantity: 1 }]));
    expect(await mine(birch)).not.toContain(name);
    await lab(true);
    await soon(async () => expect(await mine(birch)).toContain(name));
  });

  test('that staff placed while they viewed as such a customer wait too', async () => {
    const [alder, { model }] = [await vitrine.as('alder'), await aModel(0)];
    await returnAll(alder);
    await viewing(8, async (post) => {
      const { status, json } = await post('/jewellery/request_models', { parcelNames: [model] });
      expect([status, json]).toMatchObject([200, { backOrdered: [{ model, quantity: 1 }] }]);
    });
    await asked(alder, [model]);
    await access(8, false);
    await vitrine.shown();
    await anotherPiece(model);
    // Alder, behind it, gets the piece.
    await soon(async () => expect(await open(model)).toHaveLength(1));
    expect(await open(model)).toMatchObject([{ customerId: 8, open: 1 }]);
    await access(8, true);
    const name = await anotherPiece(model);
    await soon(async () => expect(await mine(await vitrine.as('birch'))).toContain(name));
    await returnAll(alder);
  });

  test('are not cancelled by staff who view as a customer that may not make changes', async () => {
    const { model } = await aModel(0);
    const rep = () => vitrine.as('rep', { customer: '9' });
    await asked(await rep(), [model]);
    const [row] = await open(model);
    await viewing(9, async (post) => {
      const cancelled = await post('/jewellery/cancel_back_order', { orderId: row!.id });
      expect(cancelled).toMatchObject({ status: 402, json: { code: 'ACTIONS_NOT_ALLOWED' } });
    });
    // As themselves they cancel it.
    const { status } = await (await rep()).post('/jewellery/cancel_back_order', { orderId: row!.id });
    expect(status).toBe(200);
  });

  test('are cancelled by staff, and not filled then', async () => {
    const [birch, { model }] = [await vitrine.as('birch'), await aModel(0)];
    await asked(birch, times(model, 2));
    const [row] = await open(model);
    expect((await cancel(row!.id, 'birch')).status).toBe(403);
    expect(await cancel(row!.id, 'rep', '?reason=ordered+elsewhere')).toMatchObject({
      status: 200,
      json: { open: 0, cancelled: 2 },
    });
    expect((await cancel(row!.id)).status).toBe(409);
    expect((await cancel('nonsense')).status).toBe(404);
    await anotherPiece(model);
    await vitrine.shown();
    expect(await open(model)).toEqual([]);
    expect(
      ((await birch.post('/jewellery/available_models')).json as { name: string }[]).find(
        ({ name }) => name === model,
      ),
    ).toMatchObject({ availableQuantity: 1 });
  });

  test("are seen and cancelled by the customer whose they are, and not by another's user", async () => {
    const [alder, birch, { model }] = [await vitrine.as('alder'), await vitrine.as('birch'), await aModel(1)];
    await asked(birch, times(model, 3));
    await vitrine.shown();
    const waiting = async (user: typeof birch): Promise<OwnBackOrder[]> => {
      const rows = (await user.get('/jewellery/back_orders')).json as OwnBackOrder[];
      return rows.filter((row) => row.model === model);
    };
    const [row] = await waiting(birch);
    expect(row).toEqual({
      id: row!.id,
      model,
      quantity: 3,
      filled: 1,
      cancelled: 0,
      open: 2,
      placedAt: row!.placedAt,
    });
    expect(await waiting(alder)).toEqual([]);
    const give = (user: typeof birch, key: string, remarks?: string) =>
      user.post(
        '/jewellery/cancel_back_order',
        { orderId: row!.id, remarks },
        { headers: { 'idempotency-key': key } },
      );
    expect((await give(alder, 'c-1')).status).toBe(402);
    expect((await birch.post('/jewellery/cancel_back_order', {})).status).toBe(402);
    expect(await give(birch, 'c-1', 'bought elsewhere')).toMatchObject({
      status: 200,
      json: { open: 0, cancelled: 2 },
    });
    expect(await give(birch, 'c-1', 'bought elsewhere')).toMatchObject({ status: 200, json: { open: 0 } });
    expect((await give(birch, 'c-1', 'or not')).status).toBe(409);
    expect((await give(birch, 'c-2')).status).toBe(402);
    expect(await waiting(birch)).toEqual([]);
  });

  test('are listed with sort, filter and range; what is not known is refused', async () => {
    const rep = await vitrine.as('rep');
    const models = [(await aModel(0)).model, (await aModel(0)).model];
    for (const model of models) await asked(await vitrine.as('birch'), times(model, 2));
    await vitrine.shown();
    const sorted = await rep.get(
      `/api/back-orders?sort=["model","DESC"]&range=[0,0]&filter={"q":"birch","customerId":8}`,
    );
    expect(sorted.headers.get('content-range')).toMatch(/^back-orders 0-0\/\d+$/);
    expect(sorted.json).toHaveLength(1);
    expect((await rep.get('/api/back-orders?sort=["price","ASC"]')).status).toBe(400);
    expect((await rep.get('/api/back-orders?filter={"price":1}')).status).toBe(400);
  });
});

describe('whatever is asked for, listed, returned and cancelled', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('ask' as const),
      who: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ kind: fc.constant('list' as const), dollars: fc.integer({ min: 8_000, max: 20_000 }) }),
    fc.record({ kind: fc.constant('return' as const), who: fc.nat({ max: 1 }) }),
    fc.record({ kind: fc.constant('cancel' as const) }),
  );

  test('no order has more than it asked for, no limit is passed, no piece lies there that someone waiting may have', async () => {
    const users = [await vitrine.as('alder'), await vitrine.as('birch')];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const user of users) await returnAll(user);
        const { model } = await aModel(0);
        let wanted = 0;
        const own = new Set<string>();
        const back: { who: number; names: string[]; position: number }[] = [];
        for (const one of steps) {
          if (one.kind === 'list') own.add(await anotherPiece(model, one.dollars * 100));
          else if (one.kind === 'return') back.push({ who: one.who, ...(await returnAll(users[one.who]!)) });
          else if (one.kind === 'cancel') {
            const [row] = await open(model);
            const { status } = row
              ? await (
                  await vitrine.as('rep')
                ).post(`/api/back-orders/${row.id}`, undefined, { method: 'DELETE' })
              : { status: 200 };
            // It may have been filled in the meantime.
            expect([200, 409]).toContain(status);
          } else {
            const { status } = await request(users[one.who]!, times(model, one.quantity));
            expect([200, 402]).toContain(status);
            if (status === 200) wanted += one.quantity;
          }
        }
        await soon(async () => {
          const rows = await open(model);
          const alder = (
            (await users[0]!.post('/login/customer')).json as { customer: { currentlyHolding: number } }
          ).customer;
          expect(alder.currentlyHolding).toBe(0);
          const held = await users[0]!.list('/jewellery/customer');
          const exposure = held.reduce((sum, { total = 0 }) => sum + total, 0);
          expect(exposure).toBeLessThanOrEqual(50_000);
          const free = (await users[1]!.list('/jewellery/available')).filter(({ parcelName }) =>
            own.has(parcelName),
          );
          // What it has not given back since, that is.
          const openTo = async ({ id }: { id: string }, who: number) => {
            const placed = await vitrine.pool.query<{ at: string }>(
              'select placed_position as at from read.model_order where order_id = $1',
              [id],
            );
            const since = back.filter((one) => one.who === who && one.position > Number(placed.rows[0]!.at));
            return free.filter(({ parcelName }) => !since.some(({ names }) => names.includes(parcelName)));
          };
          // Birch has no maximum: it waits only while nothing is there; alder while nothing there fits below its own.
          for (const row of rows) {
            const rest = await openTo(row, row.customerId === 8 ? 1 : 0);
            if (row.customerId === 8) expect(rest).toEqual([]);
            else for (const { total = 0 } of rest) expect(exposure + total).toBeGreaterThan(50_000);
          }
        });
        // A piece may be on its way still: it is neither open nor filled.
        await soon(async () => {
          const { rows } = await vitrine.pool.query<{ record: ModelOrder }>(
            'select record from read.model_order where model_key = $1',
            [modelKey(model)],
          );
          expect(rows.reduce((sum, { record }) => sum + record.quantity, 0)).toBe(wanted);
          for (const { record } of rows) {
            expect(record.allotted).toEqual([]);
            expect(openQuantity(record)).toBeGreaterThanOrEqual(0);
          }
        });
        for (const row of await open(model)) await cancel(row.id);
      }),
      { numRuns: 6 },
    );
  }, 180_000);
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

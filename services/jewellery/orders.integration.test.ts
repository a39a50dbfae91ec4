import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BackOrderResource, RequestModelsReply } from '#contracts/api/jewellery.ts';
import { customerStream, modelKey } from '#contracts/events/index.ts';
import { openQuantity, type ModelOrder } from '#contracts/jewellery/model-orders.ts';
import { appendEvents, loadStream } from '#services/platform/commands/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ADMIN, importTestModel, listPiece } from './testing.ts';

let vitrine: SmallVitrine;
let models = 0;
let pieces = 0;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

/** A model of its own for a test, with pieces listed on one day after the other. */
async function aModel(
  count: number,
  { totalCents, lab }: { totalCents?: number; lab?: string } = {},
): Promise<{ model: string; names: string[] }> {
  const model = `M${++models}`;
  await importTestModel(vitrine.context, model);
  const names = Array.from({ length: count }, () => `AL-${++pieces}`);
  // The last listed first: age counts, not names.
  for (const [index, name] of names.entries())
    await listPiece(vitrine.context, name, {
      model,
      day: count - index,
      ...(totalCents && { totalCents }),
      ...(lab && { lab }),
    });
  await vitrine.shown();
  return { model, names: names.reverse() };
}

async function anotherPiece(model: string, totalCents?: number): Promise<string> {
  const name = `AL-${++pieces}`;
  await listPiece(vitrine.context, name, { model, day: 28, ...(totalCents && { totalCents }) });
  return name;
}

type User = Awaited<ReturnType<SmallVitrine['as']>>;
const key = (value: string) => ({ headers: { 'idempotency-key': value } });
const times = (model: string, count: number): string[] => Array.from({ length: count }, () => model);
const request = async (user: User, names: readonly string[], more: object = {}, options = {}) =>
  user.post('/jewellery/request_models', { parcelNames: names, ...more }, options);
const asked = async (
  user: User,
  names: readonly string[],
  more: object = {},
): Promise<RequestModelsReply> => {
  const { status, json } = await request(user, names, more);
  expect(status).toBe(200);
  return json as RequestModelsReply;
};
const mine = async (user: User): Promise<string[]> => (await user.names('/jewellery/customer')).sort();
const open = async (model: string): Promise<BackOrderResource[]> => {
  const rep = await vitrine.as('rep');
  await vitrine.shown();
  return (await rep.get(`/api/back-orders?filter=${encodeURIComponent(JSON.stringify({ model }))}`))
    .json as BackOrderResource[];
};
/** The reactor fills back orders a moment after what it reacts to. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 100 });
/** Sends everything back, so that a test's customer has room below its maximum. */
const returnAll = async (user: User): Promise<void> => {
  await vitrine.shown();
  const names = await mine(user);
  if (names.length > 0)
    expect((await user.post('/jewellery/return', { parcelNames: names })).status).toBe(200);
};

describe('requesting models', () => {
  test('requests as many pieces as are asked for, oldest listed first, in one instruction', async () => {
    const [alder, { model, names }] = [await vitrine.as('alder'), await aModel(3)];
    const other = await aModel(1);
    const answer = await asked(alder, [model, other.model, model], { remarks: 'for the window' });
    expect(answer).toMatchObject({
      done: [names[0], names[1], other.names[0]],
      declined: [],
      backOrdered: [],
    });
    expect(await mine(alder)).toEqual([names[0], names[1], other.names[0]].sort());
    expect((await alder.list('/jewellery/customer'))[0]).toMatchObject({ status: 'REQUESTED' });
    const placed = [];
    for await (const event of vitrine.context.events.readStream(customerStream(7)))
      if (event.type === 'InstructionPlaced') placed.push(event.data);
    expect(placed).toMatchObject([
      {
        action: 'REQUEST',
        remarks: 'for the window',
        parcels: [{ frozen: { customerPriceCents: 200_000 } }, {}, {}],
      },
    ]);
    await returnAll(alder);
  });

  test('what is not there becomes a back order, which counts nothing and is seen by staff', async () => {
    const [alder, { model, names }] = [await vitrine.as('alder'), await aModel(1)];
    const before = (await alder.post('/login/customer')).json;
    const answer = await asked(alder, times(model, 3), { remarks: 'soon' });
    expect(answer).toMatchObject({ done: names, backOrdered: [{ model, quantity: 2 }] });
    await returnAll(alder);
    expect((await alder.post('/login/customer')).json).toEqual({ ...(before as object) });
    // What is returned is there again, for the one who waits for it: itself.
    await soon(async () =>
      expect(await open(model)).toMatchObject([
        {
          customerId: 7,
          customerName: 'Alder & Sons',
          model,
          quantity: 3,
          filled: 2,
          open: 1,
          placedBy: 'alder',
          remarks: 'soon',
          availableQuantity: 0,
        },
      ]),
    );
    for (const who of ['alder', 'birch'])
      expect((await (await vitrine.as(who)).get('/api/back-orders')).status).toBe(403);
    const shown = (await alder.post('/jewellery/available_models')).json as { name: string }[];
    expect(shown.find(({ name }) => name === model)).toMatchObject({ backOrdered: 1 });
    await vitrine
      .as('admin')
      .then((admin) =>
        open(model).then(([row]) =>
          admin.post(`/api/back-orders/${row!.id}`, undefined, { method: 'DELETE' }),
        ),
      );
    await returnAll(alder);
  });

  test('repeated under its key it answers the same and changes nothing; with another body it is 409', async () => {
    const [birch, { model, names }] = [await vitrine.as('birch'), await aModel(2)];
    const first = await request(birch, times(model, 3), {}, key('m-1'));
    expect(first.json).toMatchObject({ done: names, backOrdered: [{ model, quantity: 1 }] });
    const name = await anotherPiece(model);
    await soon(async () => expect(await mine(birch)).toContain(name));
    const head = await vitrine.context.events.headPosition();
    expect((await request(birch, times(model, 3), {}, key('m-1'))).json).toEqual(first.json);
    expect((await request(birch, times(model, 2), {}, key('m-1'))).status).toBe(409);
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test.each([
    ['an unknown model', ['No such ring'], 'There is no model No such ring.'],
    ['nothing', [], 'Choose at least one model.'],
    ['more than can be', Array.from({ length: 501 }, () => 'M1'), 'At most 500 pieces at once.'],
    ['no name', [' '], 'A model needs a name.'],
  ])('of %s is refused with 402 and changes nothing', async (_, names, message) => {
    const before = await vitrine.context.events.headPosition();
    expect(await request(await vitrine.as('alder'), names)).toMatchObject({ status: 402, json: { message } });
    expect(await vitrine.context.events.headPosition()).toBe(before);
  });

  test('a hidden model, and a lab-grown one without lgAllowed, are not there', async () => {
    await importTestModel(vitrine.context, 'Hidden', { hide: true });
    await importTestModel(vitrine.context, 'Grown', { labGrown: true });
    await customerCommands.changeAccess(vitrine.context, { commandId: 'no-lg', actor: ADMIN }, 8, {
      changes: { lgAllowed: false },
    });
    await vitrine.shown();
    const refused = await request(await vitrine.as('birch'), ['Hidden', 'Grown']);
    expect(refused).toMatchObject({
      status: 402,
      json: { errors: [{ field: 'parcelNames.0' }, { field: 'parcelNames.1' }] },
    });
    expect((await request(await vitrine.as('alder'), ['Grown'])).status).toBe(200);
  });

  test('of a customer that may not make changes is 403, of staff for it is not; of staff without one 402', async () => {
    const { model, names } = await aModel(1);
    expect((await request(await vitrine.as('cedar'), [model])).status).toBe(403);
    expect((await request(await vitrine.as('rep', { customer: '9' }), [model])).json).toMatchObject({
      done: names,
    });
    expect(await request(await vitrine.as('rep'), [model])).toMatchObject({
      status: 402,
      json: { code: 'NO_CUSTOMER' },
    });
    expect((await request(await vitrine.as('alder', { customer: '8' }), [model])).status).toBe(403);
  });

  test('goes up to the maximum inventory, all or nothing; staff over it with a remark', async () => {
    const [alder, rep] = [await vitrine.as('alder'), await vitrine.as('rep', { customer: '7' })];
    await returnAll(alder);
    const { model, names } = await aModel(2, { totalCents: 3_000_000 });
    expect(await request(alder, times(model, 2))).toMatchObject({
      status: 402,
      json: { code: 'OVER_MAXIMUM' },
    });
    expect(await mine(alder)).toEqual([]);
    expect((await asked(rep, times(model, 2), { remarks: 'agreed by telephone' })).done).toEqual(names);
    await returnAll(alder);
  });

  test('FM pieces are left to those they are open to', async () => {
    const { model, names } = await aModel(1, { lab: 'FM' });
    const rep = await vitrine.as('rep', { customer: '9' });
    expect(await asked(rep, [model])).toMatchObject({ done: [], backOrdered: [{ model, quantity: 1 }] });
    // Who waited before and may not have it does not hold up the next.
    expect(await asked(await vitrine.as('birch'), [model])).toMatchObject({ done: names, backOrdered: [] });
  });

  test('of many at once: each piece goes to one of them, nobody gets more than asked for, and all that is there is given', async () => {
    const { model, names } = await aModel(6);
    const users = [
      await vitrine.as('alder'),
      await vitrine.as('birch'),
      await vitrine.as('rep', { customer: '9' }),
    ];
    for (const user of users) await returnAll(user);
    const answers = await Promise.all(
      users.flatMap((user) => [asked(user, times(model, 2)), asked(user, [model])]),
    );
    const held = (await Promise.all(users.map(mine))).flat();
    await soon(async () => {
      const filled = (await Promise.all(users.map(mine))).flat();
      expect([...filled].sort()).toEqual([...names].sort());
    });
    expect(new Set(held).size).toBe(held.length);
    for (const [index, { done, backOrdered }] of answers.entries()) {
      const wanted = index % 2 === 0 ? 2 : 1;
      expect(done.length + (backOrdered[0]?.quantity ?? 0)).toBe(wanted);
    }
    expect((await open(model)).reduce((sum, row) => sum + row.open, 0)).toBe(3);
    for (const row of await open(model))
      await (await vitrine.as('rep')).post(`/api/back-orders/${row.id}`, undefined, { method: 'DELETE' });
    for (const user of users) await returnAll(user);
  });
});

describe('a request that was killed', () => {
  test('after it was recorded is finished by itself: pieces requested, the rest a back order', async () => {
    const [birch, { model, names }] = [await vitrine.as('birch'), await aModel(1)];
    const { context } = vitrine;
    const requestId = `killed-${model}`;
    const lines = [{ orderId: `order-${model}`, model, quantity: 2 }];
    const data = { requestId, lines, effectiveAt: context.clock().toISOString() };
    const command = {
      commandId: 'killed',
      actor: { username: 'birch', role: 'customer' as const },
      bodyHash: 'x',
    };
    const loaded = await loadStream(context, customerStream(8), {
      name: 'any',
      initial: () => null,
      evolve: () => null,
    });
    await appendEvents(context, loaded, [{ type: 'ModelsRequested', id: randomUUID(), data }], command);
    await soon(async () =>
      expect(await open(model)).toMatchObject([{ customerId: 8, quantity: 2, filled: 1, open: 1 }]),
    );
    expect(await mine(birch)).toContain(names[0]);
  });
});

describe('back orders', () => {
  test('are filled as pieces arrive, first come first served', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const { model } = await aModel(0);
    await returnAll(alder);
    expect((await asked(birch, [model])).backOrdered).toEqual([{ model, quantity: 1 }]);
    expect((await asked(alder, times(model, 2))).backOrdered).toEqual([{ model, quantity: 2 }]);
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

  test('are served before whoever asks later, even when a piece comes back in between', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    await returnAll(alder);
    const { model, names } = await aModel(1);
    expect((await asked(birch, [model])).done).toEqual(names);
    expect((await asked(alder, [model])).backOrdered).toHaveLength(1);
    await birch.post('/jewellery/return', { parcelNames: names });
    // Birch asks again at once: alder was first.
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

  test('of a customer that may not make changes any more wait until it may', async () => {
    const [birch, { model }] = [await vitrine.as('birch'), await aModel(0)];
    await asked(birch, [model]);
    const access = (allowActions: boolean) =>
      customerCommands.changeAccess(
        vitrine.context,
        { commandId: `actions-${allowActions}`, actor: ADMIN },
        8,
        { changes: { allowActions } },
      );
    await access(false);
    await vitrine.shown();
    const name = await anotherPiece(model);
    await soon(async () => expect(await open(model)).toMatchObject([{ open: 1, availableQuantity: 1 }]));
    expect(await mine(birch)).not.toContain(name);
    await access(true);
    await soon(async () => expect(await mine(birch)).toContain(name));
  });

  test('are cancelled by staff, and not filled then', async () => {
    const [birch, rep, { model }] = [await vitrine.as('birch'), await vitrine.as('rep'), await aModel(0)];
    await asked(birch, times(model, 2));
    const [row] = await open(model);
    expect((await birch.post(`/api/back-orders/${row!.id}`, undefined, { method: 'DELETE' })).status).toBe(
      403,
    );
    expect(
      await rep.post(`/api/back-orders/${row!.id}?reason=ordered+elsewhere`, undefined, { method: 'DELETE' }),
    ).toMatchObject({ status: 200, json: { open: 0, cancelled: 2 } });
    expect((await rep.post(`/api/back-orders/${row!.id}`, undefined, { method: 'DELETE' })).status).toBe(409);
    expect((await rep.post('/api/back-orders/nonsense', undefined, { method: 'DELETE' })).status).toBe(404);
    await anotherPiece(model);
    await vitrine.shown();
    expect(await open(model)).toEqual([]);
    expect(
      ((await birch.post('/jewellery/available_models')).json as { name: string }[]).find(
        ({ name }) => name === model,
      ),
    ).toMatchObject({ availableQuantity: 1 });
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
        for (const one of steps) {
          if (one.kind === 'list') own.add(await anotherPiece(model, one.dollars * 100));
          else if (one.kind === 'return') await returnAll(users[one.who]!);
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
          // Birch has no maximum: it waits only while nothing is there; alder while nothing there fits below its own.
          if (rows.some(({ customerId }) => customerId === 8)) expect(free).toEqual([]);
          if (rows.some(({ customerId }) => customerId === 7))
            for (const { total = 0 } of free) expect(exposure + total).toBeGreaterThan(50_000);
        });
        const { rows } = await vitrine.pool.query<{ record: ModelOrder }>(
          'select record from read.model_order where model_key = $1',
          [modelKey(model)],
        );
        expect(rows.reduce((sum, { record }) => sum + record.quantity, 0)).toBe(wanted);
        for (const { record } of rows)
          expect(record.filled.length + record.cancelled + openQuantity(record)).toBe(record.quantity);
        for (const row of await open(model))
          await (await vitrine.as('rep')).post(`/api/back-orders/${row.id}`, undefined, { method: 'DELETE' });
      }),
      { numRuns: 6 },
    );
  }, 180_000);
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

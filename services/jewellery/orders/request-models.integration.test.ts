import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { customerStream } from '#contracts/events/index.ts';
import { appendEvents, loadStream } from '#services/platform/commands/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { placeInstruction } from '#services/stones/index.ts';
import { ADMIN, importTestModel } from '../testing/pieces-and-models.ts';
import { requestModels } from './request-models.ts';
import {
  anotherProcess,
  asked,
  mine,
  request,
  soon,
  startShop,
  times,
  type User,
} from './testing/model-shop.ts';

const { vitrine, aModel, anotherPiece, open, cancel, returnAll } = await startShop();
afterAll(() => vitrine.close());

const key = (value: string) => ({ headers: { 'idempotency-key': value } });

/** A customer's own user, as a process knows it. */
const who = (username: string, customerId: number) =>
  ({ actor: { username, role: 'customer' }, staff: false, customerId, seesValues: true }) as const;

/** What instructions a customer's stream has. */
async function instructionsOf(customerId: number): Promise<unknown[]> {
  const placed = [];
  for await (const event of vitrine.context.events.readStream(customerStream(customerId)))
    if (event.type === 'InstructionPlaced') placed.push(event.data);
  return placed;
}

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
    expect(await instructionsOf(7)).toMatchObject([
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
    // What it returned is there again, for others.
    expect(await open(model)).toMatchObject([
      {
        customerId: 7,
        customerName: 'Alder & Sons',
        model,
        quantity: 3,
        filled: 1,
        open: 2,
        placedBy: 'alder',
        remarks: 'soon',
        availableQuantity: 1,
      },
    ]);
    for (const who of ['alder', 'birch'])
      expect((await (await vitrine.as(who)).get('/api/back-orders')).status).toBe(403);
    const shown = (await alder.post('/jewellery/available_models')).json as { name: string }[];
    expect(shown.find(({ name }) => name === model)).toMatchObject({ backOrdered: 2 });
    const [row] = await open(model);
    await cancel(row!.id, 'admin');
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

  test('of two processes with one key and two bodies one carries its body out, the other is refused', async () => {
    const { model, names } = await aModel(4);
    const inOneProcess = async (quantity: number) =>
      requestModels(anotherProcess(vitrine), who('birch', 8), {
        models: times(model, quantity),
        key: 'one key',
      });
    const outcomes = await Promise.allSettled([inOneProcess(1), inOneProcess(3)]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toMatchObject([{ status: 409, code: 'KEY_REUSED' }]);
    const done = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value.done : []));
    await vitrine.shown();
    expect((await mine(await vitrine.as('birch'))).filter((name) => names.includes(name))).toEqual(
      done.toSorted(),
    );
  });

  test.each([
    ['an unknown model', ['No such ring'], 'There is no model No such ring.'],
    ['nothing', [], 'Choose at least one model.'],
    ['more than can be', Array.from({ length: 501 }, () => 'M1'), 'At most 500 pieces at a time.'],
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

  test('of a customer that may not make changes is 402, of staff for it is not; of staff without one 402', async () => {
    const { model, names } = await aModel(1);
    expect((await request(await vitrine.as('cedar'), [model])).status).toBe(402);
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

  test('of many in parallel: each piece goes to one of them, none gets more than asked for, and the whole stock is given', async () => {
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
    for (const row of await open(model)) await cancel(row.id);
    for (const user of users) await returnAll(user);
  });
});

describe('requesting models with what the customer named (product: Calls over all lines)', () => {
  let stones = 0;
  const aStone = async (): Promise<string> => {
    const name = `N-${++stones}`;
    await vitrine.listStone(name, { shapeCode: 'OV' }, 100_000);
    return name;
  };
  const across = (user: User, body: object, options = {}) =>
    user.post('/parcels/request_stones', { parcelNames: [], desires: [], ...body }, options);
  const giveAll = async (user: User): Promise<void> => {
    await vitrine.shown();
    const stoneNames = (await user.list('/inventory/customer')).flatMap(({ parcelName }) => parcelName);
    if (stoneNames.length > 0) await user.post('/inventory/return', { parcelNames: stoneNames });
    await returnAll(user);
  };

  test('is one instruction with one answer, repeated under its key the same, with another body 409', async () => {
    const [alder, { model, names }] = [await vitrine.as('alder'), await aModel(3)];
    await giveAll(alder);
    const stone = await aStone();
    const { json } = await alder.post('/inventory/desire_stone', { desire: { shape: ['RD'] } });
    const { desireId } = (json as { desire: { desireId: string } }).desire;
    // The oldest piece is named: the models have the next ones.
    const body = {
      parcelNames: [stone, names[0]],
      desires: [{ desireId }],
      models: times(model, 3),
      remarks: 'for Friday',
    };
    const before = await instructionsOf(7);
    const first = await across(alder, body, key('whole-1'));
    expect(first).toMatchObject({
      status: 200,
      json: {
        done: [stone, names[0], names[1], names[2]],
        declined: [],
        desires: { requested: [desireId], declined: [] },
        backOrdered: [{ model, quantity: 1 }],
      },
    });
    const placed = (await instructionsOf(7)).slice(before.length);
    expect(placed).toMatchObject([
      {
        remarks: 'for Friday',
        desires: [desireId],
        parcels: [stone, ...names].map((parcelName) => ({ parcelName })),
      },
    ]);
    const head = await vitrine.context.events.headPosition();
    expect((await across(alder, body, key('whole-1'))).json).toEqual(first.json);
    for (const other of [{ models: [model] }, { parcelNames: [stone] }, { desires: [] }])
      expect((await across(alder, { ...body, ...other }, key('whole-1'))).status).toBe(409);
    expect(await vitrine.context.events.headPosition()).toBe(head);
    for (const { id } of await open(model)) await cancel(id);
    await alder.post('/inventory/update_desire', [{ desireId, status: 'CLOSED' }]);
    await giveAll(alder);
  });

  test('is 409 under the key of parcels alone, and they under its key; nothing is done twice', async () => {
    const [alder, { model, names }] = [await vitrine.as('alder'), await aModel(1)];
    await giveAll(alder);
    const [first, second] = [await aStone(), await aStone()];
    const bodies = [
      { models: [model] },
      { parcelNames: [first] },
      { parcelNames: [second], models: [model] },
    ];
    for (const [nth, body] of bodies.entries()) {
      const once = await across(alder, body, key(`crossed-${nth}`));
      expect(once.status).toBe(200);
      const head = await vitrine.context.events.headPosition();
      for (const other of bodies.filter((one) => one !== body))
        expect(await across(alder, other, key(`crossed-${nth}`))).toMatchObject({
          status: 409,
          json: { code: 'KEY_REUSED' },
        });
      expect((await across(alder, body, key(`crossed-${nth}`))).json).toEqual(once.json);
      expect(await vitrine.context.events.headPosition()).toBe(head);
    }
    await vitrine.shown();
    expect(await mine(alder)).toEqual(names);
    for (const { id } of await open(model)) await cancel(id);
    await giveAll(alder);
  });

  test('of two processes with one key, parcels in one and models in the other, one is refused', async () => {
    const { model } = await aModel(1);
    const stone = await aStone();
    const parcels = { intent: 'REQUEST', line: null, parcelNames: [stone], key: 'crossing' } as const;
    const outcomes = await Promise.allSettled([
      placeInstruction(anotherProcess(vitrine), who('birch', 8), parcels),
      requestModels(anotherProcess(vitrine), who('birch', 8), { models: [model], key: 'crossing' }),
    ]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toMatchObject([{ status: 409, code: 'KEY_REUSED' }]);
    await giveAll(await vitrine.as('birch'));
  });

  test('of which a part is refused nothing is requested and nothing waits', async () => {
    const [alder, { model }] = [await vitrine.as('alder'), await aModel(1, { totalCents: 4_999_000 })];
    await giveAll(alder);
    const stone = await aStone();
    const before = await vitrine.context.events.headPosition();
    const refused = async (body: object) => (await across(alder, body)).json;
    const models = [model, model];
    expect(await refused({ parcelNames: [stone, 'GONE-1'], models })).toMatchObject({
      message: 'Stone not found: GONE-1.',
    });
    expect(await refused({ parcelNames: [stone], desires: [{ desireId: 'none' }], models })).toMatchObject({
      errors: [{ field: 'desires.0' }],
    });
    expect(await refused({ parcelNames: [stone], models: ['No such ring'] })).toMatchObject({
      message: 'There is no model No such ring.',
      errors: [{ field: 'models.0' }],
    });
    // The stone fits, and the piece fits, and both do not.
    expect(await refused({ parcelNames: [stone], models })).toMatchObject({ code: 'OVER_MAXIMUM' });
    expect(await refused({})).toMatchObject({ message: 'Choose at least one stone.' });
    expect(await vitrine.context.events.headPosition()).toBe(before);
  });

  test('of which no piece is there requests the rest, and the models wait', async () => {
    const [alder, { model }] = [await vitrine.as('alder'), await aModel(0)];
    await giveAll(alder);
    const stone = await aStone();
    expect((await across(alder, { parcelNames: [stone], models: [model] })).json).toMatchObject({
      done: [stone],
      backOrdered: [{ model, quantity: 1 }],
    });
    expect((await across(alder, { models: [model] })).json).toMatchObject({
      done: [],
      backOrdered: [{ model, quantity: 1 }],
    });
    for (const { id } of await open(model)) await cancel(id);
    await giveAll(alder);
  });

  test('killed after it was recorded it is finished whole, and answers its repetition so', async () => {
    const [alder, { model, names }] = [await vitrine.as('alder'), await aModel(1)];
    await giveAll(alder);
    const stone = await aStone();
    const { events } = vitrine.context;
    let appended = 0;
    const append: typeof events.append = async (...args) => {
      if (appended++ > 0) throw new Error('killed');
      return events.append(...args);
    };
    const killed = { ...anotherProcess(vitrine), events: { ...events, append } };
    const named = { parcelNames: [stone], desireIds: [] };
    const asked = requestModels(killed, who('alder', 7), {
      models: times(model, 2),
      named,
      key: 'killed-whole',
    });
    await expect(asked).rejects.toThrow('killed');
    const again = await across(alder, { parcelNames: [stone], models: times(model, 2) }, key('killed-whole'));
    expect(again.json).toMatchObject({
      done: [stone, names[0]],
      declined: [],
      backOrdered: [{ model, quantity: 1 }],
    });
    for (const { id } of await open(model)) await cancel(id);
    await giveAll(alder);
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

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

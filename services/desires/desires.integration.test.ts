import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desireListSchema, type Desire, type WantedInput } from '#contracts/api/desires.ts';
import type { InstructionReply } from '#contracts/api/stones.ts';
import { customerStream, desireStream } from '#contracts/events/index.ts';
import { appendEvents, loadStream } from '#services/platform/commands/index.ts';
import { callersOf, statusFor, type WHO_MAY } from '#tests/support/callers.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
let stones = 0;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

type User = Awaited<ReturnType<SmallVitrine['as']>>;
const WANTED: WantedInput = { weight: { minimum: 0.9, maximum: 1.1 }, shape: ['RD'], colour: ['F', 'G'] };
const key = (value: string) => ({ headers: { 'idempotency-key': value } });

async function aStone(): Promise<string> {
  const parcelName = `AR-${++stones}`;
  await vitrine.listStone(parcelName, { shapeCode: 'OV' }, 100_000);
  await vitrine.shown();
  return parcelName;
}

async function carted(user: User, wanted: WantedInput = WANTED): Promise<string> {
  const { json } = await user.post('/inventory/desire_stone', { desire: wanted });
  return (json as { desire: Desire }).desire.desireId;
}

async function active(user: User): Promise<string> {
  const desireId = await carted(user);
  await user.post('/inventory/request_stones_similar', { parcelNames: [], desires: [{ desireId }] });
  return desireId;
}

const listed = async (user: User, list: 'carted' | 'open' | 'closed'): Promise<Desire[]> =>
  (await user.post(`/inventory/${list}_desires`)).json as Desire[];
const ids = async (user: User, list: 'carted' | 'open' | 'closed'): Promise<string[]> =>
  (await listed(user, list)).map(({ desireId }) => desireId);
const head = () => vitrine.context.events.headPosition();

describe('the way of a desire', () => {
  test('cart → requested together with a stone → returned, seen by the one who did it in the next read', async () => {
    const alder = await vitrine.as('alder');
    const name = await aStone();
    const { json } = await alder.post('/inventory/desire_stone', { desire: WANTED });
    const { desire } = json as { desire: Desire };
    expect(desire).toEqual({
      desireId: expect.any(String),
      status: 'CART',
      quantity: 1,
      weight: { minimum: 0.9, maximum: 1.1 },
      shape: ['RD'],
      colour: ['F', 'G'],
      clarity: [],
      fluorescence: [],
      cut: [],
      polish: [],
      symmetry: [],
      lastAction: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    const { desireId } = desire;
    expect(await listed(alder, 'carted')).toEqual([desire]);

    await alder.post('/inventory/cart_stones', { parcelNames: [name] });
    const body = { parcelNames: [name], remarks: 'for Friday', desires: [desire] };
    const requested = await alder.post('/inventory/request_stones_similar', body);
    expect(requested).toMatchObject({
      status: 200,
      json: { done: [name], declined: [], desires: { requested: [desireId], declined: [] } },
    });
    expect(await listed(alder, 'carted')).toEqual([]);
    expect(await alder.names('/inventory/cart')).toEqual([]);
    expect(await alder.names('/inventory/customer')).toContain(name);
    expect(await listed(alder, 'open')).toEqual([{ ...desire, status: 'ACTIVE', remarks: 'for Friday' }]);

    const closed = await alder.post('/inventory/update_desire', [{ ...desire, status: 'CLOSED' }]);
    expect(closed).toMatchObject({
      status: 200,
      json: { desires: [{ desireId, status: 'CLOSED' }], declined: [] },
    });
    expect([await ids(alder, 'open'), await ids(alder, 'closed')]).toEqual([[], [desireId]]);
    await alder.post('/inventory/return', { parcelNames: [name] });
  });

  test('taken out of the cart it is CANCELLED and in no list', async () => {
    const alder = await vitrine.as('alder');
    const desireId = await carted(alder);
    const cancelled = await alder.post('/inventory/update_desire', [{ desireId, status: 'CANCELLED' }]);
    expect(cancelled.json).toMatchObject({ desires: [{ desireId, status: 'CANCELLED' }] });
    for (const list of ['carted', 'open', 'closed'] as const)
      expect(await ids(alder, list)).not.toContain(desireId);
  });

  test('what it asks for can be changed in the cart, by either call, and while it is open', async () => {
    const alder = await vitrine.as('alder');
    const desireId = await carted(alder);
    await alder.post('/inventory/desire_stone', { desire: { desireId, shape: ['OV', 'CU'] } });
    expect(await listed(alder, 'carted')).toMatchObject([
      { desireId, shape: ['OV', 'CU'], colour: ['F', 'G'] },
    ]);
    await alder.post('/inventory/update_desire', [{ desireId, status: 'CART', colour: null }]);
    expect(await listed(alder, 'carted')).toMatchObject([{ desireId, shape: ['OV', 'CU'], colour: [] }]);
    await alder.post('/inventory/request_stones_similar', { parcelNames: [], desires: [{ desireId }] });
    await alder.post('/inventory/update_desire', [{ desireId, weight: { minimum: 2 } }]);
    expect(await listed(alder, 'open')).toMatchObject([{ desireId, weight: { minimum: 2 } }]);
    await alder.post('/inventory/update_desire', [{ desireId, status: 'CLOSED' }]);
  });

  test('desires count nothing: they are requested at the maximum inventory too', async () => {
    const alder = await vitrine.as('alder');
    const name = `AR-${++stones}`;
    await vitrine.listStone(name, { shapeCode: 'OV' }, 5_000_000);
    await vitrine.shown();
    const desireId = await carted(alder);
    const { status, json } = await alder.post('/inventory/request_stones_similar', {
      parcelNames: [name],
      desires: [{ desireId }],
    });
    expect([status, json]).toMatchObject([200, { desires: { requested: [desireId] } }]);
    expect(await active(alder)).toEqual(expect.any(String));
    await alder.post('/inventory/return', { parcelNames: [name] });
  });

  test('alone they are requested above the maximum inventory too', async () => {
    const [alder, rep] = [await vitrine.as('alder'), await vitrine.as('rep', { customer: '7' })];
    const name = `AR-${++stones}`;
    await vitrine.listStone(name, { shapeCode: 'OV' }, 6_000_000);
    const over = { parcelNames: [name], remarks: 'agreed by telephone' };
    expect((await rep.post('/inventory/request_stones', over)).status).toBe(200);
    const desireId = await carted(alder);
    const similar = { parcelNames: [], desires: [{ desireId }] };
    expect(await alder.post('/inventory/request_stones_similar', similar)).toMatchObject({
      status: 200,
      json: { desires: { requested: [desireId] } },
    });
    await alder.post('/inventory/return', { parcelNames: [name] });
  });

  test('staff mark it fulfilled by a stone that its customer has requested, and it is closed', async () => {
    const [birch, rep] = [await vitrine.as('birch'), await vitrine.as('rep')];
    const [desireId, name] = [await active(birch), await aStone()];
    const path = `/api/desires/${desireId}/fulfilment`;
    expect(await rep.post(path, { parcelName: name })).toMatchObject({
      status: 422,
      json: { message: expect.stringContaining(`Request ${name}`) },
    });
    await birch.post('/inventory/request_stones', { parcelNames: [name] });
    await vitrine.shown();
    const done = await rep.post(path, { parcelName: name });
    expect(done).toMatchObject({
      status: 200,
      json: { desire: { desireId, status: 'CLOSED', fulfilledBy: name } },
    });
    expect((await rep.post(path, { parcelName: name })).status).toBe(200);
    await vitrine.shown();
    expect(await listed(birch, 'closed')).toMatchObject([{ desireId, fulfilledBy: name }]);
    expect((await rep.post('/api/desires/none/fulfilment', { parcelName: name })).status).toBe(422);
    await birch.post('/inventory/return', { parcelNames: [name] });
  });
});

describe('what is refused changes nothing', () => {
  test('an update is checked all or nothing, naming the desire', async () => {
    const alder = await vitrine.as('alder');
    const [inCart, open] = [await carted(alder), await active(alder)];
    const before = await head();
    const refused = await alder.post('/inventory/update_desire', [
      { desireId: inCart, status: 'CANCELLED' },
      { desireId: open, status: 'CANCELLED' },
    ]);
    expect(refused).toMatchObject({
      status: 402,
      json: { field: '1.desireId', message: expect.stringContaining('return it instead') },
    });
    for (const status of ['ACTIVE', 'CLOSED']) {
      expect((await alder.post('/inventory/update_desire', [{ desireId: inCart, status }])).status).toBe(402);
    }
    expect((await alder.post('/inventory/update_desire', [{ desireId: open, status: 'CART' }])).status).toBe(
      402,
    );
    expect(await head()).toBe(before);
  });

  test('a stone that cannot be had keeps the desires in the cart, a desire that is gone keeps the stones', async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const [free, taken, desireId, sent] = [
      await aStone(),
      await aStone(),
      await carted(alder),
      await active(alder),
    ];
    await birch.post('/inventory/request_stones', { parcelNames: [taken] });
    const before = await head();
    for (const [parcelNames, desires, field] of [
      [[free, taken], [{ desireId }], 'parcelNames.1'],
      [[free], [{ desireId }, { desireId: sent }], 'desires.1'],
      [[free], [{ desireId: 'nothing' }], 'desires.0'],
      [[], [], 'parcelNames'],
    ] as const) {
      expect(await alder.post('/inventory/request_stones_similar', { parcelNames, desires })).toMatchObject({
        status: 402,
        json: { field },
      });
    }
    expect(await head()).toBe(before);
    await birch.post('/inventory/return', { parcelNames: [taken] });
  });

  test("another's desire is not found, whatever is tried", async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const desireId = await carted(alder);
    expect(await ids(birch, 'carted')).not.toContain(desireId);
    const calls: [string, unknown][] = [
      ['desire_stone', { desire: { desireId, shape: ['OV'] } }],
      ['update_desire', [{ desireId, status: 'CANCELLED' }]],
      ['request_stones_similar', { parcelNames: [], desires: [{ desireId }] }],
    ];
    for (const [call, body] of calls) {
      const { status, json } = await birch.post(`/inventory/${call}`, body);
      expect([status, (json as { message: string }).message]).toEqual([
        402,
        expect.stringContaining('not found'),
      ]);
    }
    await alder.post('/inventory/update_desire', [{ desireId, status: 'CANCELLED' }]);
  });

  test.each([
    [{ weight: { minimum: 2, maximum: 1 } }, 'desire.weight.minimum'],
    [{ shape: ['ROUND'] }, 'desire.shape.0'],
    [{ quantity: 3 }, 'desire.quantity'],
  ])('%j is 402 and names the field', async (desire, field) => {
    const alder = await vitrine.as('alder');
    expect(await alder.post('/inventory/desire_stone', { desire })).toMatchObject({
      status: 402,
      json: { field },
    });
  });
});

describe('commands', () => {
  test('repeated under their key answer the same and change nothing; with another body they are 409', async () => {
    const alder = await vitrine.as('alder');
    const first = await alder.post('/inventory/desire_stone', { desire: WANTED }, key('d-1'));
    const { desireId } = (first.json as { desire: Desire }).desire;
    const second = { parcelNames: [], desires: [{ desireId }] };
    const requested = await alder.post('/inventory/request_stones_similar', second, key('d-2'));
    const third = [{ desireId, status: 'CLOSED' }];
    const closed = await alder.post('/inventory/update_desire', third, key('d-3'));
    const before = await head();
    expect((await alder.post('/inventory/desire_stone', { desire: WANTED }, key('d-1'))).json).toEqual(
      first.json,
    );
    expect((await alder.post('/inventory/request_stones_similar', second, key('d-2'))).json).toEqual(
      requested.json,
    );
    expect((await alder.post('/inventory/update_desire', third, key('d-3'))).json).toEqual(closed.json);
    expect((await alder.post('/inventory/desire_stone', { desire: {} }, key('d-1'))).status).toBe(409);
    const other = { parcelNames: [], desires: [{ desireId: 'other' }] };
    expect((await alder.post('/inventory/request_stones_similar', other, key('d-2'))).status).toBe(409);
    expect(
      (await alder.post('/inventory/update_desire', [{ desireId, status: 'CART' }], key('d-3'))).status,
    ).toBe(409);
    expect(await head()).toBe(before);
  });

  test('two requests of one desire at the same time: it is sent once, and the other is refused', async () => {
    const [alder, rep] = [await vitrine.as('alder'), await vitrine.as('rep', { customer: '7' })];
    const desireId = await carted(alder);
    const answers = await Promise.all(
      [alder, rep].map((user) =>
        user.post('/inventory/request_stones_similar', { parcelNames: [], desires: [{ desireId }] }),
      ),
    );
    const sent = answers.filter(
      ({ status, json }) => status === 200 && (json as InstructionReply).desires?.requested.length === 1,
    );
    expect(sent).toHaveLength(1);
  });

  test('an instruction that a killed process left half done is finished with its desires, by the next one too', async () => {
    const birch = await vitrine.as('birch');
    const [name, desireId, gone] = [await aStone(), await carted(birch), await carted(birch)];
    await birch.post('/inventory/update_desire', [{ desireId: gone, status: 'CANCELLED' }]);
    const ledger = await loadStream(vitrine.context, customerStream(8), {
      name: 'test',
      initial: () => null,
      evolve: () => null,
    });
    const instructionId = randomUUID();
    const data = {
      instructionId,
      action: 'REQUEST',
      parcels: [],
      desires: [desireId, gone],
      effectiveAt: new Date().toISOString(),
    } as const;
    const placed = { ...data, parcels: [], desires: [...data.desires] };
    const command = { commandId: 'k', actor: { username: 'birch', role: 'customer' } } as const;
    await appendEvents(
      vitrine.context,
      ledger,
      [{ type: 'InstructionPlaced', id: instructionId, data: placed }],
      command,
    );
    expect((await birch.post('/inventory/request_stones', { parcelNames: [name] })).status).toBe(200);
    expect(await ids(birch, 'open')).toContain(desireId);
    const events: string[] = [];
    for await (const event of vitrine.context.events.readStream(desireStream(desireId)))
      events.push(event.type);
    expect(events).toEqual(['DesireCarted', 'DesireRequested']);
    await birch.post('/inventory/return', { parcelNames: [name] });
  });
});

test('every list answers GET and POST alike, in the shape of the contract, and a GET asked again is a 304', async () => {
  const alder = await vitrine.as('alder');
  await carted(alder);
  for (const list of ['carted_desires', 'open_desires', 'closed_desires']) {
    const [posted, got] = [await alder.post(`/inventory/${list}`), await alder.get(`/inventory/${list}`)];
    expect(posted.text).toBe(got.text);
    expect(desireListSchema.parse(posted.json)).toEqual(posted.json);
    expect((posted.json as Desire[]).length).toBeGreaterThan(0);
    const again = { headers: { 'if-none-match': got.headers.get('etag')! } };
    expect((await alder.get(`/inventory/${list}`, again)).status).toBe(304);
  }
});

test('no price, value or limit is in any reply on desires, whatever the price mode', async () => {
  for (const who of ['alder', 'alder-retail', 'alder-none']) {
    const user = await vitrine.as(who);
    const desireId = await carted(user);
    const replies = [
      await user.post('/inventory/carted_desires'),
      await user.post('/inventory/request_stones_similar', { parcelNames: [], desires: [{ desireId }] }),
      await user.post('/inventory/update_desire', [{ desireId, status: 'CLOSED' }]),
    ];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/"(total|ppc|displayRap|minInventory|cost)/);
    }
  }
});

describe('who may call', () => {
  const calls: readonly [call: string, kind: keyof typeof WHO_MAY, body: () => Promise<unknown>][] = [
    ['/inventory/carted_desires', 'read', async () => undefined],
    ['/inventory/open_desires', 'read', async () => undefined],
    ['/inventory/closed_desires', 'read', async () => undefined],
    ['/inventory/desire_stone', 'act', async () => ({ desire: WANTED })],
    [
      '/inventory/update_desire',
      'act',
      async () => [{ desireId: await carted(await vitrine.as('alder')), status: 'CANCELLED' }],
    ],
    [
      '/inventory/request_stones_similar',
      'act',
      async () => ({ parcelNames: [], desires: [{ desireId: await carted(await vitrine.as('alder')) }] }),
    ],
  ];
  test.each(calls)('%s (%s)', async (path, kind, body) => {
    for (const [caller, status] of callersOf(kind)) {
      expect([caller, await statusFor(vitrine, caller, path, await body())]).toEqual([caller, status]);
    }
  });

  test('/api/desires/{desireId}/fulfilment (staff)', async () => {
    const alder = await vitrine.as('alder');
    for (const [caller, status] of callersOf('staff')) {
      const [desireId, parcelName] = [await active(alder), await aStone()];
      await alder.post('/inventory/request_stones', { parcelNames: [parcelName] });
      await vitrine.shown();
      // On the REST resources a customer header that names an unknown customer is 400 (rule: Back office
      // failures).
      const expected = status === 402 ? 400 : status;
      expect([
        caller,
        await statusFor(vitrine, caller, `/api/desires/${desireId}/fulfilment`, { parcelName }),
      ]).toEqual([caller, expected]);
    }
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importTestModel } from '#services/jewellery/testing/pieces-and-models.ts';
import { startSmallVitrine, type Reply, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** The same key with another body is 409, whatever stream that body would go to (rule: Repeated commands). */
let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  for (const name of ['S-1', 'S-2', 'S-3', 'S-4']) await vitrine.listStone(name);
  for (const name of ['M1', 'M2', 'M3', 'M4']) await importTestModel(vitrine.context, name);
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const GIVEN_UP = { status: 'CLOSED' } as const;
type Sent = { who?: string; method?: string; path: string; body?: unknown };
let keys = 0;

async function send({ who = 'alder', method = 'POST', path, body }: Sent, key: string): Promise<Reply> {
  const user = await vitrine.as(who);
  return user.post(path, body, { method, headers: { 'idempotency-key': key } });
}

async function newDesire(): Promise<string> {
  const reply = await send(
    { path: '/inventory/desire_stone', body: { desire: { shape: ['RD'] } } },
    `${++keys}`,
  );
  return (reply.json as { desire: { desireId: string } }).desire.desireId;
}

/** A back order of a model that has no pieces. */
async function newOrder(model: string): Promise<string> {
  await send({ path: '/jewellery/request_models', body: { parcelNames: [model] } }, `${++keys}`);
  const admin = await vitrine.as('admin');
  await vitrine.shown();
  const orders = (await admin.get('/api/back-orders')).json as { id: string; model: string }[];
  return orders.find((order) => order.model === model)!.id;
}

async function openDesire(): Promise<string> {
  const desireId = await newDesire();
  const body = { parcelNames: [], desires: [{ desireId }] };
  expect((await send({ path: '/inventory/request_stones_similar', body }, `${++keys}`)).status).toBe(200);
  return desireId;
}

const PAIRS: readonly [name: string, calls: () => Promise<[Sent, Sent]>][] = [
  [
    'cart_stones',
    async () => [
      { path: '/inventory/cart_stones', body: { parcelNames: ['S-1'] } },
      { path: '/inventory/cart_stones', body: { parcelNames: ['S-2'] } },
    ],
  ],
  [
    'uncart_stones',
    async () => [
      { path: '/inventory/uncart_stones', body: { parcelNames: ['S-1'] } },
      { path: '/inventory/uncart_stones', body: { parcelNames: ['S-2'] } },
    ],
  ],
  [
    'cart_stones, then uncart_stones',
    async () => [
      { path: '/inventory/cart_stones', body: { parcelNames: ['S-3'] } },
      { path: '/inventory/uncart_stones', body: { parcelNames: ['S-3'] } },
    ],
  ],
  [
    'desire_stone',
    async () => [
      { path: '/inventory/desire_stone', body: { desire: { shape: ['OV'] } } },
      { path: '/inventory/desire_stone', body: { desire: { shape: ['PR'] } } },
    ],
  ],
  [
    'desire_stone of another desire',
    async () => [
      { path: '/inventory/desire_stone', body: { desire: { shape: ['OV'] } } },
      { path: '/inventory/desire_stone', body: { desire: { desireId: await newDesire(), shape: ['PR'] } } },
    ],
  ],
  [
    'update_desire of another desire',
    async () => [
      { path: '/inventory/update_desire', body: [{ desireId: await openDesire(), ...GIVEN_UP }] },
      { path: '/inventory/update_desire', body: [{ desireId: await openDesire(), ...GIVEN_UP }] },
    ],
  ],
  [
    'update_model of another model',
    async () => [
      { who: 'admin', path: '/jewellery/update_model', body: { model: { name: 'M1', hide: true } } },
      { who: 'admin', path: '/jewellery/update_model', body: { model: { name: 'M2', hide: true } } },
    ],
  ],
  [
    'update_model of the same model',
    async () => [
      { who: 'admin', path: '/jewellery/update_model', body: { model: { name: 'M1', hide: false } } },
      { who: 'admin', path: '/jewellery/update_model', body: { model: { name: 'M1', tier: 'Reserve' } } },
    ],
  ],
  [
    'the cancellation of another back order',
    async () => [
      { who: 'admin', method: 'DELETE', path: `/api/back-orders/${await newOrder('M3')}` },
      { who: 'admin', method: 'DELETE', path: `/api/back-orders/${await newOrder('M4')}` },
    ],
  ],
  [
    'the same cancellation for another reason',
    async () => {
      const order = `/api/back-orders/${await newOrder('M3')}`;
      return [
        { who: 'admin', method: 'DELETE', path: `${order}?reason=one` },
        { who: 'admin', method: 'DELETE', path: `${order}?reason=two` },
      ];
    },
  ],
  [
    'cancel_back_order of another order',
    async () => {
      const cancelling = async (model: string): Promise<Sent> => ({
        path: '/jewellery/cancel_back_order',
        body: { orderId: await newOrder(model) },
      });
      return [await cancelling('M3'), await cancelling('M4')];
    },
  ],
  [
    'reprice to another price',
    async () => {
      await send({ path: '/inventory/request_stones', body: { parcelNames: ['S-4'] } }, `${++keys}`);
      const reprice = (customerPrice: number): Sent => ({
        who: 'admin',
        path: '/inventory/reprice',
        body: {
          parcelName: 'S-4',
          customerId: 7,
          customerPrice,
          listPrice: 9000,
          cost: 8000,
          remarks: 'a feather',
        },
      });
      return [reprice(8700), reprice(8600)];
    },
  ],
  [
    'undo of another parcel',
    async () => {
      await send({ path: '/inventory/request_stones', body: { parcelNames: ['S-1', 'S-2'] } }, `${++keys}`);
      const undo = (parcelName: string): Sent => ({
        who: 'admin',
        path: '/inventory/undo',
        body: { parcelName, action: 'REQUEST' },
      });
      return [undo('S-1'), undo('S-2')];
    },
  ],
];

describe('a key used for one body is refused for another', () => {
  test.each(PAIRS)('%s', async (_, calls) => {
    const [first, other] = await calls();
    const key = `pair-${++keys}`;
    const answer = await send(first, key);
    expect(answer).toMatchObject({ status: 200 });
    const head = await vitrine.context.events.headPosition();
    expect(await send(other, key)).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
    expect((await send(first, key)).status).toBe(200);
    expect(await vitrine.context.events.headPosition()).toBe(head);
    expect((await send(other, `${key}-anew`)).json).not.toMatchObject({ code: 'KEY_REUSED' });
  });
});

describe('of several bodies sent in parallel under one key one is done', () => {
  const shapes = ['OV', 'PR', 'EM', 'PS', 'HS'];
  test.each<[name: string, bodies: readonly Sent[]]>([
    [
      'cart_stones',
      ['S-1', 'S-2', 'S-3'].map((name) => ({
        path: '/inventory/cart_stones',
        body: { parcelNames: [name] },
      })),
    ],
    [
      'desire_stone',
      shapes.map((shape) => ({ path: '/inventory/desire_stone', body: { desire: { shape: [shape] } } })),
    ],
    [
      'newuser',
      shapes.map((name) => ({
        who: 'admin',
        path: '/admin/newuser',
        body: { username: `at-once-${name}`, email: `${name}@example.com`, customerId: 7 },
      })),
    ],
    [
      'asset-pages',
      shapes.map((name) => ({
        who: 'admin',
        path: '/api/asset-pages',
        body: { path: `/at-once/${name}`, title: name, place: 1 },
      })),
    ],
  ])('%s', async (_, bodies) => {
    const alder = await vitrine.as('alder');
    await alder.post('/inventory/uncart_stones', { parcelNames: ['S-1', 'S-2', 'S-3'] });
    const key = `at-once-${++keys}`;
    const answers = await Promise.all(bodies.map((sent) => send(sent, key)));
    const done = bodies.filter((_sent, place) => [200, 201].includes(answers[place]!.status));
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(bodies.length - 1);
    // Repeated, the one that was done answers as it did, the others are refused still.
    const first = answers.find(({ status }) => status < 300)!;
    expect(await send(done[0]!, key)).toMatchObject({ status: first.status });
    for (const sent of bodies.filter((one) => one !== done[0]))
      expect(await send(sent, key)).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
  });
});

test('a repeated cart call changes nothing, even when the stone has gone out of the cart or away meanwhile', async () => {
  const sent = { path: '/inventory/cart_stones', body: { parcelNames: ['S-3'] } };
  await send(sent, 'cart-once');
  await send({ path: '/inventory/uncart_stones', body: { parcelNames: ['S-3'] } }, 'out-again');
  await send({ who: 'birch', path: '/inventory/request_stones', body: { parcelNames: ['S-3'] } }, 'away');
  expect(await send(sent, 'cart-once')).toMatchObject({ status: 200, json: { parcelNames: ['S-3'] } });
  expect(await (await vitrine.as('alder')).names('/inventory/cart')).toEqual([]);
});

test('what was refused leaves the key free', async () => {
  expect(
    (await send({ path: '/inventory/cart_stones', body: { parcelNames: ['none'] } }, 'free')).status,
  ).toBe(402);
  expect(
    (await send({ path: '/inventory/cart_stones', body: { parcelNames: ['S-1'] } }, 'free')).status,
  ).toBe(200);
});

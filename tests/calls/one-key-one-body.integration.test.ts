import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventMetadataSchema } from '#contracts/events/metadata.ts';
import { importTestModel } from '#services/jewellery/testing/pieces-and-models.ts';
import type { Reply, SmallVitrine } from '#tests/support/small-vitrine.ts';
import { CALLS } from './call-table.ts';
import { startCalledWorld, type CalledWorld } from './called-world.ts';
import { ANOTHER_BODY, FIRST_BODY, TAKES_NO_KEY } from './keys.ts';
import { sendCall } from './send.ts';

/** The same key with another body is 409, whatever stream that body would go to (rule: Repeated commands). */
let world: CalledWorld;
let vitrine: SmallVitrine;
beforeAll(async () => {
  // A mail server that is away: what is delivered again waits.
  world = await startCalledWorld({ SMTP_URL: 'smtp://127.0.0.1:1' });
  vitrine = world.vitrine;
  for (const name of ['S-1', 'S-2', 'S-3', 'S-4']) await vitrine.listStone(name);
  for (const name of ['M1', 'M2', 'M3', 'M4']) await importTestModel(vitrine.context, name);
  await vitrine.shown();
});
afterAll(() => world.close());

/** Every call that may change something: a new one takes a key, or stands in `keys.ts` with the reason why not. */
const COMMANDS = CALLS.filter(({ call }) => !call.startsWith('GET '));

describe('each call that takes a key', () => {
  test.each(COMMANDS.map((call) => [call.call, call] as const))('%s', async (name, call) => {
    const headersOf = async (key: string) => ({
      authorization: `Bearer ${(await vitrine.as('admin')).token}`,
      customer: '7',
      'idempotency-key': key,
    });
    const fresh = async () => (await (FIRST_BODY[name] ?? call.sends)?.(world)) ?? {};
    const first = await fresh();
    const probe = await sendCall(world, call, first, await headersOf('two words'));
    const takesKey = [400, 402].includes(probe.status) && probe.text.includes('The Idempotency-Key header');
    expect(takesKey, `${name}: a key is taken, or keys.ts says why not`).toBe(!TAKES_NO_KEY.has(name));
    if (!takesKey) return;
    const other = (await ANOTHER_BODY[name]?.(first, world)) ?? (await fresh());
    expect(other, `${name}: name another body in keys.ts`).not.toEqual(first);
    const key = `each-${++keys}`;
    const headers = await headersOf(key);
    const good = [FIRST_BODY[name] ? 200 : (call.good ?? 200), ...(call.orLater ? [202] : [])];
    const answer = await sendCall(world, call, first, headers);
    expect(good, answer.text).toContain(answer.status);
    const head = await vitrine.context.events.headPosition();
    const refused = await sendCall(world, call, other, headers);
    expect(refused, refused.text).toMatchObject({ status: 409 });
    expect(refused.text).toContain('KEY_REUSED');
    const again = await sendCall(world, call, first, headers);
    expect(good, again.text).toContain(again.status);
    expect(await writtenForRequests(head)).toEqual([]);
  });
});

/** What reactors and jobs write meanwhile, a plan asked for before say, is no answer to a call. */
async function writtenForRequests(after: bigint): Promise<string[]> {
  const types: string[] = [];
  for await (const { type, metadata } of vitrine.context.events.readAll({ after }))
    if (eventMetadataSchema.parse(metadata).requestId !== undefined) types.push(type);
  return types;
}

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

const PAIRS: readonly [name: string, calls: () => Promise<[Sent, Sent]>][] = [
  [
    'cart_stones, then uncart_stones',
    async () => [
      { path: '/inventory/cart_stones', body: { parcelNames: ['S-3'] } },
      { path: '/inventory/uncart_stones', body: { parcelNames: ['S-3'] } },
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
    'update_model of the same model',
    async () => [
      { who: 'admin', path: '/jewellery/update_model', body: { model: { name: 'M1', hide: false } } },
      { who: 'admin', path: '/jewellery/update_model', body: { model: { name: 'M1', tier: 'Reserve' } } },
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
    expect(await writtenForRequests(head)).toEqual([]);
    expect((await send(other, `${key}-again`)).json).not.toMatchObject({ code: 'KEY_REUSED' });
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
  expect(await (await vitrine.as('alder')).names('/inventory/cart')).not.toContain('S-3');
});

test('a repeated call changes nothing, however much was recorded in its stream since', async () => {
  const cart = { path: '/inventory/cart_stones', body: { parcelNames: ['S-2'] } };
  const uncart = { ...cart, path: '/inventory/uncart_stones' };
  await send(cart, 'long-ago');
  // More events than a load of the stream knows by their ids.
  for (let times = 0; times < 33; times += 1) {
    await send(uncart, `out-${times}`);
    if (times < 32) await send(cart, `in-${times}`);
  }
  expect((await send(cart, 'long-ago')).status).toBe(200);
  expect(await (await vitrine.as('alder')).names('/inventory/cart')).not.toContain('S-2');
});

test('a repeated opening balance is not set again, however often another was set since', async () => {
  const admin = await vitrine.as('admin');
  const set = (balance: number, key: string) =>
    admin.post(
      '/api/customers/9/billing-begins',
      { month: '2026-01', balance, reason: 'moves in' },
      { method: 'PUT', headers: { 'idempotency-key': key } },
    );
  await set(1, 'opening');
  for (let times = 2; times < 68; times += 1) await set(times, `opening-${times}`);
  expect(await set(1, 'opening')).toMatchObject({ status: 200, json: { opening: { balance: 67 } } });
});

test('what was refused leaves the key free', async () => {
  expect(
    (await send({ path: '/inventory/cart_stones', body: { parcelNames: ['none'] } }, 'free')).status,
  ).toBe(402);
  expect(
    (await send({ path: '/inventory/cart_stones', body: { parcelNames: ['S-1'] } }, 'free')).status,
  ).toBe(200);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { random } from '#services/platform/random.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

const STONES = 300;
const names = Array.from({ length: STONES }, (_, index) => `AR-${index}`);

let vitrine: SmallVitrine;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  for (const [index, name] of names.entries())
    await vitrine.listStone(name, index % 10 === 3 ? { lab: 'FM' } : {});
  await vitrine.shown();
});
afterAll(() => vitrine.close());

type User = Awaited<ReturnType<SmallVitrine['as']>>;

async function tagOf(user: User, list: string): Promise<string> {
  await vitrine.shown();
  return (await user.get(`/inventory/${list}`)).headers.get('etag')!;
}

async function statusOf(user: User, list: string, tag: string): Promise<number> {
  await vitrine.shown();
  return (await user.get(`/inventory/${list}`, { headers: { 'if-none-match': tag } })).status;
}

const ask = (user: User, call: string, ...parcelNames: string[]) =>
  user.post(`/inventory/${call}`, { parcelNames });

describe('what did not change for a reader is a 304, whatever others do', () => {
  test("another customer's request changes Available, and no list of one's own", async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    await ask(alder, 'request_stones', 'AR-0');
    await ask(alder, 'cart_stones', 'AR-1');
    const tags = new Map<string, string>();
    for (const list of ['available', 'customer', 'past', 'cart']) tags.set(list, await tagOf(alder, list));
    expect((await ask(birch, 'request_stones', 'AR-2')).status).toBe(200);
    for (const [list, tag] of tags)
      expect([list, await statusOf(alder, list, tag)]).toEqual([list, list === 'available' ? 200 : 304]);
  });

  test("another customer's cart changes none of one's lists", async () => {
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const tags = new Map<string, string>();
    for (const list of ['available', 'customer', 'past', 'cart']) tags.set(list, await tagOf(alder, list));
    expect((await ask(birch, 'cart_stones', 'AR-4')).status).toBe(200);
    for (const [list, tag] of tags) expect([list, await statusOf(alder, list, tag)]).toEqual([list, 304]);
  });

  test('what is done with a stone that one may not browse leaves Available as it is', async () => {
    const [cedar, birch] = [await vitrine.as('cedar'), await vitrine.as('birch')];
    const tag = await tagOf(cedar, 'available');
    expect((await ask(birch, 'request_stones', 'AR-13')).status).toBe(200);
    expect(await statusOf(cedar, 'available', tag)).toBe(304);
  });

  test('a list that is again what it was has its tag again', async () => {
    const alder = await vitrine.as('alder');
    const tag = await tagOf(alder, 'available');
    await ask(alder, 'cart_stones', 'AR-5');
    expect(await statusOf(alder, 'available', tag)).toBe(200);
    await ask(alder, 'uncart_stones', 'AR-5');
    expect(await statusOf(alder, 'available', tag)).toBe(304);
  });
});

test('after any sequence of changes a list put together of pieces is the list read row by row, for everyone', async () => {
  const draws = random(19);
  const customers = [await vitrine.as('alder'), await vitrine.as('birch')];
  const readers = [
    ...customers,
    await vitrine.as('alder-retail'),
    await vitrine.as('alder-none'),
    await vitrine.as('cedar'),
    await vitrine.as('admin'),
    await vitrine.as('rep', { customer: '7' }),
  ];
  let more = STONES;
  for (let step = 0; step < 24; step++) {
    if (draws.chance(0.2)) {
      names.push(`AR-${more}`);
      await vitrine.listStone(`AR-${more}`);
      more += 1;
    } else {
      const calls = ['request_stones', 'return', 'cart_stones', 'uncart_stones', 'sale'] as const;
      await ask(draws.pick(customers), draws.pick(calls), draws.pick(names.slice(0, 40)));
    }
    await vitrine.shown();
    const reader = draws.pick(readers);
    const whole = await reader.list('/inventory/available');
    const { json } = await ask(reader, 'rows', ...names);
    const { available } = json as { available: Stone[] };
    expect(whole.map(({ parcelName }) => parcelName)).toEqual(
      whole.map(({ parcelName }) => parcelName).toSorted(),
    );
    expect(whole).toEqual(available);
  }
});

test('a client that takes no compression gets the same list', async () => {
  const alder = await vitrine.as('alder');
  const [packed, plain] = [
    await alder.get('/inventory/available'),
    await alder.get('/inventory/available', { headers: { 'accept-encoding': 'identity' } }),
  ];
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.text).toBe(packed.text);
  expect(plain.headers.get('etag')).toBe(packed.headers.get('etag'));
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

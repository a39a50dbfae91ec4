import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { reinstateStone, withdrawStone } from '#tests/support/small-world.ts';
import { aStone } from './testing/a-stone.ts';

let vitrine: SmallVitrine;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

describe('what may be seen', () => {
  test('prices by mode, on the server: NONE sees none in any list or detail, RETAIL no Rap and no limits', async () => {
    const name = await aStone(vitrine);
    for (const [who, customer] of [
      ['alder-none', {}],
      ['alder-retail', {}],
    ] as const) {
      const user = await vitrine.as(who, customer);
      const replies = [
        await user.post('/inventory/available'),
        await user.post('/inventory/details', { parcelName: name }),
        await user.post('/login/customer'),
      ];
      for (const { text } of replies)
        expect(text).not.toMatch(/displayRap|Inventory":|currentlyHolding|gracePeriod|payment|cost/i);
      if (who === 'alder-none') for (const { text } of replies) expect(text).not.toMatch(/"(total|ppc)"/);
    }
  });

  test('of the terms those that a memo prints, where values are shown (product: Memo to keep)', async () => {
    for (const user of [await vitrine.as('alder'), await vitrine.as('rep', { customer: '7' })]) {
      const { customer } = (await user.post('/login/customer')).json as { customer: object };
      expect(customer).toMatchObject({
        gracePeriodDays: expect.any(Number),
        paymentDays: expect.any(Number),
      });
      for (const field of ['feeRate', 'memoDays', 'normalRebate', 'accountCodes'])
        expect(customer).not.toHaveProperty(field);
    }
  });

  test('in client view a call is answered with less than the own prices, never with more (rule: Client view)', async () => {
    const name = await aStone(vitrine);
    const read = async (who: string, prices: string) =>
      (await vitrine.as(who, { prices })).post('/inventory/details', { parcelName: name });
    expect((await read('alder', 'RETAIL')).text).not.toMatch(/displayRap/);
    expect((await read('alder', 'NONE')).text).not.toMatch(/displayRap|"(total|ppc)"/);
    expect((await read('alder-none', 'WHOLESALE')).text).not.toMatch(/displayRap|"(total|ppc)"/);
    expect(
      (await (await vitrine.as('alder', { prices: 'NONE' })).post('/login/customer')).json,
    ).toMatchObject({
      showPrices: 'NONE',
    });
    expect(await read('alder', 'free')).toMatchObject({ status: 402, json: { field: 'prices' } });
  });

  test('vendor and department are for administrators', async () => {
    const name = await aStone(vitrine);
    const read = async (who: string) =>
      (await (await vitrine.as(who)).post('/inventory/details', { parcelName: name })).json;
    expect(await read('admin')).toMatchObject({ vendorId: 1, location: 'Safe 3' });
    for (const who of ['rep', 'alder'])
      for (const field of ['vendorId', 'location']) expect(await read(who)).not.toHaveProperty(field);
  });

  test('FM stones only with fmAllowed', async () => {
    const name = await aStone(vitrine, { lab: 'FM', certNo: '1234567' });
    const [alder, cedar] = [await vitrine.as('alder'), await vitrine.as('cedar')];
    expect(await alder.names('/inventory/available')).toContain(name);
    expect(await cedar.names('/inventory/available')).not.toContain(name);
    expect((await cedar.post('/inventory/details', { parcelName: name })).status).toBe(402);
    const rep = await vitrine.as('rep', { customer: '9' });
    expect(await rep.post('/inventory/request_stones', { parcelNames: [name] })).toMatchObject({
      status: 402,
      json: { message: expect.stringContaining('FM') },
    });
  });

  test('a past holder sees no date of what the next one does', async () => {
    const name = await aStone(vitrine);
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const past = async () =>
      (await alder.list('/inventory/past')).find(({ parcelName }) => parcelName === name)?.lastUpdated;
    expect((await alder.post('/inventory/request_stones', { parcelNames: [name] })).status).toBe(200);
    expect((await alder.post('/inventory/return', { parcelNames: [name] })).status).toBe(200);
    await vitrine.shown();
    const before = await past();
    expect(before).toEqual(expect.any(String));
    expect((await birch.post('/inventory/request_stones', { parcelNames: [name] })).status).toBe(200);
    await vitrine.shown();
    expect(await past()).toBe(before);
  });

  test.each([
    [
      'its vendor has withdrawn it',
      (name: string) => withdrawStone(vitrine.context, name),
      (name: string) => reinstateStone(vitrine.context, name),
    ],
    [
      'another customer has it',
      async (name: string) =>
        (await vitrine.as('birch')).post('/inventory/request_stones', { parcelNames: [name] }),
      async (name: string) => (await vitrine.as('birch')).post('/inventory/return', { parcelNames: [name] }),
    ],
  ])(
    'given a stone that came back, when %s, then Past says NOT_AVAILABLE, as its details do, and AVAILABLE once it is there again (rule: My and past)',
    async (_, leaves, comesBack) => {
      const name = await aStone(vitrine);
      const [alder, rep] = [await vitrine.as('alder'), await vitrine.as('rep', { customer: '7' })];
      await alder.post('/inventory/request_stones', { parcelNames: [name] });
      await alder.post('/inventory/return', { parcelNames: [name] });
      const inPast = async ({ list }: typeof alder) => {
        await vitrine.shown();
        return (await list('/inventory/past')).find(({ parcelName }) => parcelName === name);
      };
      const before = await inPast(alder);
      expect(before?.status).toBe('AVAILABLE');
      await leaves(name);
      for (const user of [alder, rep])
        expect(await inPast(user)).toEqual({ ...before, status: 'NOT_AVAILABLE' });
      expect((await alder.post('/inventory/details', { parcelName: name })).json).toMatchObject({
        status: 'NOT_AVAILABLE',
        actions: [],
      });
      expect((await alder.post('/inventory/rows', { parcelNames: [name] })).json).toMatchObject({
        past: [{ parcelName: name, status: 'NOT_AVAILABLE' }],
      });
      await comesBack(name);
      for (const user of [alder, rep]) expect(await inPast(user)).toEqual(before);
    },
  );

  test('given a stone that came back and may not be requested any more, then its row in Past says nothing of what others do (rule: What one may not see)', async () => {
    const name = await aStone(vitrine, { lab: 'FM', certNo: '7654321' });
    const [alder, birch, admin] = [
      await vitrine.as('alder'),
      await vitrine.as('birch'),
      await vitrine.as('admin'),
    ];
    await alder.post('/inventory/request_stones', { parcelNames: [name] });
    await alder.post('/inventory/return', { parcelNames: [name] });
    await admin.post('/admin/updatecustomer', { customerId: 7, fmAllowed: false });
    const row = async () => {
      await vitrine.shown();
      return (await alder.list('/inventory/past')).find(({ parcelName }) => parcelName === name);
    };
    const before = await row();
    expect(before?.status).toBe('NOT_AVAILABLE');
    expect((await birch.post('/inventory/request_stones', { parcelNames: [name] })).status).toBe(200);
    expect(await row()).toEqual(before);
    await birch.post('/inventory/return', { parcelNames: [name] });
    await admin.post('/admin/updatecustomer', { customerId: 7, fmAllowed: true });
    expect((await row())?.status).toBe('AVAILABLE');
  });

  test('who has a stone in the cart, or opens it, sees no date of what its holder does', async () => {
    const name = await aStone(vitrine);
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const dates = async () => {
      await vitrine.shown();
      const inCart = (await alder.list('/inventory/cart')).find(({ parcelName }) => parcelName === name);
      const { json } = await alder.post('/inventory/details', { parcelName: name });
      return [inCart?.status, inCart?.lastUpdated, (json as Stone).lastUpdated];
    };
    expect((await alder.post('/inventory/cart_stones', { parcelNames: [name] })).status).toBe(200);
    expect((await birch.post('/inventory/request_stones', { parcelNames: [name] })).status).toBe(200);
    const requested = await dates();
    expect(requested).toEqual(['NOT_AVAILABLE', expect.any(String), expect.any(String)]);
    expect((await birch.post('/inventory/sale', { parcelNames: [name] })).status).toBe(200);
    expect(await dates()).toEqual(requested);
  });

  test('nor when staff have read the same cart first', async () => {
    const name = await aStone(vitrine);
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const rep = await vitrine.as('rep', { customer: '7' });
    const dateSeenBy = async ({ list }: typeof alder) =>
      (await list('/inventory/cart')).find(({ parcelName }) => parcelName === name)?.lastUpdated;
    expect((await alder.post('/inventory/cart_stones', { parcelNames: [name] })).status).toBe(200);
    await vitrine.shown();
    const before = await dateSeenBy(alder);
    expect((await birch.post('/inventory/request_stones', { parcelNames: [name] })).status).toBe(200);
    await vitrine.shown();
    expect(await dateSeenBy(rep)).not.toBe(before);
    expect(await dateSeenBy(alder)).toBe(before);
  });

  test('staff without a customer see list prices and empty own lists', async () => {
    const name = await aStone(vitrine);
    const rep = await vitrine.as('rep');
    expect((await rep.list('/inventory/available')).find((stone) => stone.parcelName === name)).toMatchObject(
      { total: 10_000 },
    );
    for (const list of ['customer', 'cart', 'past']) expect(await rep.list(`/inventory/${list}`)).toEqual([]);
    expect(await rep.post('/inventory/request_stones', { parcelNames: [name] })).toMatchObject({
      status: 402,
      json: { code: 'NO_CUSTOMER' },
    });
  });

  test("a customer's user with another's header is 403; a header that names no customer is refused", async () => {
    expect((await (await vitrine.as('alder', { customer: '8' })).post('/inventory/available')).status).toBe(
      403,
    );
    expect((await (await vitrine.as('rep', { customer: '4711' })).post('/inventory/available')).status).toBe(
      402,
    );
    expect((await (await vitrine.as('rep', { customer: 'x' })).post('/inventory/available')).status).toBe(
      402,
    );
  });

  test('a GET asked again is a 304 until something in the list changes', async () => {
    const alder = await vitrine.as('alder');
    const etag = (await alder.get('/inventory/available')).headers.get('etag')!;
    const conditional = { headers: { 'if-none-match': etag } };
    expect((await alder.get('/inventory/available', conditional)).status).toBe(304);
    await aStone(vitrine);
    expect((await alder.get('/inventory/available', conditional)).status).toBe(200);
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

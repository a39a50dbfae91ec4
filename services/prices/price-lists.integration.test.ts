import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PriceListCheck, PriceListResource } from '#contracts/api/price-lists.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { stoneStream } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { appendEvents, loadStream } from '#services/platform/commands/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { houseToday } from '#services/platform/clock.ts';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { cells, priceListText } from './testing/made-price-lists.ts';

let vitrine: SmallVitrine;
let today: string;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  today = houseToday(vitrine.context);
  await vitrine.listStone('P-1', { weight: 1009, shapeCode: 'RD', colour: 'D', clarity: 'IF' });
  await vitrine.listStone('P-2', { weight: 500, shapeCode: 'OV', colour: 'E', clarity: 'FL' });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

async function send(
  path: string,
  body: Uint8Array | string,
  { who = 'admin', key }: { who?: string; key?: string } = {},
): Promise<{ status: number; json: unknown }> {
  const { token } = await vitrine.as(who);
  const response = await fetch(new URL(path, vitrine.address), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'text/csv',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  return { status: response.status, json: await response.json() };
}
const check = async (body: string | Uint8Array): Promise<PriceListCheck> =>
  (await send('/api/price-lists/check', body)).json as PriceListCheck;
const rowsOf = async (): Promise<PriceListResource[]> =>
  (await (await vitrine.as('admin')).get('/api/price-lists')).json as PriceListResource[];
/** Those that are there. */
const lists = async (): Promise<[string, string][]> =>
  (await rowsOf()).filter(({ removedAt }) => removedAt === null).map(({ date, state }) => [date, state]);

test('a file is checked against the list before it, with the stones that it concerns', async () => {
  expect(await lists()).toEqual([]);
  const first = addDays(today, -30);
  expect(await check(priceListText(first))).toMatchObject({ before: null, questions: [] });
  const loaded = await send(`/api/price-lists?fileName=march.csv`, priceListText(first));
  expect(loaded).toMatchObject({
    status: 201,
    json: { id: first, state: 'IN_FORCE', prices: 16, fileName: 'march.csv', loadedBy: 'admin' },
  });
  const dearer = cells().map((row) =>
    row.table === 'round' ? { ...row, centsPerCarat: row.centsPerCarat * 2 } : row,
  );
  const found = await check(priceListText(today, dearer));
  expect(found).toMatchObject({
    before: { date: first, prices: 16 },
    up: { prices: 8, stones: 1 },
    down: { prices: 0, stones: 0, value: 0 },
    same: { prices: 8, stones: 1 },
    gone: { prices: 0 },
    questions: [{ reason: 'PRICES_MOVED', count: 8 }],
  });
  expect(found.up.value).toBeGreaterThan(0);
  // The stone's own price stands first: 1.009 ct is cut to 1.00, in the band of 0.90 to 5.99.
  expect(found.differences[0]).toEqual({
    table: 'round',
    from: 0.9,
    to: 5.99,
    colour: 'D',
    clarity: 'IF',
    before: 20_000,
    after: 40_000,
    change: 100,
    stones: 1,
  });
  expect(await lists()).toEqual([[first, 'IN_FORCE']]);
});

test('what a list would change is shown with wholesale prices only', async () => {
  const { token } = await vitrine.as('admin');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv', prices: 'RETAIL' };
  const body = priceListText(today, cells(3));
  for (const path of ['/api/price-lists/check', '/api/price-lists']) {
    const response = await fetch(new URL(path, vitrine.address), { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'NO_PRICES' }]);
  }
});

test('what is not confirmed is not loaded; confirmed it is in force, and removed it is no more', async () => {
  const moved = priceListText(today, cells(2));
  expect(await send('/api/price-lists', moved)).toMatchObject({
    status: 422,
    json: { code: 'TO_BE_CONFIRMED', errors: [{ field: 'PRICES_MOVED' }] },
  });
  expect((await send('/api/price-lists?confirmed=PRICES_MOVED', moved)).status).toBe(201);
  expect(await lists()).toEqual([
    [today, 'IN_FORCE'],
    [addDays(today, -30), 'PAST'],
  ]);
  const admin = await vitrine.as('admin');
  const remove = () => admin.post(`/api/price-lists/${today}`, undefined, { method: 'DELETE' });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect(await lists()).toEqual([[addDays(today, -30), 'IN_FORCE']]);
  // Who did so, and when, stays, also once the date has a list again.
  const removed = async () => (await rowsOf()).filter(({ state }) => state === 'REMOVED');
  const [trace] = await removed();
  expect(trace).toMatchObject({ date: today, prices: 16, loadedBy: 'admin', removedBy: 'admin' });
  expect(Date.parse(trace!.removedAt!)).toBeGreaterThan(Date.parse(trace!.loadedAt!));
  expect((await send('/api/price-lists?confirmed=PRICES_MOVED', moved)).status).toBe(201);
  expect((await remove()).status).toBe(200);
  expect(new Set((await removed()).map(({ id }) => id)).size).toBe(2);
  expect((await admin.post(`/api/price-lists/${trace!.id}`, undefined, { method: 'DELETE' })).status).toBe(
    400,
  );
});

test('a list that another of the same date replaces leaves what it was, and who replaced it when', async () => {
  const first = addDays(today, -30);
  const again = `/api/price-lists?fileName=again.csv&confirmed=OLDER`;
  expect((await send(again, priceListText(first, cells(1.1)))).status).toBe(201);
  const ofThatDate = (await rowsOf()).filter(({ date }) => date === first);
  expect(ofThatDate.map(({ state, fileName, prices }) => [state, fileName, prices]).sort()).toEqual([
    ['IN_FORCE', 'again.csv', 16],
    ['REPLACED', 'march.csv', 16],
  ]);
  const replaced = ofThatDate.find(({ state }) => state === 'REPLACED')!;
  expect(replaced).toMatchObject({ loadedBy: 'admin', removedBy: 'admin' });
  expect(Date.parse(replaced.removedAt!)).toBeGreaterThan(Date.parse(replaced.loadedAt!));
  expect((await send(again, priceListText(first))).status).toBe(201);
});

test('a list of a day to come waits for its day', async () => {
  const later = addDays(today, 400);
  expect((await send('/api/price-lists', priceListText(later))).status).toBe(422);
  expect((await send('/api/price-lists?confirmed=FUTURE', priceListText(later))).status).toBe(201);
  expect(await lists()).toEqual([
    [later, 'FUTURE'],
    [addDays(today, -30), 'IN_FORCE'],
  ]);
});

test('a workbook is read as well; what is no price list is refused with the row', async () => {
  const [head, ...rows] = priceListText(today)
    .split('\n')
    .map((line) => line.split(','));
  const workbook = await sheetBytes([
    head!,
    ...rows.map((row) => row.map((cell, column) => ([1, 2, 5].includes(column) ? Number(cell) : cell))),
  ]);
  expect(await check(workbook)).toMatchObject({ prices: 16, same: { prices: 16, stones: 2 } });
  expect(await send('/api/price-lists/check', 'table\nround')).toMatchObject({ status: 422 });
  expect(await send('/api/price-lists?confirmed=ALL', priceListText(today))).toMatchObject({ status: 400 });
  const admin = await vitrine.as('admin');
  expect((await admin.post('/api/price-lists/yesterday', undefined, { method: 'DELETE' })).status).toBe(400);
});

test('the same key loads one file only', async () => {
  expect((await send('/api/price-lists', priceListText(today), { key: 'list-1' })).status).toBe(201);
  expect((await send('/api/price-lists', priceListText(today), { key: 'list-1' })).status).toBe(201);
  expect((await send('/api/price-lists', priceListText(today, cells(1.1)), { key: 'list-1' })).status).toBe(
    409,
  );
});

test('a list is removed once under a key: one loaded since stays, and the first answer comes again', async () => {
  const admin = await vitrine.as('admin');
  const remove = () =>
    admin.post(`/api/price-lists/${today}`, undefined, {
      method: 'DELETE',
      headers: { 'idempotency-key': 'remove-1' },
    });
  const first = await remove();
  expect(first).toMatchObject({ status: 200, json: { date: today, state: 'IN_FORCE' } });
  expect((await send('/api/price-lists', priceListText(today))).status).toBe(201);
  expect(await remove()).toMatchObject({ status: 200, json: first.json });
  expect(await lists()).toContainEqual([today, 'IN_FORCE']);
});

test('a list that is loaded or removed counts in the lists of stones immediately', async () => {
  const rap = async (): Promise<number> => {
    const stones: Stone[] = await (await vitrine.as('alder')).list('/inventory/available');
    return stones.find(({ parcelName }) => parcelName === 'P-1')!.displayRap!;
  };
  const before = await rap();
  const dearer = priceListText(today, cells(2));
  expect((await send('/api/price-lists?confirmed=PRICES_MOVED', dearer)).status).toBe(201);
  expect(await rap()).toBe(before * 2);
  const admin = await vitrine.as('admin');
  await admin.post(`/api/price-lists/${today}`, undefined, { method: 'DELETE' });
  expect(await rap()).toBe(before);
});

test('of two administrators, the second changes no list but the one that was shown', async () => {
  const admin = await vitrine.as('admin');
  const day = addDays(today, -10);
  const put = async (query: string, factor?: number) =>
    send(`/api/price-lists?${query}`, priceListText(day, factor === undefined ? undefined : cells(factor)));
  const remove = (loadedAt: string) =>
    admin.post(`/api/price-lists/${day}?loadedAt=${encodeURIComponent(loadedAt)}`, undefined, {
      method: 'DELETE',
    });
  const there = async () =>
    (await rowsOf()).find(({ date, removedAt }) => date === day && removedAt === null);
  const refused = (field: string, message: RegExp) => ({
    status: 409,
    json: { code: 'CHANGED_MEANWHILE', field, message: expect.stringMatching(message) as string },
  });
  // Given a file that was checked before another list of its date was loaded.
  const { comparedWith } = await check(priceListText(day, cells(2)));
  const asChecked = new URLSearchParams({ seen: comparedWith, confirmed: 'OLDER,PRICES_MOVED' }).toString();
  expect((await put('confirmed=OLDER')).status).toBe(201);
  const shown = await there();
  // When it is loaded as it was checked, then the other list stays, and the refusal says whose it is.
  expect(await put(asChecked, 2)).toMatchObject(
    refused('seen', new RegExp(`list of ${day}, loaded by admin.*[Cc]heck the file again`)),
  );
  expect(await there()).toEqual(shown);
  // When it is checked again, then it is loaded.
  const again = await check(priceListText(day, cells(2)));
  const seen = new URLSearchParams({ seen: again.comparedWith, confirmed: 'OLDER,PRICES_MOVED' });
  expect((await put(seen.toString(), 2)).status).toBe(201);
  // When it is loaded once more as it was checked, then it is refused: its date has another list since.
  expect(await put(seen.toString(), 2)).toMatchObject(refused('seen', /loaded by admin/));
  // When the list that was shown before is removed, then the one in its place stays; that one is removed once it is shown.
  expect(await remove(shown!.loadedAt!)).toMatchObject(refused('loadedAt', /loaded by admin/));
  const now = await there();
  expect(now).toBeDefined();
  expect((await remove('yesterday')).status).toBe(400);
  expect((await remove(now!.loadedAt!)).status).toBe(200);
  expect(await there()).toBeUndefined();
});

test('a list from before its time of loading was noted is removed as it was shown: without one', async () => {
  const admin = await vitrine.as('admin');
  const day = addDays(today, -20);
  expect((await send('/api/price-lists?confirmed=OLDER', priceListText(day))).status).toBe(201);
  const { db } = vitrine.context;
  await sql`update vitrine.price_list_file set loaded_at = null where list_date = ${day}`.execute(db);
  const { comparedWith } = await check(priceListText(day));
  expect(comparedWith).toBe(day);
  const removed = await admin.post(`/api/price-lists/${day}?loadedAt=`, undefined, { method: 'DELETE' });
  expect(removed).toMatchObject({ status: 200, json: { date: day, loadedAt: null } });
});

test('stones in stock are those listed and neither withdrawn nor invoiced: one sold without an invoice is', async () => {
  const [alder, { context }] = [await vitrine.as('alder'), vitrine];
  const inStock = async () => (await check(priceListText(addDays(today, -40)))).added;
  const before = await inStock();
  // Given a stone that is sold and not invoiced, one that its vendor has withdrawn, and one that is invoiced.
  const list = (name: string, totalCents: number) =>
    vitrine.listStone(name, { colour: 'D', clarity: 'IF' }, totalCents);
  await list('P-3', 1_000_000);
  await list('P-4', 1_100_000);
  await list('P-5', 1_200_000);
  expect((await inStock()).stones).toBe(before.stones + 3);
  await vitrine.document('MEMO', 'P-3');
  await vitrine.shown();
  expect(await alder.post('/inventory/sale', { parcelNames: ['P-3'] })).toMatchObject({ status: 200 });
  const data = { reason: 'sold elsewhere', effectiveAt: context.clock().toISOString() };
  await appendEvents(
    context,
    await loadStream(context, stoneStream('P-4'), parcelFold),
    [{ type: 'StoneWithdrawn', id: randomUUID(), data }],
    { commandId: 'withdraw', actor: { username: 'feed', role: 'system' } },
  );
  await vitrine.document('INVOICE', 'P-5');
  await vitrine.shown();
  // When a list is checked, then the first alone is counted.
  const { stones, value } = await inStock();
  expect([stones, value]).toEqual([before.stones + 1, before.value + 10_000]);
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

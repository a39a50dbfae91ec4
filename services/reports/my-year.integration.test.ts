import { afterAll, beforeAll, expect, test } from 'vitest';
import { myYearReply, type MyYear, type YearMonth } from '#contracts/api/my-year.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, lastDayOf, monthOf } from '#contracts/vocabulary/months.ts';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

const today = houseDayOf(new Date().toISOString(), ZONE);
const month = monthOf(today);
const [last, before] = [addMonths(month, -1), addMonths(month, -2)];

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await customerCommands.changeTerms(
    vitrine.context,
    { commandId: 'terms', actor: { username: 'test', role: 'administrator' } },
    7,
    {
      changes: { feeRatePpm: 10_000 },
      effectiveAt: `${before}-01`,
    },
  );
  for (const name of ['S-1', 'S-2', 'S-3', 'S-4']) await vitrine.listStone(name);
  await vitrine.document('MEMO', 'S-1', 7, `${before}-10`);
  await vitrine.document('INVOICE', 'S-1', 7, `${last}-05`);
  await vitrine.document('MEMO', 'S-2', 7, `${last}-03`);
  await vitrine.document('RETURN_MEMO', 'S-2', 7, `${last}-20`);
  await vitrine.document('MEMO', 'S-3', 7, `${last}-25`);
  await vitrine.document('MEMO', 'S-4', 8, `${last}-25`);
  await vitrine.shown();
  const admin = await vitrine.as('admin');
  for (const billed of [before, last]) {
    const { status, text } = await admin.post('/api/bills', { customerId: 7, month: billed });
    if (status !== 200) throw new Error(text);
  }
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const yearOf = async (username: string, customer?: string): Promise<MyYear> => {
  const reader = await vitrine.as(username, customer === undefined ? {} : { customer });
  const { status, json, text } = await reader.post('/reports/year');
  if (status !== 200) throw new Error(text);
  return myYearReply.parse(json);
};
const of = ({ months }: MyYear, wanted: string): YearMonth => months.find((one) => one.month === wanted)!;

test('what was taken, given back, sold and held, month by month', async () => {
  const year = await yearOf('alder');
  expect(year.months.map((one) => one.month)).toEqual(
    Array.from({ length: 12 }, (_, index) => addMonths(month, index - 11)),
  );
  expect(of(year, before)).toMatchObject({
    taken: { count: 1 },
    returned: { count: 0 },
    sold: { count: 0 },
    held: { count: 1 },
  });
  expect(of(year, last)).toMatchObject({
    taken: { count: 2 },
    returned: { count: 1 },
    sold: { count: 1 },
    held: { count: 1 },
  });
  expect(of(year, month)).toMatchObject({ held: { count: 1 }, taken: { count: 0, value: 0 }, bill: null });
  expect(year.sits.map(({ parcelName, since }) => [parcelName, since])).toEqual([['S-3', `${last}-25`]]);
  expect(year.sells).toEqual([expect.objectContaining({ line: 'natural', ended: 2, sold: 1 })]);
});

test('holdings and bills of the same months come to the same', async () => {
  const year = await yearOf('alder');
  const admin = await vitrine.as('admin');
  for (const one of [before, last, month]) {
    const day = one === month ? today : lastDayOf(one);
    const { json } = await admin.get(`/api/holdings?customerId=7&effectiveAt=${day}`);
    expect([one, of(year, one).held.value]).toEqual([
      one,
      (json as { currentlyHolding: number }).currentlyHolding,
    ]);
  }
  const bills = (await admin.get('/api/bills')).json as { month: string; total: number }[];
  for (const one of [before, last])
    expect(of(year, one).bill?.total).toBe(bills.find((bill) => bill.month === one)?.total);
  expect(of(year, last).bill?.fees).toBeGreaterThan(0);
});

test("a customer's own alone; without wholesale prices nothing in money", async () => {
  for (const username of ['alder-retail', 'alder-none']) {
    const year = await yearOf(username);
    expect(JSON.stringify(year)).not.toMatch(/"(value|bill|price|fees|total)"/);
    expect(of(year, last).taken).toEqual({ count: 2 });
  }
  expect((await yearOf('birch')).sits.map(({ parcelName }) => parcelName)).toEqual(['S-4']);
  expect((await yearOf('rep', '7')).sits.map(({ parcelName }) => parcelName)).toEqual(['S-3']);
  const { status, json } = await (await vitrine.as('rep')).post('/reports/year');
  expect([status, json]).toEqual([402, expect.objectContaining({ field: 'customer' })]);
});

import { parcelFold } from '#contracts/lifecycle/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { similarReply, type SimilarStone } from '#contracts/api/matching.ts';
import { stoneStream, type CustomerAccess, type StoneAttributes } from '#contracts/events/index.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { customerCommands } from '#services/customers/index.ts';
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
const ADMIN = { username: 'admin', role: 'administrator' } as const;

/** A stone of $10,000 list price, an oval by default, shown in the lists. */
async function aStone(
  weight: number,
  attributes: Partial<StoneAttributes> = {},
  totalCents = 1_000_000,
  line: Line = 'natural',
): Promise<string> {
  const parcelName = `AR-${String(++stones).padStart(4, '0')}`;
  await vitrine.listStone(parcelName, { shapeCode: 'OV', weight, ...attributes }, totalCents, line);
  await vitrine.shown();
  return parcelName;
}

async function similar(
  user: User,
  parcelName: string,
  rankingType = 'REPLACEMENT',
  prefix = '/inventory',
): Promise<SimilarStone[]> {
  const { status, json, text } = await user.post(`${prefix}/similar`, { parcelName, rankingType });
  if (status !== 200) throw new Error(text);
  return json as SimilarStone[];
}
/** Each test has a shape of its own, so that no other test's stones are similar to its. */
const stonesOf =
  (shapeCode: string) =>
  (
    weight: number,
    attributes: Partial<StoneAttributes> = {},
    totalCents?: number,
    line?: Line,
  ): Promise<string> =>
    aStone(weight, { shapeCode, ...attributes }, totalCents, line);

const ranks = async (...asked: Parameters<typeof similar>): Promise<[string, number][]> =>
  (await similar(...asked)).map(({ stone, rank }) => [stone.parcelName, rank]);

async function setFlags(customerId: number, changes: Partial<CustomerAccess>): Promise<void> {
  await customerCommands.changeAccess(
    vitrine.context,
    { commandId: randomUUID(), actor: ADMIN },
    customerId,
    { changes },
  );
  await vitrine.shown();
}

async function markUp(customerId: number, markupPpm: number): Promise<void> {
  const row = {
    type: 'value' as const,
    minWeight: null,
    maxWeight: null,
    minValueCents: null,
    maxValueCents: null,
    productTypes: ['LOOSE' as const, 'LAB_GROWN' as const],
    markupPpm,
  };
  await customerCommands.setRetailMarkups(
    vitrine.context,
    { commandId: randomUUID(), actor: ADMIN },
    customerId,
    { rows: [row] },
  );
  await vitrine.shown();
}

describe('similar stones', () => {
  test('are ranked best first, each penalty named, ties by name; the stone itself and what is over 10 are not there', async () => {
    const stone = stonesOf('OV');
    const alder = await vitrine.as('alder');
    const source = await stone(3000);
    const [lighter, dearer, twin, otherTwin, cheap, far] = [
      await stone(2900),
      await stone(3000, { colour: 'G', polish: 'VG' }, 1_234_567),
      await stone(3000),
      await stone(3000),
      await stone(3000, {}, 500_000),
      await stone(3000, { shapeCode: 'RD' }),
    ];
    const found = await similar(alder, source);
    expect(found.map(({ stone, rank, penalties }) => [stone.parcelName, rank, penalties])).toEqual([
      [twin, 0, []],
      [otherTwin, 0, []],
      [lighter, 1, [{ penalty: 'weight', amount: 1 }]],
      [
        dearer,
        3.84567,
        [
          { penalty: 'colour', amount: 1 },
          { penalty: 'polish', amount: 0.5 },
          { penalty: 'price', amount: 2.34567 },
        ],
      ],
      [cheap, 5, [{ penalty: 'price', amount: 5 }]],
    ]);
    expect(found.map(({ stone }) => stone.parcelName)).not.toContain(far);
    expect(similarReply.parse(found)).toEqual(found);
    // Each stone is as the Available list shows it.
    const available = await alder.list('/inventory/available');
    for (const { stone } of found)
      expect(stone).toEqual(available.find(({ parcelName }) => parcelName === stone.parcelName));
    const { json } = await alder.post('/inventory/similar', { parcelName: source, limit: 2 });
    expect(json).toEqual(found.slice(0, 2));
  });

  test('a pair is of the same shape, and its measures count', async () => {
    const stone = stonesOf('CU');
    const alder = await vitrine.as('alder');
    const source = await stone(4000, { length: 8, width: 6, depthPct: 60 });
    const [near, wide] = [
      await stone(4000, { length: 8.4, width: 6, depthPct: 60 }),
      await stone(4000, { length: 8, width: 10, depthPct: 60 }),
    ];
    await stone(4000, { shapeCode: 'RD', length: 8, width: 6, depthPct: 60 });
    expect(await ranks(alder, source, 'PAIR')).toEqual([[near, 1]]);
    expect(await ranks(alder, source)).toEqual([
      [near, 0],
      [wide, 0],
    ]);
  });

  test('lab-grown stones are compared with lab-grown stones', async () => {
    const stone = stonesOf('AS');
    const alder = await vitrine.as('alder');
    const source = await stone(5000, {}, 1_000_000, 'labGrown');
    const twin = await stone(5000, {}, 1_000_000, 'labGrown');
    const natural = await stone(5000);
    expect(await ranks(alder, source, 'REPLACEMENT', '/labgrown')).toEqual([[twin, 0]]);
    expect(await ranks(alder, source, 'PAIR', '/labgrown')).toEqual([[twin, 0]]);
    expect((await alder.post('/labgrown/similar', { parcelName: natural })).status).toBe(402);
    expect((await alder.post('/fancycolour/similar', { parcelName: natural })).status).toBe(404);
  });

  test("a past stone is compared at the price frozen in its spell; anyone else's at today's", async () => {
    const stone = stonesOf('MQ');
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const [past, twin] = [await stone(6000), await stone(6000)];
    await alder.post('/inventory/request_stones', { parcelNames: [past] });
    await alder.post('/inventory/return', { parcelNames: [past] });
    const loaded = await loadStream(vitrine.context, stoneStream(past), parcelFold);
    const effectiveAt = new Date().toISOString();
    await appendEvents(
      vitrine.context,
      loaded,
      [
        {
          type: 'StoneRepriced',
          id: randomUUID(),
          data: { costCents: 1, totalCents: 1_300_000, effectiveAt },
        },
      ],
      { commandId: 'reprice', actor: ADMIN },
    );
    await vitrine.shown();
    expect(await ranks(alder, past)).toEqual([[twin, 0]]);
    expect(await ranks(birch, past)).toEqual([[twin, 3]]);
    expect(await ranks(await vitrine.as('rep', { customer: '7' }), past)).toEqual([[twin, 0]]);
    // For a pair it is one to request again, as its details show it, until the customer has it again.
    expect(await ranks(alder, past, 'PAIR')).toEqual([[twin, 3]]);
    const details = await alder.post('/inventory/details', { parcelName: past });
    expect(details.json).toMatchObject({ total: 13_000 });
    // Another customer has it: it is in Past alone, and its details and a pair have the price that Past shows.
    await birch.post('/inventory/request_stones', { parcelNames: [past] });
    await vitrine.shown();
    for (const user of [alder, await vitrine.as('rep', { customer: '7' })]) {
      const inPast = (await user.list('/inventory/past')).find(({ parcelName }) => parcelName === past);
      const { json } = await user.post('/inventory/details', { parcelName: past });
      expect([inPast?.total, (json as Stone).total]).toEqual([10_000, 10_000]);
      for (const kind of ['PAIR', 'REPLACEMENT'] as const)
        expect(await ranks(user, past, kind)).toEqual([[twin, 0]]);
    }
    await birch.post('/inventory/return', { parcelNames: [past] });
    await vitrine.shown();
    await alder.post('/inventory/request_stones', { parcelNames: [past] });
    await alder.post('/inventory/request_stones', { parcelNames: [twin] });
    await vitrine.shown();
    const other = await stone(6000);
    expect(await ranks(alder, past, 'PAIR')).toEqual([[other, 3]]); // requested at today's price, which is frozen now
    expect(await ranks(alder, twin, 'PAIR')).toEqual([[other, 0]]);
  });

  test('a stone that was requested, withdrawn, repriced or listed since is seen so immediately', async () => {
    const stone = stonesOf('PS');
    const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
    const [source, first] = [await stone(7000), await stone(7000)];
    expect(await ranks(alder, source)).toEqual([[first, 0]]);
    const second = await stone(7000, { colour: 'G' });
    expect(await ranks(alder, source)).toEqual([
      [first, 0],
      [second, 1],
    ]);
    await birch.post('/inventory/request_stones', { parcelNames: [first] });
    await vitrine.shown();
    expect(await ranks(alder, source)).toEqual([[second, 1]]);
    // The source may be another's by now: what stands in for it is still asked.
    expect(await ranks(birch, first)).toEqual([
      [source, 0],
      [second, 1],
    ]);
    await birch.post('/inventory/return', { parcelNames: [first] });
    await vitrine.shown();
    expect(await ranks(alder, source)).toEqual([
      [first, 0],
      [second, 1],
    ]);
  });

  test.each([
    [
      'an unknown stone',
      { parcelName: 'AR-999999' },
      'There is no such stone to compare with.',
      'parcelName',
    ],
    [
      'an unknown ranking',
      { parcelName: 'AR-1', rankingType: 'BEST' },
      /rankingType|expected one of/,
      'rankingType',
    ],
    ['no stone', {}, /.+/, 'parcelName'],
  ])('%s is 402', async (_, body, message, field) => {
    const { status, json } = await (await vitrine.as('alder')).post('/inventory/similar', body);
    expect([status, json]).toMatchObject([402, { field, message: expect.stringMatching(message) }]);
  });
});

describe('prices', () => {
  test("NONE is ranked without prices: no penalty, order or filter reveals one, though the others' do", async () => {
    const stone = stonesOf('PR');
    const [source, dear, cheap] = [await stone(8000), await stone(8000, {}, 9_000_000), await stone(8010)];
    expect((await ranks(await vitrine.as('alder'), source)).map(([name]) => name)).toEqual([cheap]);
    const none = await (await vitrine.as('alder-none')).post('/inventory/similar', { parcelName: source });
    expect((none.json as SimilarStone[]).map(({ stone }) => stone.parcelName)).toEqual([dear, cheap]);
    expect(none.text).not.toMatch(/"(total|ppc|displayRap)|price/i);
  });

  test('RETAIL is ranked by the prices it sees, and without them where it sees none', async () => {
    const stone = stonesOf('HS');
    const retail = await vitrine.as('alder-retail');
    const [source, dearer] = [await stone(9000), await stone(9000, {}, 1_100_000)];
    expect(await ranks(retail, source)).toEqual([[dearer, 0]]);
    await markUp(7, 1_000_000);
    // Twice the price, twice the difference: nothing is seen of what the jeweller pays.
    expect(await ranks(retail, source)).toEqual([[dearer, 2]]);
    expect(await ranks(await vitrine.as('alder'), source)).toEqual([[dearer, 1]]);
    const reply = await retail.post('/inventory/similar', { parcelName: source });
    expect(reply.json).toMatchObject([{ stone: { total: 22_000 } }]);
    expect(reply.text).not.toMatch(/displayRap/);
  });

  test("prices are the customer's: a natural GIA round's discount counts; staff without a customer compare list prices", async () => {
    const [source, other] = [
      await aStone(9900, { shapeCode: 'RD' }),
      await aStone(9900, { shapeCode: 'RD' }, 1_100_000),
    ];
    expect(await ranks(await vitrine.as('alder'), source)).toEqual([[other, 0.98]]);
    expect(await ranks(await vitrine.as('rep'), source)).toEqual([[other, 1]]);
  });
});

describe('who may browse', () => {
  test('what FM certified is similar only with fmAllowed, and asked for only then', async () => {
    const stone = stonesOf('RAD');
    const [alder, cedar] = [await vitrine.as('alder'), await vitrine.as('cedar')];
    const source = await stone(11_000);
    const fm = await stone(11_000, { lab: 'FM', certNo: '1234567' });
    expect(await ranks(alder, source)).toEqual([[fm, 2.5]]);
    expect(await ranks(cedar, source)).toEqual([]);
    expect((await cedar.post('/inventory/similar', { parcelName: fm })).status).toBe(402);
    expect(await ranks(await vitrine.as('rep', { customer: '9' }), fm)).toEqual([[source, 2.5]]);
  });

  test('without lgAllowed nothing lab-grown is similar, to an own past stone neither', async () => {
    const stone = stonesOf('IDC');
    const birch = await vitrine.as('birch');
    const [own, other] = [
      await stone(12_000, {}, 100_000, 'labGrown'),
      await stone(12_000, {}, 100_000, 'labGrown'),
    ];
    await birch.post('/labgrown/request_stones', { parcelNames: [own] });
    expect(await ranks(birch, own, 'REPLACEMENT', '/labgrown')).toEqual([[other, 0]]);
    await setFlags(8, { lgAllowed: false });
    expect(await ranks(birch, own, 'REPLACEMENT', '/labgrown')).toEqual([]);
    expect((await birch.post('/labgrown/similar', { parcelName: other })).status).toBe(402);
    await setFlags(8, { lgAllowed: true });
  });
});

describe('the price of a desire', () => {
  const price = async (user: User, desire: unknown) => user.post('/inventory/desire_price', { desire });
  const weighing = (weight: number) => ({ weight: { minimum: weight, maximum: weight } });

  test('is the lowest and highest customer price of the available stones that match', async () => {
    const stone = stonesOf('XP');
    const [alder, rep] = [await vitrine.as('alder'), await vitrine.as('rep')];
    await stone(13_000, { shapeCode: 'RD' }, 2_000_000);
    await stone(13_000, { colour: 'G' }, 3_000_000);
    await stone(13_000, { colour: 'H' }, 100_050);
    expect((await price(alder, weighing(13))).json).toEqual({ minimum: 1000.5, maximum: 30_000 });
    expect((await price(alder, { ...weighing(13), colour: ['F', 'G'] })).json).toEqual({
      minimum: 19_600,
      maximum: 30_000,
    });
    expect((await price(rep, { ...weighing(13), shape: ['RD'], colour: [] })).json).toEqual({
      minimum: 20_000,
      maximum: 20_000,
    });
    expect((await price(alder, {})).status).toBe(200);
  });

  test('is none when no stone matches, and by price mode', async () => {
    const stone = stonesOf('XP');
    const [alder, retail, none] = [
      await vitrine.as('alder'),
      await vitrine.as('alder-retail'),
      await vitrine.as('alder-none'),
    ];
    await stone(14_000);
    await markUp(7, 500_000);
    expect((await price(retail, weighing(14))).json).toEqual({ minimum: 15_000, maximum: 15_000 });
    for (const weight of [14, 15]) {
      expect(await price(none, weighing(weight))).toMatchObject({
        status: 402,
        json: { code: 'PRICES_HIDDEN' },
      });
    }
    expect(await price(alder, weighing(15))).toMatchObject({ status: 402, json: { code: 'NO_MATCH' } });
    await customerCommands.setRetailMarkups(vitrine.context, { commandId: randomUUID(), actor: ADMIN }, 7, {
      rows: [],
    });
    await vitrine.shown();
    expect(await price(retail, weighing(14))).toMatchObject({ status: 402, json: { code: 'NO_MATCH' } });
  });

  test('is of stones that the customer may browse', async () => {
    const stone = stonesOf('XP');
    const [alder, cedar] = [await vitrine.as('alder'), await vitrine.as('cedar')];
    await stone(16_000, { lab: 'FM', certNo: '1234567' });
    expect((await price(alder, weighing(16))).status).toBe(200);
    expect((await price(cedar, weighing(16))).status).toBe(402);
  });
});

describe('who may call', () => {
  let source: string;
  beforeAll(async () => {
    source = await aStone(17_000, { shapeCode: 'IDH' });
  });
  const calls: readonly [path: string, kind: keyof typeof WHO_MAY, body: () => unknown][] = [
    ['/inventory/similar', 'read', () => ({ parcelName: source, rankingType: 'PAIR' })],
    ['/inventory/desire_price', 'read', () => ({ desire: { weight: { minimum: 17, maximum: 17 } } })],
  ];
  test.each(calls)('%s (%s)', async (path, kind, body) => {
    for (const [caller, status] of callersOf(kind)) {
      expect([caller, await statusFor(vitrine, caller, path, body())]).toEqual([caller, status]);
    }
  });

  test('/labgrown/similar (read)', async () => {
    const stone = stonesOf('IDO');
    const parcelName = await stone(17_000, {}, 100_000, 'labGrown');
    for (const [caller, status] of callersOf('read')) {
      expect([caller, await statusFor(vitrine, caller, '/labgrown/similar', { parcelName })]).toEqual([
        caller,
        status,
      ]);
    }
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

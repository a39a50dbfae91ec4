import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { pieceDetailsSchema, pieceSchema, type Piece, type PieceDetails } from '#contracts/api/pieces.ts';
import { stoneDetailsSchema, stoneSchema, type Stone, type StoneDetails } from '#contracts/api/stones.ts';
import { stoneStream, type CustomerAccess, type PieceAttributes } from '#contracts/events/index.ts';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { customerCommands } from '#services/customers/index.ts';
import { appendEvents } from '#services/platform/commands/index.ts';
import { callersOf, statusFor, type WHO_MAY } from '#tests/support/callers.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
let parcels = 0;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const CODE: Readonly<Record<Line, string>> = {
  natural: 'N',
  labGrown: 'L',
  fancyColour: 'F',
  jewellery: 'J',
};
const RING: PieceAttributes = {
  model: 'RS210W',
  modelDescription: 'Four-prong solitaire ring in white gold',
  modelType: 'Ring',
  modelSubType: 'Solitaire',
  modelFinish: 'White Gold',
  components: [
    {
      weight: 710,
      shapeCode: 'RD',
      colour: 'F',
      clarity: 'VS1',
      cut: 'EX',
      lab: 'GIA',
      certNo: '2141',
      length: 5.7,
      width: 5.72,
      height: 3.5,
    },
    { weight: 20, shapeCode: 'RD', colour: 'G', clarity: 'SI1' },
  ],
};

/** A fresh available parcel of the line, $1,000.00 and an oval, so that no discount touches it. */
async function aParcel(line: Line, attributes = {}): Promise<string> {
  const parcelName = `${CODE[line]}-${++parcels}`;
  if (line !== 'jewellery') {
    await vitrine.listStone(parcelName, { shapeCode: 'OV', ...attributes }, 100_000, line);
  } else {
    const data = {
      parcelName,
      line,
      vendorId: 1,
      costCents: 90_000,
      totalCents: 100_000,
      vendorAvailability: 'IN_STOCK',
      location: 'Safe 3',
      attributes: {
        weight: 730,
        lab: 'GIA',
        certNo: '2141',
        stillPhotoUrl: 'https://images.example/1.jpg',
        ...attributes,
      },
      piece: RING,
      effectiveAt: '2026-01-05T15:00:00.000Z',
    };
    await appendEvents(
      vitrine.context,
      { stream: stoneStream(parcelName), revision: 'no_stream', lastRecordedAt: '' },
      [{ type: 'StoneListed', id: randomUUID(), data }],
      { commandId: `list ${parcelName}`, actor: { username: 'feed', role: 'system' } },
    );
  }
  await vitrine.shown();
  return parcelName;
}

async function setFlags(changes: Partial<CustomerAccess>, customerId = 8): Promise<void> {
  const command = { commandId: randomUUID(), actor: { username: 'admin', role: 'administrator' } } as const;
  await customerCommands.changeAccess(vitrine.context, command, customerId, { changes });
  await vitrine.shown();
}

type Row = Stone | Piece;
const schemaOf = (line: Line): z.ZodType<Row> => (line === 'jewellery' ? pieceSchema : stoneSchema);
const nameOf = ({ parcelName }: Row): string => parcelName;

const namesIn =
  (prefix: string) =>
  async (user: Awaited<ReturnType<SmallVitrine['as']>>, list: string): Promise<string[]> =>
    (await user.list(`${prefix}/${list}`)).map(nameOf);

describe.each(LINES)('%s', (line) => {
  const { prefix, noun } = LINE_FACTS[line];
  const names = namesIn(prefix);

  test('a parcel goes from available over the cart to requested, held, returned and past', async () => {
    const alder = await vitrine.as('alder');
    const name = await aParcel(line);
    expect(await names(alder, 'available')).toContain(name);
    await alder.post(`${prefix}/cart_stones`, { parcelNames: [name] });
    expect(await names(alder, 'cart')).toEqual([name]);
    expect((await alder.post(`${prefix}/request_stones`, { parcelNames: [name] })).json).toMatchObject({
      done: [name],
    });
    expect(await names(alder, 'cart')).toEqual([]);
    expect(await alder.list(`${prefix}/customer`)).toMatchObject([
      { parcelName: name, status: 'REQUESTED', total: 1000 },
    ]);
    await vitrine.document('MEMO', name, 7, undefined, 100_000);
    expect((await alder.post(`${prefix}/return`, { parcelNames: [name] })).json).toMatchObject({
      done: [name],
    });
    await vitrine.document('RETURN_MEMO', name, 7, undefined, 100_000);
    await vitrine.shown();
    expect(await alder.list(`${prefix}/past`)).toMatchObject([{ parcelName: name, status: 'AVAILABLE' }]);
    const other = await aParcel(line);
    await alder.post(`${prefix}/request_stones`, { parcelNames: [other] });
    expect((await alder.post(`${prefix}/sale`, { parcelNames: [other] })).json).toMatchObject({
      done: [other],
    });
    expect(
      (await alder.list(`${prefix}/past`)).map(({ parcelName, status }) => [parcelName, status]),
    ).toContainEqual([other, 'SOLD']);
  });

  test('every list and the details have the shape of the contract, and nothing beside it', async () => {
    const admin = await vitrine.as('admin', { customer: '7' });
    const inCart = await aParcel(line);
    await admin.post(`${prefix}/cart_stones`, { parcelNames: [inCart] });
    await admin.post(`${prefix}/request_stones`, { parcelNames: [await aParcel(line)] });
    for (const list of ['available', 'cart', 'customer', 'past']) {
      const { json } = await admin.post(`${prefix}/${list}`);
      expect(schemaOf(line).array().parse(json)).toEqual(json);
      expect((json as Row[]).length).toBeGreaterThan(0);
    }
    const { json } = await admin.post(`${prefix}/details`, { parcelName: inCart });
    const details = (line === 'jewellery' ? pieceDetailsSchema : stoneDetailsSchema).parse(json);
    expect(details).toEqual(json);
    expect(details).toMatchObject({
      inCart: true,
      history: [],
      actions: ['REQUEST'],
      vendorId: 1,
      location: 'Safe 3',
    });
    const rows = (await admin.post(`${prefix}/rows`, { parcelNames: [inCart] })).json as Record<
      string,
      Row[]
    >;
    expect(Object.entries(rows).map(([list, found]) => [list, found.map(nameOf)])).toEqual([
      ['available', [inCart]],
      ['customer', []],
      ['cart', [inCart]],
      ['past', []],
    ]);
    await admin.post(`${prefix}/uncart_stones`, { parcelNames: [inCart] });
  });

  test('there is a Rap for naturals alone, and a price per carat for stones alone', async () => {
    const alder = await vitrine.as('alder');
    const name = await aParcel(line);
    const row = (await alder.list(`${prefix}/available`)).find((one) => one.parcelName === name);
    expect(row).toMatchObject({ total: 1000 });
    expect('ppc' in row!).toBe(line !== 'jewellery');
    if (line !== 'natural') expect(row).not.toHaveProperty('displayRap');
    const none = await (await vitrine.as('alder-none')).post(`${prefix}/details`, { parcelName: name });
    expect(none.text).not.toMatch(/"(total|ppc|displayRap)/);
  });

  test('a parcel of another line is not found here', async () => {
    const alder = await vitrine.as('alder');
    const elsewhere = await aParcel(line === 'natural' ? 'labGrown' : 'natural');
    const admin = await vitrine.as('admin', { customer: '7' });
    expect(await alder.post(`${prefix}/details`, { parcelName: elsewhere })).toMatchObject({
      status: 402,
      json: { message: `${noun} could not be loaded` },
    });
    expect(await alder.post(`${prefix}/request_stones`, { parcelNames: [elsewhere] })).toMatchObject({
      status: 402,
      json: { message: `${noun} not found: ${elsewhere}.` },
    });
    expect((await alder.post(`${prefix}/cart_stones`, { parcelNames: [elsewhere] })).status).toBe(402);
    expect(await admin.post(`${prefix}/undo`, { parcelName: elsewhere, action: 'REQUEST' })).toMatchObject({
      status: 402,
      json: { message: `${noun} not found.` },
    });
    expect(await names(alder, 'available')).not.toContain(elsewhere);
  });

  test('what FM certified needs fmAllowed in every line', async () => {
    const name = await aParcel(line, { lab: 'FM', certNo: '1234567' });
    const cedar = await vitrine.as('cedar');
    expect(await names(cedar, 'available')).not.toContain(name);
    expect((await cedar.post(`${prefix}/details`, { parcelName: name })).status).toBe(402);
    expect(
      (
        await (
          await vitrine.as('rep', { customer: '9' })
        ).post(`${prefix}/request_stones`, { parcelNames: [name] })
      ).status,
    ).toBe(402);
    expect(await names(await vitrine.as('alder'), 'available')).toContain(name);
  });

  const requested = async (): Promise<string> => {
    const name = await aParcel(line);
    await (await vitrine.as('alder')).post(`${prefix}/request_stones`, { parcelNames: [name] });
    return name;
  };
  const calls: readonly [call: string, kind: keyof typeof WHO_MAY, body: () => Promise<unknown>][] = [
    ['available', 'read', async () => undefined],
    ['customer', 'read', async () => undefined],
    ['past', 'read', async () => undefined],
    ['cart', 'read', async () => undefined],
    ['details', 'read', async () => ({ parcelName: await aParcel(line) })],
    ['rows', 'read', async () => ({ parcelNames: [await aParcel(line)] })],
    ['cart_stones', 'act', async () => ({ parcelNames: [await aParcel(line)] })],
    ['uncart_stones', 'act', async () => ({ parcelNames: [await aParcel(line)] })],
    ['request_stones', 'act', async () => ({ parcelNames: [await aParcel(line)], remarks: 'for Friday' })],
    ['return', 'act', async () => ({ parcelNames: [await requested()] })],
    ['sale', 'act', async () => ({ parcelNames: [await requested()] })],
    ['undo', 'administer', async () => ({ parcelName: await requested(), action: 'REQUEST' })],
    [
      'change_date',
      'administer',
      async () => ({ parcelName: await requested(), action: 'REQUEST', newDate: '2026-02-03T10:00' }),
    ],
  ];
  test.each(calls)('who may call %s (%s)', async (call, kind, body) => {
    await roomFor(7);
    let sent: unknown;
    for (const [caller, status] of callersOf(kind)) {
      // Refusing changes nothing: one body serves until it was taken.
      sent ??= await body();
      expect([caller, await statusFor(vitrine, caller, `${prefix}/${call}`, sent)]).toEqual([caller, status]);
      if (status === 200) sent = undefined;
    }
  });
});

describe.each(LINES.filter((line) => LINE_FACTS[line].needs !== null))('%s', (line) => {
  const { prefix, needs } = LINE_FACTS[line];
  const names = namesIn(prefix);

  test('without its flag it is neither browsed nor requested, by staff for the customer neither; own current and past lists stay', async () => {
    const [birch, rep] = [await vitrine.as('birch'), await vitrine.as('rep', { customer: '8' })];
    const [held, given, fresh, carted] = [
      await aParcel(line),
      await aParcel(line),
      await aParcel(line),
      await aParcel(line),
    ];
    await birch.post(`${prefix}/request_stones`, { parcelNames: [held, given] });
    await birch.post(`${prefix}/return`, { parcelNames: [given] });
    await birch.post(`${prefix}/cart_stones`, { parcelNames: [carted] });
    await setFlags({ [needs!]: false });
    for (const user of [birch, rep]) {
      expect(await names(user, 'available')).toEqual([]);
      expect(await names(user, 'cart')).toEqual([]);
      expect((await user.post(`${prefix}/request_stones`, { parcelNames: [fresh] })).status).toBe(402);
      expect((await user.post(`${prefix}/cart_stones`, { parcelNames: [fresh] })).status).toBe(402);
      expect(await names(user, 'customer')).toEqual([held]);
      expect(await names(user, 'past')).toEqual([given]);
    }
    expect((await birch.post(`${prefix}/details`, { parcelName: fresh })).status).toBe(402);
    expect((await birch.post(`${prefix}/details`, { parcelName: held })).json).toMatchObject({
      status: 'REQUESTED',
      actions: ['RETURN', 'SOLD'],
    });
    expect((await birch.post(`${prefix}/return`, { parcelNames: [held] })).status).toBe(200);
    await setFlags({ [needs!]: true });
    expect(await names(birch, 'cart')).toEqual([carted]);
  });
});

/** The table's many requests are to fail of who may, not of how much. */
async function roomFor(customerId: number): Promise<void> {
  const command = { commandId: randomUUID(), actor: { username: 'admin', role: 'administrator' } } as const;
  await customerCommands.changeTerms(vitrine.context, command, customerId, {
    changes: { maxInventoryCents: 0 },
    effectiveAt: '2026-01-01',
  });
}

describe('a jewellery piece', () => {
  test('has its fields (product: Jewellery piece), its details the component stones too', async () => {
    const name = await aParcel('jewellery');
    const alder = await vitrine.as('alder');
    const described = {
      parcelName: name,
      model: 'RS210W',
      modelDescription: 'Four-prong solitaire ring in white gold',
      modelType: 'Ring',
      modelSubType: 'Solitaire',
      modelFinish: 'White Gold',
      weight: 0.73,
      total: 1000,
      lab: 'GIA',
      certNo: '2141',
      inCart: false,
      lastUpdated: expect.any(String),
      stillPhotoUrl: 'https://images.example/1.jpg',
      tentativeAvailability: false,
    };
    expect((await alder.list('/jewellery/available')).find((row) => row.parcelName === name)).toEqual({
      ...described,
      status: 'AVAILABLE',
    });
    await alder.post('/jewellery/request_stones', { parcelNames: [name] });
    const details = (await alder.post('/jewellery/details', { parcelName: name })).json as PieceDetails;
    expect(details).toEqual({
      ...described,
      status: 'REQUESTED',
      lastAction: expect.any(String),
      actions: ['RETURN', 'SOLD'],
      history: [{ eventId: expect.any(String), parcelName: name, type: 'REQUEST', date: expect.any(String) }],
      components: [
        {
          weight: 0.71,
          shapeCode: 'RD',
          shapeName: 'Round',
          colour: 'F',
          clarity: 'VS1',
          cut: 'EX',
          lab: 'GIA',
          certNo: '2141',
          length: 5.7,
          width: 5.72,
          height: 3.5,
        },
        { weight: 0.02, shapeCode: 'RD', shapeName: 'Round', colour: 'G', clarity: 'SI1' },
      ],
    });
  });
});

test('a stone of every line names its line', async () => {
  const admin = await vitrine.as('admin');
  const flags = async (line: Line) => {
    const name = await aParcel(line);
    const { labGrown, fancyColoured, virtual } = (
      await admin.post(`${LINE_FACTS[line].prefix}/details`, { parcelName: name })
    ).json as StoneDetails;
    return { labGrown, fancyColoured, virtual };
  };
  expect(await flags('natural')).toEqual({ labGrown: false, fancyColoured: false, virtual: false });
  expect(await flags('labGrown')).toEqual({ labGrown: true, fancyColoured: false, virtual: false });
  expect(await flags('fancyColour')).toEqual({ labGrown: false, fancyColoured: true, virtual: false });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

test('parcels of all four lines are requested, returned and sold in one instruction with one answer, or not at all', async () => {
  const alder = await vitrine.as('alder');
  const names = await Promise.all(LINES.map((line) => aParcel(line)));
  const key = { headers: { 'idempotency-key': 'the-whole-cart' } };
  const request = (parcelNames: string[]) =>
    alder.post('/parcels/request_stones', { parcelNames, desires: [], remarks: 'for Friday' }, key);

  const refused = await request([...names, 'GONE-1']);
  expect(refused).toMatchObject({ status: 402, json: { message: 'Stone not found: GONE-1.' } });
  const first = await request(names);
  expect(first).toMatchObject({ status: 200, json: { done: names, declined: [] } });
  expect((await request(names)).json).toEqual(first.json);
  expect((await request(names.slice(1))).status).toBe(409);
  for (const [place, line] of LINES.entries())
    expect(await namesIn(LINE_FACTS[line].prefix)(alder, 'customer')).toContain(names[place]);

  const [returned, sold] = [names.slice(0, 2), names.slice(2)];
  expect((await alder.post('/parcels/return', { parcelNames: returned })).json).toMatchObject({
    done: returned,
  });
  expect((await alder.post('/parcels/sale', { parcelNames: sold })).json).toMatchObject({ done: sold });
  expect((await alder.post('/parcels/sale', { parcelNames: [...names] })).status).toBe(402);
});

test('a request over all lines keeps each line closed that is closed to the customer', async () => {
  await setFlags({ lgAllowed: false });
  const birch = await vitrine.as('birch');
  const [natural, labGrown] = [await aParcel('natural'), await aParcel('labGrown')];
  const reply = await birch.post('/parcels/request_stones', {
    parcelNames: [natural, labGrown],
    desires: [],
  });
  expect(reply).toMatchObject({
    status: 402,
    json: { message: `${labGrown} is of a line that is not open to this account.` },
  });
  await setFlags({ lgAllowed: true });
});

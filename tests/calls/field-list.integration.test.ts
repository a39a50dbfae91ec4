import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoneAttributes } from '#contracts/events/index.ts';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { startCalledWorld, type CalledWorld } from './called-world.ts';
import { FIELDS, TIERS, type Entity } from './field-list.ts';

/**
 * Every field of the entities (product: Entities) against what the calls answer, with nothing left out that
 * can be filled.
 */
let world: CalledWorld;
let admin: Awaited<ReturnType<CalledWorld['vitrine']['as']>>;
const held = new Map<Line, string>();

const COLOURLESS = {
  certNo: '12345678901-2345678',
  shortCertNo: '2345678',
  lab: 'GIA',
  countryOfOrigin: 'Botswana',
  tier: 'Reserve',
  tablePct: 57,
  depthPct: 61.8,
  girdlePct: 3.5,
  crownHeight: 15,
  crownAngle: 34.5,
  pavilionDepth: 43,
  pavilionAngle: 40.8,
  starHalves: 50,
  pavilionHalves: 75,
  lightPerformance: 'Ideal',
  haSleeve: true,
  length: 6.41,
  width: 6.43,
  height: 3.97,
  keyToSymbols: 'Pinpoint',
  photoUrl: 'https://media.example.com/1.mp4',
  stillPhotoUrl: 'https://media.example.com/1.jpg',
} as const satisfies Partial<StoneAttributes>;
const FANCY = {
  fancyColour: 'Yellow',
  fancyIntensity: 'Vivid',
  fancyOvertone: 'Orangy',
  colourText: 'Fancy Vivid Yellow',
} as const satisfies Partial<StoneAttributes>;

beforeAll(async () => {
  world = await startCalledWorld();
  admin = await world.vitrine.as('admin', { customer: '7' });
  for (const line of LINES)
    held.set(line, await world.held(line, { ...COLOURLESS, ...(line === 'fancyColour' ? FANCY : {}) }));
  await world.fillModel();
});
afterAll(() => world.close());

type Row = Record<string, unknown>;
const reply = async (path: string, body?: unknown): Promise<unknown> => {
  const { status, text, json } = await admin.post(path, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return json;
};
const rows = async (path: string, body?: unknown): Promise<Row[]> => (await reply(path, body)) as Row[];
const row = async (path: string, of: (one: Row) => boolean, body?: unknown): Promise<Row> => {
  const found = (await rows(path, body)).find(of);
  if (!found) throw new Error(`${path} has no such row`);
  return found;
};
const details = async (line: Line): Promise<Row> =>
  (await reply(`${LINE_FACTS[line].prefix}/details`, { parcelName: held.get(line) })) as Row;
const firstOf = (found: unknown): Row => (found as Row[])[0]!;
const attribute = async (list: string): Promise<Row> =>
  firstOf(((await reply('/attributes/all')) as Row)[list]);
const stoneIn = (line: Line, list: string) => () =>
  row(`${LINE_FACTS[line].prefix}/${list}`, (one) => one['parcelName'] === held.get(line));

/** Each entity, where it is answered, and what of it cannot be there. */
type Answered = readonly [entity: Entity, where: string, of: () => Promise<Row>, without?: readonly string[]];
const ANSWERS: readonly Answered[] = [
  ['user', 'POST /admin/allusers', () => row('/admin/allusers', (one) => one['username'] === 'alder')],
  ['user', 'POST /login/check', async () => (await reply('/login/check')) as Row],
  ['customer', 'POST /login/customer', async () => (await reply('/login/customer')) as Row],
  [
    'customer',
    'customer of POST /login/customer',
    async () => ((await reply('/login/customer')) as Row)['customer'] as Row,
  ],
  [
    'customer',
    'POST /admin/allcustomers',
    () => row('/admin/allcustomers', (one) => one['customerId'] === 7),
  ],
  [
    'accountCode',
    'accountCodes of a customer',
    async () => firstOf((await row('/admin/allcustomers', (one) => one['customerId'] === 7))['accountCodes']),
  ],
  [
    'availableAccount',
    'POST /admin/getnullaccounts',
    async () => {
      const account = {
        dxInstance: 'VITRINE',
        accountCode: '71-01-0001',
        docType: ['MEMO'],
        customerId: null,
      };
      await reply('/admin/updateaccountcodes', [account]);
      return firstOf(await reply('/admin/getnullaccounts'));
    },
  ],
  ['retailMarkup', 'POST /admin/getmarkup', async () => firstOf(await reply('/admin/getmarkup'))],
  ['stone', 'natural details', () => details('natural')],
  ['stone', 'natural customer list', stoneIn('natural', 'customer')],
  // No Rap but of naturals (rule: Total is canonical).
  ['stone', 'lab-grown details', () => details('labGrown'), ['displayRap', 'displayRapPercent']],
  ['stone', 'lab-grown customer list', stoneIn('labGrown', 'customer'), ['displayRap', 'displayRapPercent']],
  ['stone', 'fancy colour details', () => details('fancyColour'), ['displayRap', 'displayRapPercent']],
  ['fancyColour', 'fancy colour details', () => details('fancyColour')],
  ['fancyColour', 'fancy colour customer list', stoneIn('fancyColour', 'customer')],
  ['historyEntry', 'history of a stone', async () => firstOf((await details('natural'))['history'])],
  [
    'stone',
    'available list',
    async () => {
      const parcelName = await world.past('natural', COLOURLESS);
      return row('/inventory/available', (one) => one['parcelName'] === parcelName);
    },
  ],
  [
    'stone',
    'past list',
    async () => {
      const parcelName = await world.past('natural', COLOURLESS);
      return row('/inventory/past', (one) => one['parcelName'] === parcelName);
    },
  ],
  [
    'stone',
    'POST /inventory/similar',
    async () => {
      const parcelName = await world.past('natural', COLOURLESS);
      const body = { parcelName: held.get('natural'), rankingType: 'REPLACEMENT' };
      const similar = await rows('/inventory/similar', body);
      return similar.map((one) => one['stone'] as Row).find((one) => one['parcelName'] === parcelName)!;
    },
  ],
  ...(['carted_desires', 'open_desires', 'closed_desires'] as const).map((list): Answered => [
    'desire',
    `POST /inventory/${list}`,
    async () => firstOf(await reply(`/inventory/${list}`)),
  ]),
  [
    'range',
    'weight of a desire',
    async () => {
      const weight = { minimum: 0.9, maximum: 1.2 };
      const { desire } = (await reply('/inventory/desire_stone', { desire: { weight } })) as { desire: Row };
      return desire['weight'] as Row;
    },
  ],
  [
    'range',
    'POST /inventory/desire_price',
    async () => (await reply('/inventory/desire_price', { desire: {} })) as Row,
  ],
  ['model', 'POST /jewellery/available_models', () => row('/jewellery/available_models', isFilled)],
  ['model', 'POST /jewellery/all_models', () => row('/jewellery/all_models', isFilled)],
  ['piece', 'piece details', () => details('jewellery')],
  ['piece', 'jewellery customer list', stoneIn('jewellery', 'customer')],
  ['pieceHistoryEntry', 'history of a piece', async () => firstOf((await details('jewellery'))['history'])],
  [
    'componentStone',
    'components of a piece',
    async () => firstOf((await details('jewellery'))['components']),
  ],
  ['attributeLists', 'POST /attributes/all', async () => (await reply('/attributes/all')) as Row],
  ['shape', 'shapes', () => attribute('shapes')],
  ['colour', 'colours', () => attribute('colours')],
  ['clarity', 'clarities', () => attribute('clarities')],
  ['fluorescence', 'fluorescences', () => attribute('fluorescences')],
  ['grade', 'grades', () => attribute('grades')],
  ['described', 'fancyColours', () => attribute('fancyColours')],
  ['described', 'fancyOvertones', () => attribute('fancyOvertones')],
  ['described', 'fancyIntensities', () => attribute('fancyIntensities')],
  ['tier', 'tiers', () => attribute('tiers')],
  ['invoice', 'POST /billing/month', async () => firstOf(await reply('/billing/month', world.months.now))],
  ['bill', 'POST /billing/month', async () => firstOf(await reply('/billing/month', world.months.now))],
  [
    'assetPage',
    'POST /admin/getassetpages',
    async () => {
      await world.assetPage();
      return firstOf(await reply('/admin/getassetpages'));
    },
  ],
];

function isFilled(one: Row): boolean {
  return one['name'] === world.filledModel;
}

describe('the field list', () => {
  test.each(ANSWERS.map((one) => [one[0], one[1], one] as const))(
    '%s: %s',
    async (entity, _, [, , of, without = []]) => {
      const answered = await of();
      const wanted = FIELDS[entity].filter((field) => !without.includes(field));
      expect(wanted.filter((field) => answered[field] === undefined)).toEqual([]);
      expect(without.filter((field) => answered[field] !== undefined)).toEqual([]);
    },
  );

  test('names no entity that is not asked for', () => {
    const asked = new Set(ANSWERS.map(([entity]) => entity));
    expect(Object.keys(FIELDS).filter((entity) => !asked.has(entity as Entity))).toEqual([]);
  });

  test('every tier is there', async () => {
    const { tiers } = (await reply('/attributes/all')) as { tiers: { value: string }[] };
    expect(tiers.map(({ value }) => value).sort()).toEqual([...TIERS].sort());
  });
});

describe('defaults of new records (product: User; product: Customer)', () => {
  test('a user', async () => {
    const username = world.newName();
    const body = { username, email: `${username}@example.com`, customerId: 7 };
    expect(await reply('/admin/newuser', body)).toMatchObject({
      active: true,
      administrator: false,
      salesRep: false,
      showPrices: 'WHOLESALE',
    });
  });

  test('a customer', async () => {
    expect(await reply('/admin/newcustomer', { name: world.newName() })).toMatchObject({
      allowLogin: true,
      allowActions: false,
      minInventory: 0,
      maxInventory: 0,
      fmAllowed: false,
      lgAllowed: false,
    });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttributeListResource } from '#contracts/api/attribute-lists.ts';
import { attributesReply } from '#contracts/api/attributes.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { openBus } from '#services/platform/bus/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { openAttributeWords } from './index.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.listStone('A1', { shapeCode: 'RD', cut: 'EX' });
  await vitrine.listStone('A2', { shapeCode: 'RD', cut: 'BL' });
  await vitrine.listStone('A3', { shapeCode: 'OV', cut: 'EX' });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const list = async (id: string): Promise<AttributeListResource> =>
  (await (await vitrine.as('admin')).get(`/api/attribute-lists/${id}`)).json as AttributeListResource;
/** A list's edit form: what its entries are called now, but for these. */
const called = async (id: string, words: Record<string, object>) => ({
  entries: (await list(id)).entries.map(({ program: _, ...entry }) => ({ ...entry, ...words[entry.value] })),
});
const put = async (id: string, body: unknown, headers: Record<string, string> = {}) =>
  (await vitrine.as('admin')).post(`/api/attribute-lists/${id}`, body, { method: 'PUT', headers });
const reset = (id: string) =>
  list(id).then(({ entries }) => put(id, { entries: entries.map(({ value }) => ({ value })) }));
const shapesOf = async (path: string, who = 'alder') =>
  Object.fromEntries(
    (await (await vitrine.as(who)).list(path)).map((stone) => [stone.parcelName, stone.shapeName]),
  );

describe('The attribute lists', () => {
  test.each(['GET', 'POST'] as const)(
    '%s /attributes/all answers every list, in the shape that was agreed',
    async (method) => {
      const { json } = await (await vitrine.as('alder')).post('/attributes/all', undefined, { method });
      expect(attributesReply.parse(json)).toEqual(PROGRAM_LISTS);
    },
  );

  test('unchanged lists cost a 304', async () => {
    const alder = await vitrine.as('alder');
    const etag = (await alder.get('/attributes/all')).headers.get('etag')!;
    expect((await alder.get('/attributes/all', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('only for who is signed in', async () => {
    expect((await vitrine.call('/attributes/all', undefined)).status).toBe(401);
  });
});

describe('What the house calls a shape', () => {
  test('is what lists, details and /attributes/all call it, immediately and with other versions; and so is the reset', async () => {
    const alder = await vitrine.as('alder');
    const etags = async () => ({
      lists: (await alder.get('/attributes/all')).headers.get('etag')!,
      stones: (await alder.get('/inventory/available')).headers.get('etag')!,
    });
    const before = await etags();
    expect(await shapesOf('/inventory/available')).toEqual({
      A1: 'Round',
      A2: 'Round Brilliant',
      A3: 'Oval',
    });

    const edit = await called('shapes', {
      RD: { description: 'Brilliant', blDescription: 'Full Brilliant' },
    });
    const changed = await put('shapes', edit);
    expect(changed).toMatchObject({ status: 200, json: { id: 'shapes', version: '1', ownWords: 2 } });
    expect(changed.headers.get('etag')).toBe('"1"');
    expect(await shapesOf('/inventory/available')).toEqual({
      A1: 'Brilliant',
      A2: 'Full Brilliant',
      A3: 'Oval',
    });
    expect((await alder.post('/inventory/details', { parcelName: 'A1' })).json).toMatchObject({
      shapeCode: 'RD',
      shapeName: 'Brilliant',
    });
    expect((await alder.post('/inventory/rows', { parcelNames: ['A2'] })).json).toMatchObject({
      available: [{ shapeName: 'Full Brilliant' }],
    });
    const all = attributesReply.parse((await alder.get('/attributes/all')).json);
    expect(all.shapes[0]).toEqual({
      shapeCode: 'RD',
      description: 'Brilliant',
      blDescription: 'Full Brilliant',
    });
    expect({ ...all, shapes: all.shapes.slice(1) }).toEqual({
      ...PROGRAM_LISTS,
      shapes: PROGRAM_LISTS.shapes.slice(1),
    });
    const renamed = await etags();
    expect(renamed.lists).not.toBe(before.lists);
    expect(renamed.stones).not.toBe(before.stones);
    for (const [path, etag] of [
      ['/attributes/all', before.lists],
      ['/inventory/available', before.stones],
    ] as const)
      expect((await alder.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200);

    expect((await reset('shapes')).json).toMatchObject({ version: '2', ownWords: 0 });
    expect(await shapesOf('/inventory/available')).toEqual({
      A1: 'Round',
      A2: 'Round Brilliant',
      A3: 'Oval',
    });
    expect((await etags()).lists).toBe(before.lists);
  });

  test('is what a stone that one holds is called, frozen as it is', async () => {
    const alder = await vitrine.as('alder');
    expect((await alder.post('/inventory/request_stones', { parcelNames: ['A3'] })).status).toBe(200);
    await put('shapes', await called('shapes', { OV: { description: 'Ellipse' } }));
    expect(await shapesOf('/inventory/customer')).toEqual({ A3: 'Ellipse' });
    await reset('shapes');
    expect(await shapesOf('/inventory/customer')).toEqual({ A3: 'Oval' });
  });
});

describe('Editing a list', () => {
  test('names who changed what, the newest first; an edit that changes nothing is not recorded', async () => {
    await put('tiers', await called('tiers', { Reserve: { description: 'The best.' } }));
    const changed = await put('tiers', await called('tiers', { Reserve: { description: 'Our best.' } }));
    const again = await put('tiers', await called('tiers', {}));
    expect([changed.json, again.json]).toEqual([changed.json, changed.json]);
    const { version, changes, entries } = await list('tiers');
    expect(version).toBe('2');
    const by = { by: 'admin', at: expect.stringMatching(/^\d{4}-.*Z$/) as string };
    const program = PROGRAM_LISTS.tiers.find(({ value }) => value === 'Reserve')!.description;
    const words = { value: 'Reserve', field: 'description' };
    expect(changes).toEqual([
      { ...by, words: [{ ...words, from: 'The best.', to: 'Our best.' }] },
      { ...by, words: [{ ...words, from: program, to: 'The best.' }] },
    ]);
    expect(entries.find(({ value }) => value === 'Reserve')).toEqual({
      value: 'Reserve',
      order: 2,
      description: 'Our best.',
      program: { description: program },
    });
    await reset('tiers');
  });

  test('of two edits of one list the second is refused, and changes nothing', async () => {
    const { version } = await list('colours');
    const ifMatch = { 'if-match': `"${version}"` };
    const first = await called('colours', { D: { description: 'Finest white' } });
    const second = await called('colours', { D: { description: 'Colourless' } });
    expect((await put('colours', first, ifMatch)).status).toBe(200);
    expect(await put('colours', second, ifMatch)).toMatchObject({
      status: 409,
      json: { message: 'admin has changed this list since you opened it. Nothing of yours was saved.' },
    });
    expect((await list('colours')).entries[0]?.description).toBe('Finest white');
    expect((await put('colours', second, { 'if-match': 'newest' })).status).toBe(400);
    expect((await put('colours', second, { 'if-match': '"1"' })).status).toBe(200);
  });

  test('two at the same moment: one of them', async () => {
    const { entries } = await list('fluorescences');
    const edit = (description: string) => ({
      entries: entries.map(({ value }, place) => (place === 0 ? { value, description } : { value })),
    });
    const answers = await Promise.all(
      ['Nil', 'Inert', 'Absent'].map((word) => put('fluorescences', edit(word), { 'if-match': '"0"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await list('fluorescences')).version).toBe('1');
  });

  test('what is refused is named at its field, and changes nothing', async () => {
    const before = await list('shapes');
    const refused = await put(
      'shapes',
      await called('shapes', { RD: { description: 'Oval' }, PS: { blDescription: ' Drop' } }),
    );
    expect(refused).toMatchObject({
      status: 422,
      json: {
        field: 'entries.0.description',
        errors: [
          { field: 'entries.0.description', message: 'OV is known by this name.' },
          { field: 'entries.6.blDescription', message: 'Leave out the spaces before and after it.' },
        ],
      },
    });
    expect(await put('shapes', await called('shapes', { RD: { value: 'RB' } }))).toMatchObject({
      status: 422,
      json: { field: 'entries.0.value' },
    });
    expect(await put('shapes', await called('shapes', { RD: { order: 4 } }))).toMatchObject({
      status: 422,
      json: { field: 'entries.0.order' },
    });
    expect(
      await put('clarities', await called('clarities', { FL: { description: 'Flawless' } })),
    ).toMatchObject({ status: 422, json: { field: 'entries.0.description' } });
    expect((await put('nonsense', { entries: [] })).status).toBe(400);
    expect(await list('shapes')).toEqual(before);
  });

  test('a word of the fancy colours is another name for it: stones carry the word that they were graded with', async () => {
    await put('fancyColours', await called('fancyColours', { Yellow: { description: 'Canary' } }));
    const { json } = await (await vitrine.as('alder')).get('/attributes/all');
    expect(attributesReply.parse(json).fancyColours[0]).toEqual({ value: 'Yellow', description: 'Canary' });
    await reset('fancyColours');
  });

  test('an edit whose answer was lost is carried out once under its key, and answered again', async () => {
    const { version } = await list('tiers');
    const save = async (description: string) =>
      put('tiers', await called('tiers', { Reserve: { description } }), {
        'if-match': `"${version}"`,
        'idempotency-key': 'lost-answer',
      });
    const first = await save('Kept aside');
    expect(first.status).toBe(200);
    expect(await save('Kept aside')).toMatchObject({ status: 200, json: first.json as object });
    expect(await save('Kept back')).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
    await reset('tiers');
  });

  test('administrators only', async () => {
    const edit = await called('shapes', {});
    for (const who of ['rep', 'alder']) {
      const user = await vitrine.as(who);
      expect((await user.get('/api/attribute-lists')).status).toBe(403);
      expect((await user.get('/api/attribute-lists/shapes')).status).toBe(403);
      expect((await user.post('/api/attribute-lists/shapes', edit, { method: 'PUT' })).status).toBe(403);
    }
    const all = await (await vitrine.as('admin')).get('/api/attribute-lists?range=[0,24]');
    expect([all.headers.get('content-range'), (all.json as object[]).length]).toEqual([
      'attribute-lists 0-8/9',
      9,
    ]);
  });
});

test('another process knows what was edited: immediately by the bus, within a second without it', async () => {
  let now = new Date('2026-11-20T12:00:00Z');
  const newBus = () =>
    openBus({
      natsUrl: undefined,
      onProblem: (message, error) => expect.fail(`${message}: ${String(error)}`),
    });
  const bus = newBus();
  const deps = { db: vitrine.context.db, clock: () => now };
  const here = openAttributeWords({ ...deps, bus });
  const reached = openAttributeWords({ ...deps, bus });
  const alone = openAttributeWords({ ...deps, bus: newBus() });
  const roundNow = (words: typeof here) => words.now().then(({ shapeName }) => shapeName('RD'));
  expect(await Promise.all([here, reached, alone].map(roundNow))).toEqual(['Round', 'Round', 'Round']);

  const edit = await called('shapes', { RD: { description: 'Circle' } });
  const key = { commandId: randomUUID(), bodyHash: 'edit' };
  await here.change('shapes', edit, { by: 'admin', expectedVersion: null, key });
  expect(await Promise.all([here, reached, alone].map(roundNow))).toEqual(['Circle', 'Circle', 'Round']);
  now = new Date('2026-11-20T12:00:01Z');
  expect(await roundNow(alone)).toBe('Circle');
  expect((await alone.now()).version).toBe((await here.now()).version);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jewelleryModelListSchema, type JewelleryModel } from '#contracts/api/jewellery.ts';
import { modelStream } from '#contracts/events/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ADMIN, importTestModel, listPiece } from './testing/pieces-and-models.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  const { context } = vitrine;
  await importTestModel(context, 'RS210W', {
    description: 'Solitaire ring',
    type: 'Ring',
    totalCents: 999_900,
    additionalQuantity: 6,
    tier: 'Reserve',
  });
  await importTestModel(context, 'PH2', { description: 'Halo pendant', totalCents: 150_000 });
  await importTestModel(context, 'PH10', {
    totalCents: 140_000,
    photoUrl: 'https://media.example.com/ph10.mp4',
  });
  await importTestModel(context, 'Secret', { additionalQuantity: 3, hide: true });
  await importTestModel(context, 'Lab ring', { labGrown: true, totalCents: 100_000 });
  await listPiece(context, 'AL-1', { model: 'RS210W', day: 3, totalCents: 412_500 });
  await listPiece(context, 'AL-2', { model: 'rs210w', day: 2, totalCents: 430_000 });
  await listPiece(context, 'AL-3', { model: 'RS210W', day: 1, totalCents: 500_000, lab: 'FM' });
  await listPiece(context, 'AL-4', { model: 'Secret' });
  await listPiece(context, 'AL-5', { model: 'Unheard Of', totalCents: 77_000 });
  await customerCommands.setRetailMarkups(context, { commandId: 'markups', actor: ADMIN }, 7, {
    rows: [
      {
        type: 'weight',
        minWeight: 0,
        maxWeight: 1000,
        minValueCents: null,
        maxValueCents: null,
        productTypes: ['MOUNTED'],
        markupPpm: 500_000,
      },
      {
        type: 'value',
        minWeight: null,
        maxWeight: null,
        minValueCents: 0,
        maxValueCents: 145_000,
        productTypes: ['MOUNTED'],
        markupPpm: 1_000_000,
      },
    ],
  });
  await customerCommands.changeAccess(context, { commandId: 'no-lg', actor: ADMIN }, 8, {
    changes: { lgAllowed: false },
  });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const models = async (
  who: string,
  path = 'available_models',
  customer?: string,
): Promise<JewelleryModel[]> => {
  const user = await vitrine.as(who, customer === undefined ? {} : { customer });
  const { status, json } = await user.post(`/jewellery/${path}`);
  expect(status).toBe(200);
  return jewelleryModelListSchema.parse(json);
};
const named = (list: readonly JewelleryModel[], name: string): JewelleryModel | undefined =>
  list.find((model) => model.name === name);

describe('available models', () => {
  test('count the pieces AVAILABLE now, and the additional quantity beside them', async () => {
    expect(named(await models('alder'), 'RS210W')).toEqual({
      name: 'RS210W',
      description: 'Solitaire ring',
      type: 'Ring',
      tier: 'Reserve',
      total: 5000,
      pieceTotals: [5000, 4300, 4125],
      availableQuantity: 3,
      availableTotalQty: 9,
      additionalQuantity: 6,
      labGrown: false,
      hide: false,
    });
  });

  test('those with nothing available come last, by name as people count', async () => {
    expect((await models('alder')).map((model) => model.name)).toEqual([
      'RS210W',
      'Unheard Of',
      'Lab ring',
      'PH2',
      'PH10',
    ]);
  });

  test('FM pieces count only for whom they are open to', async () => {
    expect(named(await models('cedar'), 'RS210W')).toMatchObject({
      availableQuantity: 2,
      availableTotalQty: 8,
      total: 4300,
      pieceTotals: [4300, 4125],
    });
  });

  test('hidden models stay hidden, from administrators too; lab-grown ones without lgAllowed', async () => {
    for (const who of ['alder', 'admin', 'rep']) expect(named(await models(who), 'Secret')).toBeUndefined();
    expect(named(await models('alder'), 'Lab ring')).toBeDefined();
    expect(named(await models('birch'), 'Lab ring')).toBeUndefined();
    expect(named(await models('rep', 'available_models', '8'), 'Lab ring')).toBeUndefined();
  });

  test('a model that is not imported is described by its pieces', async () => {
    expect(named(await models('alder'), 'Unheard Of')).toEqual({
      name: 'Unheard Of',
      description: 'Model Unheard Of',
      type: 'Ring',
      subType: 'Halo',
      finish: 'Platinum',
      total: 770,
      pieceTotals: [770],
      availableQuantity: 1,
      availableTotalQty: 1,
      additionalQuantity: 0,
      labGrown: false,
      hide: false,
    });
  });

  test('GET answers what POST does, and 304 until a model changes', async () => {
    const alder = await vitrine.as('alder');
    const got = await alder.get('/jewellery/available_models');
    expect(got.text).toBe((await alder.post('/jewellery/available_models')).text);
    const conditional = { headers: { 'if-none-match': got.headers.get('etag')! } };
    expect((await alder.get('/jewellery/available_models', conditional)).status).toBe(304);
    await importTestModel(vitrine.context, 'PH2', { additionalQuantity: 1 });
    await vitrine.shown();
    expect((await alder.get('/jewellery/available_models', conditional)).status).toBe(200);
  });
});

describe('prices of models', () => {
  test("WHOLESALE: of the available piece that a request takes first, the one listed first, else the model's own", async () => {
    const list = await models('alder');
    expect(list.map(({ name, total }) => [name, total])).toEqual([
      ['RS210W', 5000],
      ['Unheard Of', 770],
      ['Lab ring', 1000],
      ['PH2', 1500],
      ['PH10', 1400],
    ]);
  });

  test('of several pieces: each its own, in the order in which a request takes them', async () => {
    const totals = async (who: string): Promise<JewelleryModel['pieceTotals']> =>
      named(await models(who), 'RS210W')?.pieceTotals;
    expect(await totals('alder')).toEqual([5000, 4300, 4125]);
    expect(await totals('alder-retail')).toEqual([7500, 6450, 6187.5]);
  });

  test('RETAIL: marked up as mounted goods; without a row that matches, none', async () => {
    const list = await models('alder-retail');
    // By weight where a piece gives it; a model that never had a piece, by value alone.
    expect(list.map(({ name, total }) => [name, total])).toEqual([
      ['RS210W', 7500],
      ['Unheard Of', 1155],
      ['Lab ring', 2000],
      ['PH2', undefined],
      ['PH10', 2800],
    ]);
  });

  test('NONE: no price, and the same order', async () => {
    const list = await models('alder-none');
    expect(list.map((model) => model.name)).toEqual((await models('alder')).map((model) => model.name));
    expect(JSON.stringify(list)).not.toMatch(/"(total|pieceTotals)"/);
  });
});

describe('all models', () => {
  test('are for administrators, hidden ones too', async () => {
    expect(named(await models('admin', 'all_models'), 'Secret')).toMatchObject({
      hide: true,
      availableQuantity: 1,
      availableTotalQty: 4,
    });
    for (const who of ['alder', 'rep'])
      expect((await (await vitrine.as(who)).post('/jewellery/all_models')).status).toBe(403);
  });
});

describe('editing a model', () => {
  const edit = async (model: object, options = {}) =>
    (await vitrine.as('admin')).post('/jewellery/update_model', { model }, options);

  test('additionalQuantity, photoUrl, stillPhotoUrl, tier and hide, seen in the answer and by the next reader', async () => {
    const before = named(await models('admin', 'all_models'), 'PH10')!;
    const changes = {
      additionalQuantity: 4,
      stillPhotoUrl: 'https://media.example.com/ph10.jpg',
      tier: 'Unbound',
      hide: true,
    };
    const { photoUrl, ...rest } = before;
    expect(photoUrl).toBeDefined();
    const edited = await edit({ ...before, ...changes, photoUrl: null });
    const { version } = edited.json as JewelleryModel;
    expect(edited.json).toEqual({ ...rest, ...changes, availableTotalQty: 4, version });
    expect(Number(version)).toBeGreaterThan(Number(before.version));
    expect(named(await models('alder'), 'PH10')).toBeUndefined();
    await edit({ name: 'PH10', hide: false, tier: '' });
    expect(named(await models('alder'), 'PH10')).toMatchObject({ additionalQuantity: 4, hide: false });
  });

  test.each([
    ['description', { description: 'Better' }],
    ['type', { type: 'Bracelet' }],
    ['subType', { subType: 'Halo' }],
    ['finish', { finish: 'Gold' }],
    ['labGrown', { labGrown: true }],
    ['total', { total: 1 }],
    ['pieceTotals', { pieceTotals: [1] }],
    ['availableQuantity', { availableQuantity: 99 }],
    ['availableTotalQty', { availableTotalQty: 99 }],
  ])('%s is refused by its name, and nothing is changed', async (field, change) => {
    const before = await vitrine.context.events.headPosition();
    const current = named(await models('admin', 'all_models'), 'RS210W')!;
    expect(await edit({ ...current, ...change, additionalQuantity: 1 })).toMatchObject({
      status: 402,
      json: { field: `model.${field}`, code: 'NOT_EDITABLE' },
    });
    expect(await vitrine.context.events.headPosition()).toBe(before);
  });

  test.each([
    [{ name: 'RS210W', additionalQuantity: -1 }, 'A quantity cannot go below 0.'],
    [{ name: 'RS210W', additionalQuantity: 1.5 }, /additionalQuantity/],
    [{ name: 'RS210W', photoUrl: 'javascript:alert(1)' }, /begins with https/],
    [{ name: 'RS210W', tier: 'Golden' }, /tier/],
    [{ name: 'RS210W', colour: 'D' }, /colour/],
    [{ name: 'No such model', hide: true }, 'There is no model No such model.'],
    [{ hide: true }, /name/],
  ])('%o is refused', async (model, message) => {
    const refused = await edit(model);
    expect(refused.status).toBe(402);
    expect((refused.json as { message: string }).message).toMatch(message);
  });

  test('is for administrators', async () => {
    for (const who of ['alder', 'rep']) {
      expect(
        (
          await (
            await vitrine.as(who)
          ).post('/jewellery/update_model', { model: { name: 'RS210W', hide: true } })
        ).status,
      ).toBe(403);
    }
  });

  test('repeated under its key, or as it stands, changes nothing', async () => {
    const key = { headers: { 'idempotency-key': 'edit-1' } };
    await edit({ name: 'RS210W', additionalQuantity: 7 }, key);
    const head = await vitrine.context.events.headPosition();
    expect(await edit({ name: 'RS210W', additionalQuantity: 7 }, key)).toMatchObject({
      status: 200,
      json: { additionalQuantity: 7 },
    });
    expect(await edit({ name: 'rs210w', additionalQuantity: 7 })).toMatchObject({
      status: 200,
      json: { additionalQuantity: 7 },
    });
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test('of two edits of one model the second is refused, and nothing is saved; without a version nothing is compared', async () => {
    const opened = named(await models('admin', 'all_models'), 'PH2')!;
    expect(named(await models('alder'), 'PH2')).not.toHaveProperty('version');
    expect(await edit({ ...opened, additionalQuantity: 3 })).toMatchObject({ status: 200 });
    const second = await edit({ ...opened, hide: true });
    expect(second).toMatchObject({ status: 402, json: { code: 'CHANGED_MEANWHILE' } });
    expect((second.json as { message: string }).message).toMatch(/^admin has changed this model/);
    const now = named(await models('admin', 'all_models'), 'PH2')!;
    expect(now).toMatchObject({ additionalQuantity: 3, hide: false });
    expect(await edit({ ...now, tier: 'Reserve' })).toMatchObject({ status: 200, json: { tier: 'Reserve' } });
    expect(await edit({ name: 'PH2', tier: '' })).toMatchObject({ status: 200 });
  });

  test('of two first edits of a model that its pieces describe, one is refused', async () => {
    await listPiece(vitrine.context, 'AL-9', { model: 'Hearsay' });
    await vitrine.shown();
    const opened = named(await models('admin', 'all_models'), 'Hearsay')!;
    expect(opened.version).toBe('0');
    const both = await Promise.all([1, 2].map((more) => edit({ ...opened, additionalQuantity: more })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402]);
  });

  test('a model that only its pieces describe is imported, and its history names who changed what', async () => {
    expect(await edit({ name: 'Unheard Of', additionalQuantity: 2 })).toMatchObject({
      status: 200,
      json: { availableTotalQty: 3, description: 'Model Unheard Of' },
    });
    const history = [];
    for await (const event of vitrine.context.events.readStream(modelStream('unheard%20of')))
      history.push([event.type, (event.metadata['actor'] as { username: string }).username]);
    expect(history).toEqual([
      ['ModelImported', 'admin'],
      ['ModelChanged', 'admin'],
    ]);
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

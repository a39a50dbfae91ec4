import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DesireStone, OpenDesireResource } from '#contracts/api/desires.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** Staff see which desires are open, find a stone for one, and mark it filled (rule: Desires). */

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  // Pears of a carat: two colours, one of them certified by FM; and an oval.
  await vitrine.listStone('OD-1', { shapeCode: 'PS', weight: 1200, colour: 'D' });
  await vitrine.listStone('OD-2', { shapeCode: 'PS', weight: 1100, colour: 'E' });
  await vitrine.listStone('OD-3', { shapeCode: 'PS', weight: 1150, colour: 'D', lab: 'FM' });
  await vitrine.listStone('OD-4', { shapeCode: 'OV', weight: 1100, colour: 'D' });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

/** A request for similar stones that is open; gives its id. */
async function asked(username: string, desire: object, remarks?: string): Promise<string> {
  const user = await vitrine.as(username);
  const { json } = await user.post('/inventory/desire_stone', { desire });
  const { desireId } = (json as { desire: { desireId: string } }).desire;
  const sent = { parcelNames: [], desires: [{ desireId }], ...(remarks !== undefined && { remarks }) };
  const reply = await user.post('/inventory/request_stones_similar', sent);
  if (reply.status !== 200) throw new Error(reply.text);
  await vitrine.shown();
  return desireId;
}
const open = async (filter: object = {}, who = 'rep') =>
  (await (await vitrine.as(who)).get(`/api/desires?filter=${encodeURIComponent(JSON.stringify(filter))}`))
    .json as OpenDesireResource[];
const stonesFor = async (desireId: string): Promise<[string, string, boolean][]> => {
  const { json } = await (await vitrine.as('rep')).get(`/api/desires/${desireId}/stones`);
  return (json as DesireStone[]).map(({ parcelName, standing, matches }) => [parcelName, standing, matches]);
};

test('the open ones of every customer, longest open first, found by customer and by remark', async () => {
  const alders = await asked('alder', { shape: ['PS'], weight: { minimum: 1 } }, 'For the window');
  const birchs = await asked('birch', { shape: ['OV'] });
  const rows = await open();
  expect(rows.map(({ id, customerName }) => [id, customerName])).toEqual([
    [alders, 'Alder & Sons'],
    [birchs, 'Birch Jewelers'],
  ]);
  expect(rows[0]).toMatchObject({ status: 'ACTIVE', shape: ['PS'], weight: { minimum: 1 }, customerId: 7 });
  expect((await open({ q: 'window' })).map(({ id }) => id)).toEqual([alders]);
  expect((await open({ q: 'birch' }, 'admin')).map(({ id }) => id)).toEqual([birchs]);
  expect((await open({ customerId: 8 })).map(({ id }) => id)).toEqual([birchs]);
  const one = await (await vitrine.as('rep')).get(`/api/desires/${alders}`);
  expect(one.json).toMatchObject({ id: alders, remarks: 'For the window' });
  expect((await (await vitrine.as('rep')).get('/api/desires/none')).status).toBe(404);
  const odd = await (
    await vitrine.as('rep')
  ).get(`/api/desires?filter=${encodeURIComponent('{"colour":"D"}')}`);
  expect(odd.status).toBe(400);
});

test('stones for it: what the customer has first, then what could be requested, within its flags', async () => {
  const pears = await asked('alder', { shape: ['PS'], colour: ['D'] });
  expect(await stonesFor(pears)).toEqual([
    ['OD-3', 'AVAILABLE', true],
    ['OD-1', 'AVAILABLE', true],
  ]);
  const cedars = await vitrine.as('rep', { customer: '9' });
  const desired = await cedars.post('/inventory/desire_stone', { desire: { shape: ['PS'], colour: ['D'] } });
  const { desireId } = (desired.json as { desire: { desireId: string } }).desire;
  await cedars.post('/inventory/request_stones_similar', { parcelNames: [], desires: [{ desireId }] });
  await vitrine.shown();
  expect(await stonesFor(desireId)).toEqual([['OD-1', 'AVAILABLE', true]]);

  const alder = await vitrine.as('alder');
  await alder.post('/inventory/request_stones', { parcelNames: ['OD-1', 'OD-4'] });
  await vitrine.shown();
  expect(await stonesFor(pears)).toEqual([
    ['OD-1', 'HELD', true],
    ['OD-3', 'AVAILABLE', true],
    ['OD-4', 'HELD', false],
  ]);
});

test('requested for the customer and marked filled in one go, without waiting for the read models in between', async () => {
  const desireId = await asked('birch', { shape: ['PS'], colour: ['E'] });
  const rep = await vitrine.as('rep', { customer: '8' });
  const requested = await rep.post('/inventory/request_stones', { parcelNames: ['OD-2'] });
  const { position } = requested.json as { position: string };
  const filled = await rep.post(
    `/api/desires/${desireId}/fulfilment`,
    { parcelName: 'OD-2' },
    { headers: { 'min-position': position } },
  );
  expect(filled).toMatchObject({ status: 200, json: { desire: { status: 'CLOSED', fulfilledBy: 'OD-2' } } });
  await vitrine.shown();
  expect((await open()).map(({ id }) => id)).not.toContain(desireId);
});

test('neither list nor stones show a price', async () => {
  const rows = await open();
  expect(JSON.stringify(rows)).not.toMatch(/total|ppc|price|cost/i);
  const { text } = await (await vitrine.as('rep')).get(`/api/desires/${rows[0]!.id}/stones`);
  expect(text).not.toMatch(/total|ppc|price|cost|vendor/i);
});

test('given up with another one after a stone has filled it, it is declined, and the other is closed', async () => {
  const [birch, rep] = [await vitrine.as('birch'), await vitrine.as('rep')];
  const [filled, other] = [await asked('birch', { shape: ['OV'] }), await asked('birch', { shape: ['PS'] })];
  const name = 'OD-9';
  await vitrine.listStone(name, { shapeCode: 'OV' });
  await vitrine.shown();
  await birch.post('/inventory/request_stones', { parcelNames: [name] });
  await vitrine.shown();
  await rep.post(`/api/desires/${filled}/fulfilment`, { parcelName: name });
  const closing = [filled, other].map((desireId) => ({ desireId, status: 'CLOSED' }));
  const reason = 'This request for similar stones was filled meanwhile.';
  const answered = {
    status: 200,
    json: { desires: [{ desireId: other, status: 'CLOSED' }], declined: [{ desireId: filled, reason }] },
  };
  expect(await birch.post('/inventory/update_desire', closing)).toMatchObject(answered);
  expect(await birch.post('/inventory/update_desire', closing)).toMatchObject(answered);
  await birch.post('/inventory/return', { parcelNames: [name] });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ADMIN, importTestModel, listPiece } from './testing/pieces-and-models.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  const { context } = vitrine;
  await importTestModel(context, 'Open');
  await importTestModel(context, 'Hidden', { hide: true });
  await importTestModel(context, 'Grown', { labGrown: true });
  await listPiece(context, 'O-1', { model: 'Open' });
  await listPiece(context, 'H-1', { model: 'hidden ' });
  await listPiece(context, 'G-1', { model: 'Grown' });
  await customerCommands.changeAccess(context, { commandId: 'no-lg', actor: ADMIN }, 8, {
    changes: { lgAllowed: false },
  });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const named = async (who: string, list: string, customer?: string): Promise<string[]> =>
  (await vitrine.as(who, customer === undefined ? {} : { customer })).names(`/jewellery/${list}`);
const hide = async (name: string, hidden: boolean): Promise<void> => {
  const admin = await vitrine.as('admin');
  const edited = await admin.post('/jewellery/update_model', { model: { name, hide: hidden } });
  expect(edited.status).toBe(200);
};

describe('pieces of hidden models, and of lab-grown ones without lgAllowed', () => {
  test('are not among the available ones, for any caller', async () => {
    expect(await named('alder', 'available')).toEqual(['G-1', 'O-1']);
    expect(await named('birch', 'available')).toEqual(['O-1']);
    expect(await named('rep', 'available', '8')).toEqual(['O-1']);
    expect(await named('admin', 'available')).toEqual(['G-1', 'O-1']);
  });

  test('are not there to ask for, put in the cart or request', async () => {
    for (const [who, name] of [
      ['alder', 'H-1'],
      ['birch', 'G-1'],
      ['birch', 'H-1'],
    ] as const) {
      const user = await vitrine.as(who);
      const before = await vitrine.context.events.headPosition();
      expect(await user.post('/jewellery/details', { parcelName: name })).toMatchObject({
        status: 402,
        json: { message: 'Piece could not be loaded' },
      });
      expect(await user.post('/jewellery/cart_stones', { parcelNames: [name] })).toMatchObject({
        status: 402,
      });
      expect(await user.post('/jewellery/request_stones', { parcelNames: ['O-1', name] })).toMatchObject({
        status: 402,
        json: { errors: [{ field: 'parcelNames.1', message: `Piece not found: ${name}.` }] },
      });
      expect((await user.post('/jewellery/rows', { parcelNames: [name] })).json).toEqual({
        available: [],
        customer: [],
        cart: [],
        past: [],
      });
      expect(await vitrine.context.events.headPosition()).toBe(before);
    }
  });

  test('are requested by staff for a customer no more than by itself', async () => {
    const rep = await vitrine.as('rep', { customer: '8' });
    expect((await rep.post('/jewellery/request_stones', { parcelNames: ['G-1'] })).status).toBe(402);
    expect((await rep.post('/jewellery/details', { parcelName: 'G-1' })).json).toMatchObject({ actions: [] });
  });

  test('that a customer has stay its own when the model is hidden, and are hidden when they come back', async () => {
    const alder = await vitrine.as('alder');
    await alder.post('/jewellery/request_stones', { parcelNames: ['O-1'] });
    await alder.post('/jewellery/cart_stones', { parcelNames: ['G-1'] });
    expect(await alder.names('/jewellery/cart')).toEqual(['G-1']);
    await hide('Open', true);
    await hide('Grown', true);
    await vitrine.shown();
    expect(await alder.names('/jewellery/customer')).toEqual(['O-1']);
    expect(await alder.names('/jewellery/cart')).toEqual([]);
    expect((await alder.post('/jewellery/details', { parcelName: 'O-1' })).json).toMatchObject({
      status: 'REQUESTED',
      actions: ['RETURN', 'SOLD'],
    });
    await alder.post('/jewellery/return', { parcelNames: ['O-1'] });
    expect(await alder.names('/jewellery/past')).toEqual(['O-1']);
    expect(await alder.names('/jewellery/available')).toEqual([]);
    const past = (await alder.post('/jewellery/details', { parcelName: 'O-1' })).json;
    expect(past).toMatchObject({ history: [{}, {}], actions: [] });
    await hide('Open', false);
    await vitrine.shown();
    expect(await alder.names('/jewellery/available')).toEqual(['O-1']);
  });

  test('the list that a browser kept is no longer good when a model is hidden', async () => {
    const alder = await vitrine.as('alder');
    const etag = (await alder.get('/jewellery/available')).headers.get('etag')!;
    const again = () => alder.get('/jewellery/available', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await hide('Open', true);
    await vitrine.shown();
    expect((await again()).status).toBe(200);
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

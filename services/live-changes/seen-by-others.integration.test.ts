import { describe, expect, test } from 'vitest';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { newTestEvent } from '#projections/engine/testing/test-log.ts';
import { changeNoticeSchema, type ChangeNotice } from './change-notice.ts';
import { listen, liveWorld, soon, type Listener } from './testing/live-world.ts';
import {
  ANY_STONE,
  imported,
  listed,
  memoTo,
  NOW,
  registered,
  requested,
  sold,
} from './testing/stone-events.ts';

const world = liveWorld();
const everyLine = LINES.map((line) => ({ line, parcels: null }));

describe('what one does is seen by the others', () => {
  test('a request takes a stone out of every list, and changes the holding of who asked', async () => {
    const [jeweller, other] = [
      await listen(world, 'jeweller'),
      await listen(world, 'rep', { query: '?customer=13' }),
    ];
    const { position } = world.log.add('stone-A1', requested(12));
    await soon(() =>
      expect(jeweller.changes()).toEqual([
        {
          position: position.toString(),
          lines: [{ line: 'natural', parcels: ['A1'] }],
          cart: false,
          customer: true,
          desires: false,
          models: false,
        },
      ]),
    );
    await soon(() =>
      expect(other.changes()).toEqual([
        {
          position: position.toString(),
          lines: [{ line: 'natural', parcels: ['A1'] }],
          cart: false,
          customer: false,
          desires: false,
          models: false,
        },
      ]),
    );
    expect(jeweller.messages.at(-1)).toMatchObject({ id: position.toString(), event: 'change' });
  });

  test("changes of another's stone, or of a line one may not browse, are not sent", async () => {
    world.server.accounts.set('other', {
      ...world.server.accounts.get('jeweller')!,
      user: { ...world.server.accounts.get('jeweller')!.user, username: 'other', customerId: 13 },
    });
    const notices: unknown[] = [];
    world.bus.subscribe('changes', (message) => notices.push(message));
    world.log.add('stone-A1', requested(12));
    // The notice of the request itself is out.
    await soon(() => expect(notices).toHaveLength(1));
    const [jeweller, other] = [await listen(world, 'jeweller'), await listen(world, 'other')];
    world.log.add('stone-A1', sold(12));
    world.log.add(
      'stone-L1',
      newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }),
    );
    await soon(() =>
      expect(other.changes().flatMap(({ lines }) => lines)).toEqual([{ line: 'labGrown', parcels: ['L1'] }]),
    );
    await soon(() =>
      expect(jeweller.changes().flatMap(({ lines }) => lines)).toEqual([
        { line: 'natural', parcels: ['A1'] },
      ]),
    );
  });

  test('a past holder hears of its parcel no more than anybody else when the next one acts', async () => {
    const notices: ChangeNotice[] = [];
    world.bus.subscribe('changes', (message) => notices.push(changeNoticeSchema.parse(message)));
    const customersOf = () =>
      notices.flatMap(({ parcels }) => parcels ?? []).map(({ customers }) => customers);
    const apart = async (count: number) => soon(() => expect(notices.length).toBeGreaterThanOrEqual(count));
    world.log.add('stone-A1', requested(12));
    await apart(1);
    world.log.add(
      'stone-A1',
      newTestEvent('StoneReturned', { customerId: 12, instructionId: 'i2', effectiveAt: NOW }),
    );
    await apart(2);
    world.log.add('stone-A1', requested(13, '2026-03-02T12:00:00.000Z'));
    await apart(3);
    expect(customersOf()).toEqual([[12], [12], [13]]);
  });

  test('a document and a correction of a held stone reach its holder, and no one else', async () => {
    const notices: ChangeNotice[] = [];
    world.bus.subscribe('changes', (message) => notices.push(changeNoticeSchema.parse(message)));
    const last = async (position: bigint) => {
      await soon(() => expect(BigInt(notices.at(-1)?.position ?? 0)).toBeGreaterThanOrEqual(position));
      return notices.at(-1)?.parcels;
    };
    const concerned = { parcelName: 'A1', line: 'natural', fm: false, labGrown: false, customers: [13] };
    const taken = world.log.add('stone-A1', requested(13));
    expect(await last(taken.position)).toEqual([{ ...concerned, public: true }]);
    const memo = world.log.add('stone-A1', memoTo(13));
    expect(await last(memo.position)).toEqual([{ ...concerned, public: false }]);
    const mistaken = newTestEvent('StoneReturned', {
      customerId: 13,
      instructionId: 'i2',
      effectiveAt: NOW,
    });
    const returned = world.log.add('stone-A1', mistaken);
    expect(await last(returned.position)).toEqual([{ ...concerned, public: false }]);
    const undone = world.log.add(
      'stone-A1',
      newTestEvent('EventUndone', { eventId: mistaken.id, reason: 'a mistake', effectiveAt: NOW }),
    );
    expect(await last(undone.position)).toEqual([{ ...concerned, public: false }]);
    const repriced = world.log.add(
      'stone-A1',
      newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }),
    );
    expect(await last(repriced.position)).toEqual([{ ...concerned, public: false }]);
    const superseded = world.log.add('stone-A1', memoTo(12));
    expect(await last(superseded.position)).toEqual([{ ...concerned, customers: [12, 13], public: false }]);
    const next = world.log.add('stone-A1', sold(12));
    expect(await last(next.position)).toEqual([{ ...concerned, customers: [12], public: false }]);
  });

  test('a cart’s change goes to its own customer only', async () => {
    const [jeweller, other] = [
      await listen(world, 'jeweller'),
      await listen(world, 'admin', { headers: { customer: '13' } }),
    ];
    world.log.add(
      'cart-12',
      newTestEvent('StonesCarted', {
        customerId: 12,
        line: 'natural',
        parcelNames: ['A1'],
        effectiveAt: NOW,
      }),
    );
    world.log.add(
      'cart-13',
      newTestEvent('StonesCarted', {
        customerId: 13,
        line: 'natural',
        parcelNames: ['A1'],
        effectiveAt: NOW,
      }),
    );
    await soon(() => expect(jeweller.changes().filter(({ cart }) => cart)).toHaveLength(1));
    await soon(() => expect(other.changes().filter(({ cart }) => cart)).toHaveLength(1));
  });

  test('a desire’s change goes to its own customer only', async () => {
    const [jeweller, other] = [
      await listen(world, 'jeweller'),
      await listen(world, 'admin', { headers: { customer: '13' } }),
    ];
    const carted = { customerId: 12, spec: ANY_STONE, effectiveAt: NOW };
    world.log.add('desire-d1', newTestEvent('DesireCarted', carted));
    const { position } = world.log.add(
      'desire-d2',
      newTestEvent('DesireCarted', { ...carted, customerId: 13 }),
    );
    await soon(() => expect(jeweller.changes().filter(({ desires }) => desires)).toHaveLength(1));
    await soon(() => expect(other.changes().filter(({ desires }) => desires)).toHaveLength(1));
    expect(other.changes().at(-1)).toEqual({
      position: position.toString(),
      lines: [],
      cart: false,
      customer: false,
      desires: true,
      models: false,
    });
  });

  test('a jewellery model’s change goes to everyone with the pieces that it hides, an order’s to its customer', async () => {
    const [jeweller, other] = [
      await listen(world, 'jeweller'),
      await listen(world, 'admin', { headers: { customer: '13' } }),
    ];
    world.log.add('model-rs1', imported('RS1'));
    for (const one of [jeweller, other])
      await soon(() =>
        expect(one.changes().at(-1)).toMatchObject({
          lines: [{ line: 'jewellery', parcels: null }],
          models: true,
        }),
      );
    world.log.add('customer-13', registered(13));
    await soon(() =>
      expect(other.changes().at(-1)).toMatchObject({ lines: everyLine, customer: true, models: true }),
    );
    const lines = [{ orderId: 'o1', model: 'RS1', quantity: 2 }];
    world.log.add(
      'customer-13',
      newTestEvent('ModelsRequested', { requestId: 'r1', lines, effectiveAt: NOW }),
    );
    await soon(() =>
      expect(other.changes().at(-1)).toMatchObject({ lines: [], customer: false, models: true }),
    );
    expect(jeweller.changes()).toHaveLength(1);
  });

  test("a change of a hidden model's piece goes to staff only", async () => {
    world.log.add('model-rs9', imported('RS9', { hide: true }));
    await soon(async () =>
      expect((await world.database.pool.query('select from read.jewellery_model')).rowCount).toBe(1),
    );
    const named = ({ changes }: Listener) =>
      changes().flatMap(({ lines }) => lines.flatMap((one) => one.parcels ?? []));
    const [jeweller, rep] = [await listen(world, 'jeweller'), await listen(world, 'rep')];
    world.log.add('stone-J9', listed('J9', 'jewellery', { model: 'rs9 ', components: [] }));
    await soon(() => expect(named(rep)).toContain('J9'));
    world.log.add(
      'stone-A1',
      newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }),
    );
    await soon(() => expect(named(jeweller)).toEqual(['A1']));
  });

  test("a change of a lab-grown model's piece goes to those who may browse lab-grown stones", async () => {
    world.server.accounts.set('other', {
      ...world.server.accounts.get('jeweller')!,
      user: { ...world.server.accounts.get('jeweller')!.user, username: 'other', customerId: 13 },
    });
    world.log.add('model-rs8', imported('RS8', { labGrown: true }));
    await soon(async () =>
      expect((await world.database.pool.query('select from read.jewellery_model')).rowCount).toBe(1),
    );
    const named = ({ changes }: Listener) =>
      changes().flatMap(({ lines }) => lines.flatMap((one) => one.parcels ?? []));
    const [jeweller, other] = [await listen(world, 'jeweller'), await listen(world, 'other')];
    world.log.add('stone-J8', listed('J8', 'jewellery', { model: 'rs8 ', components: [] }));
    await soon(() => expect(named(other)).toContain('J8'));
    world.log.add(
      'stone-A1',
      newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }),
    );
    await soon(() => expect(named(jeweller)).toEqual(['A1']));
  });

  test('a feed of very many stones is a line to load again, in a few messages', async () => {
    const jeweller = await listen(world, 'jeweller');
    for (let index = 0; index < 1200; index += 1) world.log.add(`stone-N${index}`, listed(`N${index}`));
    const end = await world.log.headPosition();
    await soon(() => expect(BigInt(jeweller.changes().at(-1)?.position ?? 0)).toBe(end));
    expect(jeweller.changes().some(({ lines }) => lines.some(({ parcels }) => parcels === null))).toBe(true);
    expect(jeweller.changes().length).toBeLessThan(40);
  });
});

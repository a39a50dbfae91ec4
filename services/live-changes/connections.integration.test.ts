import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { newTestEvent } from '#projections/engine/testing/test-log.ts';
import { settings, terms } from '#projections/vendors/testing/made-vendor.ts';
import { ACCOUNTS_SUBJECT } from '#services/identity/index.ts';
import { listen, liveWorld, soon } from './testing/live-world.ts';
import { nothing, NOW, requested, sold } from './testing/stone-events.ts';

const world = liveWorld();
const REPRICED = { costCents: 1, totalCents: 2, effectiveAt: NOW };

describe('a connection', () => {
  test('is a stream that nothing on the way holds back, and begins with the position', async () => {
    const { status, headers, messages } = await listen(world, 'jeweller', {
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('content-encoding')).toBe(null);
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual([
      'no-store, no-transform',
      'no',
    ]);
    expect(messages[0]).toEqual({ retry: '2000', id: (await world.log.headPosition()).toString() });
  });

  const everything = {
    lines: ['natural', 'labGrown', 'fancyColour', 'jewellery'].map((line) => ({ line, parcels: null })),
    cart: true,
    customer: true,
    desires: true,
    models: true,
    attributes: true,
  };
  const resumed = (position: bigint, username = 'jeweller') =>
    listen(world, username, { query: `?since=${position}` });

  test.each(['last-event-id', 'since'])(
    'resumed from a position that is not remembered (%s) it is asked to load everything again, from the newest nothing',
    async (by) => {
      const head = await world.log.headPosition();
      const from = (position: bigint) =>
        by === 'since'
          ? { query: `?since=${position}` }
          : { headers: { 'last-event-id': position.toString() } };
      const old = await listen(world, 'jeweller', from(head - 1n));
      await soon(() => expect(old.changes()).toEqual([{ position: head.toString(), ...everything }]));
      const current = await listen(world, 'jeweller', from(head));
      world.log.add('stone-A1', requested(12));
      await soon(() => expect(current.changes()).toHaveLength(1));
      expect(current.changes()[0]?.lines).toEqual([{ line: 'natural', parcels: ['A1'] }]);
    },
  );

  /** A listener that has heard all notices so far. */
  const heardOf = async (position: bigint) => {
    const rep = await listen(world, 'rep');
    world.log.add('stone-A1', newTestEvent('StoneRepriced', REPRICED));
    await soon(() => expect(BigInt(rep.changes().at(-1)?.position ?? 0)).toBeGreaterThan(position));
    return rep;
  };

  test('resumed from where it was, it is sent what it has missed in one message, as it would have been sent it', async () => {
    const rep = await heardOf(await world.log.headPosition());
    const left = BigInt(rep.changes().at(-1)!.position);
    world.log.add('stone-L1', newTestEvent('StoneRepriced', REPRICED));
    const { position } = world.log.add('stone-A1', requested(12));
    await soon(() => expect(rep.changes().at(-1)?.position).toBe(position.toString()));
    const rest = { position: position.toString(), cart: false, desires: false, models: false };
    const own = [{ line: 'natural', parcels: ['A1'] }];

    const jeweller = await resumed(left);
    await soon(() => expect(jeweller.changes()).toEqual([{ ...rest, lines: own, customer: true }]));
    const other = await resumed(left, 'rep');
    const lines = [...own, { line: 'labGrown', parcels: ['L1'] }];
    await soon(() => expect(other.changes()).toEqual([{ ...rest, lines, customer: false }]));

    // Of a sale only the one who has the stone hears; from there on it goes on as for everybody else.
    const before = BigInt(other.changes()[0]!.position);
    const sale = world.log.add('stone-A1', sold(12));
    await soon(() => expect(rep.changes().at(-1)?.position).toBe(sale.position.toString()));
    const unconcerned = await listen(world, 'admin', { query: `?customer=13&since=${before}` });
    await soon(() => expect(unconcerned.changes()).toHaveLength(1));
    world.server.accounts.set('other', {
      ...world.server.accounts.get('jeweller')!,
      user: { ...world.server.accounts.get('jeweller')!.user, username: 'other', customerId: 13 },
    });
    const another = await resumed(before, 'other');
    world.log.add('stone-L1', newTestEvent('StoneRepriced', REPRICED));
    await soon(() => expect(another.changes()).toHaveLength(1));
    expect(another.changes()[0]?.lines).toEqual([{ line: 'labGrown', parcels: ['L1'] }]);
  });

  test.each([
    ['notices may not have come', () => void (world.hears = false)],
    ['its rights may have changed', () => world.bus.publish('changes', { ...nothing, customers: [12] })],
    ['shapes are called something else', () => world.bus.publish('attributes', { list: 'shapes' })],
    ['too much changed', () => world.bus.publish('changes', { ...nothing, parcels: null })],
  ])('resumed where %s meanwhile it is asked to load everything again', async (_, meanwhile) => {
    const rep = await heardOf(await world.log.headPosition());
    const left = BigInt(rep.changes().at(-1)!.position);
    const { position } = world.log.add('stone-A1', requested(12));
    await soon(() => expect(rep.changes().at(-1)?.position).toBe(position.toString()));
    meanwhile();
    const jeweller = await resumed(left);
    await soon(() => expect(jeweller.changes()).toEqual([{ position: position.toString(), ...everything }]));
  });

  test('after lost notices it is asked to load everything again', async () => {
    const jeweller = await listen(world, 'jeweller');
    world.bus.publish('changes', { ...nothing, position: '9999', parcels: null });
    await soon(() => expect(jeweller.changes()[0]).toMatchObject({ position: '9999', cart: true }));
  });

  test('every client hears of renamed entries of attribute lists', async () => {
    const all = [await listen(world, 'jeweller'), await listen(world, 'rep')];
    world.bus.publish('attributes', { list: 'shapes' });
    for (const { changes } of all)
      await soon(() => expect(changes()).toMatchObject([{ attributes: true, cart: false, customer: false }]));
  });

  test('every client loads everything again when another price list is in force, and only then', async () => {
    const all = [await listen(world, 'jeweller'), await listen(world, 'rep')];
    const head = await world.log.headPosition();
    world.bus.publish('price-lists', { date: '2026-04-01' });
    world.shownFor = 'April';
    world.bus.publish('price-lists', { date: '2026-03-02' });
    for (const { changes } of all)
      await soon(() => expect(changes()).toEqual([{ position: head.toString(), ...everything }]));
    // Prices have no position in the log: one that resumes from this one may have missed them.
    const back = await resumed(head);
    await soon(() => expect(back.changes()).toEqual([{ position: head.toString(), ...everything }]));
    const { position } = world.log.add('stone-A1', newTestEvent('StoneRepriced', REPRICED));
    await soon(() => expect(back.changes().at(-1)?.position).toBe(position.toString()));
    const next = await resumed(position);
    world.shownFor = 'of a day that has begun';
    await listen(world, 'admin');
    await soon(() => expect(next.changes()).toEqual([{ position: position.toString(), ...everything }]));
  });

  test('every client loads everything again when a feed shows that a vendor may have its stones again', async () => {
    const all = [await listen(world, 'jeweller'), await listen(world, 'rep')];
    const read = newTestEvent('VendorFeedRead', {
      vendorId: 7,
      fileHash: 'of-march',
      rows: 2,
      listed: 0,
      reported: 2,
      effectiveAt: NOW,
    });
    const registered = { vendorId: 7, settings, terms, effectiveAt: NOW };
    world.log.add('vendor-7', newTestEvent('VendorRegistered', registered));
    world.shownFor = 'no feed is old';
    const { position } = world.log.add('vendor-7', read);
    for (const { changes } of all)
      await soon(() => expect(changes()).toEqual([{ position: position.toString(), ...everything }]));
    // One that was not old before changes nothing.
    world.log.add('vendor-7', { ...read, id: randomUUID() });
    const next = world.log.add('stone-A1', newTestEvent('StoneRepriced', REPRICED));
    for (const { changes } of all)
      await soon(() => expect(changes()[1]?.position).toBe(next.position.toString()));
  });

  test('ends when its session expires, with notice of it', async () => {
    world.clock.set('2026-03-02T09:00:00.500Z');
    const token = world.server.as('jeweller');
    world.clock.set('2026-03-02T09:59:59.800Z');
    const jeweller = await listen(world, 'jeweller', { headers: token });
    await soon(() => expect(jeweller.messages.at(-1)).toMatchObject({ event: 'session' }));
    await soon(() => expect(jeweller.ended()).toBe(true));
  });

  test('ends immediately when its user is deactivated; other users keep theirs', async () => {
    const [jeweller, rep] = [await listen(world, 'jeweller'), await listen(world, 'rep')];
    const account = world.server.accounts.get('jeweller')!;
    world.server.accounts.set('jeweller', { ...account, user: { ...account.user, active: false } });
    world.bus.publish(ACCOUNTS_SUBJECT, { username: 'jeweller' });
    world.bus.publish(ACCOUNTS_SUBJECT, { username: 'rep' });
    await soon(() => expect(jeweller.ended()).toBe(true));
    expect(jeweller.messages.at(-1)).toMatchObject({ event: 'session' });
    expect(rep.ended()).toBe(false);
  });

  test.each([
    ['jeweller', { showPrices: 'RETAIL' }],
    ['jeweller', { customerId: 13 }],
    ['rep', { salesRep: false, customerId: 13 }],
  ] as const)('of %s ends with notice when its user gets other rights: %o', async (username, rights) => {
    const [changed, other] = [await listen(world, username), await listen(world, 'admin')];
    const account = world.server.accounts.get(username)!;
    const heardOf = async (more: Partial<typeof account.user>) => {
      world.server.accounts.set(username, { ...account, user: { ...account.user, ...more } });
      for (const one of [username, 'admin']) world.bus.publish(ACCOUNTS_SUBJECT, { username: one });
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await heardOf({ firstName: 'Another' });
    expect(changed.ended()).toBe(false);
    await heardOf(rights);
    await soon(() => expect(changed.ended()).toBe(true));
    expect(changed.messages.at(-1)).toMatchObject({ event: 'session' });
    expect(other.ended()).toBe(false);
  });

  test.each([
    ['is deactivated', { active: false }],
    ['gets another price mode', { showPrices: 'RETAIL' }],
  ] as const)('of a view ends with notice when the viewed user %s', async (_, changes) => {
    const view = { customerId: 12, username: 'jeweller' };
    const viewing = await listen(world, 'rep', { headers: world.server.as('rep', view) });
    const own = await listen(world, 'rep');
    const account = world.server.accounts.get('jeweller')!;
    world.server.accounts.set('jeweller', { ...account, user: { ...account.user, ...changes } });
    world.bus.publish(ACCOUNTS_SUBJECT, { username: 'jeweller' });
    await vi.waitFor(() => expect(viewing.ended()).toBe(true), 3_000);
    expect(viewing.messages.at(-1)).toMatchObject({ event: 'session' });
    expect(own.ended()).toBe(false);
  });

  test('learns immediately when its customer may browse another line', async () => {
    const jeweller = await listen(world, 'jeweller');
    world.access.set(12, { allowLogin: true, lgAllowed: true, fcAllowed: false, fmAllowed: false });
    world.bus.publish('changes', { ...nothing, customers: [12] });
    await soon(() => expect(jeweller.changes()).toHaveLength(1));
    world.log.add('stone-L1', newTestEvent('StoneRepriced', REPRICED));
    await soon(() =>
      expect(jeweller.changes().at(-1)?.lines).toEqual([{ line: 'labGrown', parcels: ['L1'] }]),
    );
  });

  test('is for signed-in callers, and for their own customer', async () => {
    expect((await fetch(`${world.address}/changes`)).status).toBe(401);
    expect((await listen(world, 'jeweller', { query: '?customer=13' })).status).toBe(403);
    expect((await listen(world, 'admin', { query: '?customer=99' })).status).toBe(402);
    for (const since of ['yesterday', '9'.repeat(21)])
      expect((await listen(world, 'admin', { query: `?since=${since}` })).status).toBe(402);
  });

  test('is refused beyond twelve of one user, and given again when one is closed', async () => {
    for (let index = 0; index < 12; index += 1) await listen(world, 'jeweller');
    expect((await listen(world, 'jeweller')).status).toBe(402);
    expect((await listen(world, 'rep')).status).toBe(200);
    world.listening[0]?.abort();
    await soon(async () => expect((await listen(world, 'jeweller')).status).toBe(200));
  });

  test('ends when the server closes', async () => {
    const jeweller = await listen(world, 'jeweller');
    await world.server.app.close();
    await soon(() => expect(jeweller.ended()).toBe(true));
  });
});

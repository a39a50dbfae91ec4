import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { correctHistory, type Corrected } from './correct-history.ts';
import { aStone } from './testing/a-stone.ts';

let vitrine: SmallVitrine;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const key = (value: string) => ({ headers: { 'idempotency-key': value } });

describe('corrections', () => {
  test('undo: the stone is available again, the history shows administrators alone what was', async () => {
    const [alder, admin] = [await vitrine.as('alder'), await vitrine.as('admin', { customer: '7' })];
    const name = await aStone(vitrine);
    await alder.post('/inventory/request_stones', { parcelNames: [name] });
    await vitrine.shown();
    const preview = await admin.post('/inventory/undo', {
      parcelName: name,
      action: 'REQUEST',
      preview: true,
    });
    expect(preview.json).toMatchObject({ statusNow: 'REQUESTED', statusAfter: 'AVAILABLE' });
    const undone = await admin.post(
      '/inventory/undo',
      { parcelName: name, action: 'REQUEST', remarks: 'wrong stone' },
      key('undo-1'),
    );
    expect(undone.json).toMatchObject({
      status: 'AVAILABLE',
      history: [{ type: 'REQUEST', undone: { by: 'admin', reason: 'wrong stone' } }],
    });
    expect(
      (
        await admin.post(
          '/inventory/undo',
          { parcelName: name, action: 'REQUEST', remarks: 'wrong stone' },
          key('undo-1'),
        )
      ).status,
    ).toBe(200);
    await vitrine.shown();
    for (const one of [alder, await vitrine.as('rep', { customer: '7' })])
      expect((await one.post('/inventory/details', { parcelName: name })).json).toMatchObject({
        status: 'AVAILABLE',
        history: [],
      });
    expect(await alder.names('/inventory/past')).not.toContain(name);
  });

  test('repricing is no action of the customer: its last action stays the memo', async () => {
    const [alder, admin] = [await vitrine.as('alder'), await vitrine.as('admin')];
    const name = await aStone(vitrine);
    const memo = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await vitrine.document('MEMO', name, 7, memo);
    const price = { customerPrice: 9300, listPrice: 9500, cost: 8500 };
    const asked = { parcelName: name, customerId: 7, ...price, remarks: 'a feather' };
    expect((await admin.post('/inventory/reprice', asked)).status).toBe(200);
    await vitrine.shown();
    const row = (await alder.list('/inventory/customer')).find(({ parcelName }) => parcelName === name);
    expect(row).toMatchObject({ total: 9300, lastAction: houseDayOf(memo, ZONE) });
    await vitrine.document('RETURN_MEMO', name);
    await vitrine.shown();
  });

  test('repricing: previewed with the bills that change, then what the customer has is at the new price', async () => {
    const [alder, admin] = [await vitrine.as('alder'), await vitrine.as('admin')];
    const name = await aStone(vitrine);
    await alder.post('/inventory/request_stones', { parcelNames: [name] });
    const asked = { parcelName: name, customerId: 7, customerPrice: 9300, listPrice: 9500, cost: 8500 };
    const preview = await admin.post('/inventory/reprice', { ...asked, preview: true });
    expect(preview.json).toMatchObject({ statusNow: 'REQUESTED', statusAfter: 'REQUESTED', bills: [] });
    const before = await vitrine.context.events.headPosition();
    for (const [body, code] of [
      [asked, 'NO_REASON'],
      [{ ...asked, customerId: 8, remarks: 'why' }, 'NOT_HELD'],
      [{ ...asked, remarks: 'why', effectiveAt: '2090-01-01' }, 'DATE_IN_FUTURE'],
      [{ ...asked, remarks: 'why', effectiveAt: '2020-01-01' }, 'NOT_HELD'],
      [{ ...asked, remarks: 'why', effectiveAt: 'once' }, 'NOT_A_DATE'],
    ] as const)
      expect(await admin.post('/inventory/reprice', body)).toMatchObject({ status: 402, json: { code } });
    expect((await admin.post('/inventory/reprice', { ...asked, customerPrice: 0.001 })).status).toBe(402);
    expect((await alder.post('/inventory/reprice', { ...asked, remarks: 'why' })).status).toBe(403);
    expect(await vitrine.context.events.headPosition()).toBe(before);

    const given = { ...asked, remarks: 'a feather' };
    expect((await admin.post('/inventory/reprice', given, key('reprice-1'))).status).toBe(200);
    const after = await vitrine.context.events.headPosition();
    expect((await admin.post('/inventory/reprice', given, key('reprice-1'))).status).toBe(200);
    expect(await vitrine.context.events.headPosition()).toBe(after);
    expect(await admin.post('/inventory/reprice', given)).toMatchObject({
      status: 402,
      json: { code: 'NOTHING_CHANGES' },
    });
    await vitrine.shown();
    expect(await alder.list('/inventory/customer')).toContainEqual(
      expect.objectContaining({ parcelName: name, total: 9300 }),
    );
    // On memo it is fee base: the bill of the running month changes with it.
    await vitrine.document('MEMO', name);
    await vitrine.shown();
    const onMemo = await admin.post('/inventory/reprice', { ...asked, customerPrice: 5000, preview: true });
    expect(onMemo.json).toMatchObject({
      customers: [{ customerId: 7, holdingNow: expect.any(Number), holdingAfter: expect.any(Number) }],
    });
    const [held] = (onMemo.json as { customers: { holdingNow: number; holdingAfter: number }[] }).customers;
    expect(held!.holdingAfter - held!.holdingNow).toBe(-4300);
    // Without values for an administrator who sees no wholesale prices.
    const narrowed = await vitrine.as('admin', { prices: 'RETAIL' });
    const seen = await narrowed.post('/inventory/reprice', { ...asked, customerPrice: 5000, preview: true });
    expect(seen.json).toEqual({
      parcelName: name,
      seen: expect.any(String),
      statusNow: expect.any(String),
      statusAfter: expect.any(String),
      repricings: [],
      customers: [{ customerId: 7, name: expect.any(String) }],
    });
    await alder.post('/inventory/return', { parcelNames: [name] });
    await vitrine.document('RETURN_MEMO', name);
    await vitrine.shown();
  });

  test('the undo of a request that was repriced takes the repricing back with it, and says so first', async () => {
    const [alder, admin] = [await vitrine.as('alder'), await vitrine.as('admin')];
    const name = await aStone(vitrine);
    await alder.post('/inventory/request_stones', { parcelNames: [name] });
    const prices = { customerPrice: 9300, listPrice: 9500, cost: 8500 };
    const repriced = { parcelName: name, customerId: 7, ...prices, remarks: 'a feather' };
    expect((await admin.post('/inventory/reprice', repriced)).status).toBe(200);
    await vitrine.shown();
    expect((await admin.get(`/api/parcels/${name}/timeline`)).json).toMatchObject({
      correctable: { action: 'REQUEST' },
    });
    const undo = { parcelName: name, action: 'REQUEST' };
    expect(await admin.post('/inventory/undo', { ...undo, preview: true })).toMatchObject({
      status: 200,
      json: { statusAfter: 'AVAILABLE', repricings: [{ reason: 'a feather', date: expect.any(String) }] },
    });
    expect((await admin.post('/inventory/undo', undo, key('undo-repriced'))).status).toBe(200);
    const after = await vitrine.context.events.headPosition();
    expect((await admin.post('/inventory/undo', undo, key('undo-repriced'))).status).toBe(200);
    expect(await vitrine.context.events.headPosition()).toBe(after);
    await vitrine.shown();
    const { json } = await admin.get(`/api/parcels/${name}/timeline`);
    expect(json).toMatchObject({
      status: 'AVAILABLE',
      entries: [
        { type: 'REQUEST', state: 'UNDONE' },
        { type: 'REPRICING', state: 'UNDONE' },
      ],
      anomalies: [],
    });
  });

  test('what has changed since its effect was shown is not corrected, nor is a date to the one that stands', async () => {
    const admin = await vitrine.as('admin', { customer: '8' });
    const name = await aStone(vitrine);
    await admin.post('/inventory/request_stones', { parcelNames: [name] });
    const asked = { parcelName: name, action: 'REQUEST' };
    const dated = { ...asked, newDate: '2026-02-03T10:00' };
    const { json } = await admin.post('/inventory/undo', { ...asked, preview: true });
    const { seen } = json as { seen: string };
    // Given another window, which changes the date meanwhile.
    expect((await admin.post('/inventory/change_date', { ...dated, seen })).status).toBe(200);
    const head = await vitrine.context.events.headPosition();
    const held = { parcelName: name, customerId: 8, customerPrice: 1, listPrice: 1, cost: 1, remarks: 'x' };
    for (const [call, body] of [
      ['undo', asked],
      ['change_date', { ...dated, newDate: '2026-02-04T10:00' }],
      ['reprice', held],
    ] as const)
      expect(await admin.post(`/inventory/${call}`, { ...body, seen }), call).toMatchObject({
        status: 402,
        json: {
          code: 'CHANGED_MEANWHILE',
          field: 'seen',
          message: expect.stringContaining('its last entry is the REQUEST of Feb 3, 2026'),
        },
      });
    expect(await admin.post('/inventory/change_date', dated)).toMatchObject({
      status: 402,
      json: { code: 'DATE_UNCHANGED', field: 'newDate' },
    });
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test('back-dating: the history shows the new date and the one first recorded', async () => {
    const admin = await vitrine.as('admin', { customer: '8' });
    const name = await aStone(vitrine);
    await admin.post('/inventory/request_stones', { parcelNames: [name] });
    const moved = await admin.post('/inventory/change_date', {
      parcelName: name,
      action: 'REQUEST',
      newDate: '2026-02-03T10:00',
    });
    expect(moved.json).toMatchObject({
      history: [{ type: 'REQUEST', date: '2026-02-03T15:00:00.000Z', recordedDate: expect.any(String) }],
    });
    const before = await vitrine.context.events.headPosition();
    for (const [newDate, message] of [
      ...['yesterday', '2026-02-03', '', undefined, null, 123].map((bad) => [bad, 'Not a valid date.']),
      ['2090-01-01T10:00', 'The new date lies in the future.'],
    ]) {
      expect(
        await admin.post('/inventory/change_date', { parcelName: name, action: 'REQUEST', newDate }),
      ).toMatchObject({ status: 402, json: { message, field: 'newDate' } });
    }
    expect(await admin.post('/inventory/undo', { parcelName: name, action: 'RETURN' })).toMatchObject({
      status: 402,
      json: { code: 'NOT_LATEST' },
    });
    // Opened on a request that is no longer the last entry; its preview too.
    const other = { parcelName: name, action: 'REQUEST', eventId: 'another', newDate: '2026-02-02T10:00' };
    for (const call of ['undo', 'change_date'])
      for (const preview of [true, false])
        expect(await admin.post(`/inventory/${call}`, { ...other, preview })).toMatchObject({
          status: 402,
          json: { code: 'NOT_LATEST', field: 'eventId' },
        });
    expect(await vitrine.context.events.headPosition()).toBe(before);
    const { correctable } = (await admin.post('/inventory/details', { parcelName: name })).json as {
      correctable: { eventId: string };
    };
    expect((await admin.post('/inventory/undo', { ...other, eventId: correctable.eventId })).status).toBe(
      200,
    );
  });

  test('of several new dates the last one counts, also after one of a process whose clock is ahead', async () => {
    // Given a request that a process dated whose clock is a minute ahead.
    const alder = await vitrine.as('alder');
    const name = await aStone(vitrine);
    await alder.post('/inventory/request_stones', { parcelNames: [name] });
    const { context } = vitrine;
    const ahead = { ...context, clock: () => new Date(Date.now() + 60_000) };
    const date = (at: string, by: typeof context): Promise<Corrected> =>
      correctHistory(
        by,
        { username: 'admin', role: 'administrator' },
        { parcelName: name, intent: 'REQUEST', newDate: at },
        { key: at },
      );
    await date('2026-02-10T15:00:00.000Z', ahead);
    // When others date it again, one after the other, then each is its date, and shown as such.
    for (const day of [11, 9, 12, 8, 13, 7]) {
      const at = `2026-02-${String(day).padStart(2, '0')}T15:00:00.000Z`;
      const { after } = await date(at, context);
      expect(after.entries).toMatchObject([{ type: 'REQUEST', effectiveAt: at }]);
      await vitrine.shown();
      const { json } = await (await vitrine.as('admin')).post('/inventory/details', { parcelName: name });
      expect(json).toMatchObject({ history: [{ type: 'REQUEST', date: at }] });
    }
  });

  test('not after a document, not of another line, and by administrators only', async () => {
    const admin = await vitrine.as('admin');
    const name = await aStone(vitrine);
    await vitrine.document('MEMO', name, 8);
    expect(await admin.post('/inventory/undo', { parcelName: name, action: 'REQUEST' })).toMatchObject({
      status: 402,
    });
    for (const who of ['alder', 'rep']) {
      expect(
        (await (await vitrine.as(who)).post('/inventory/undo', { parcelName: name, action: 'REQUEST' }))
          .status,
      ).toBe(403);
    }
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WireBillingEffect } from '#contracts/api/bills.ts';
import type { HistoryResource } from '#contracts/api/history.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { customerCommands } from '#services/customers/index.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { audited, today } from './testing/audited.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

/** Noon of the house's day so many days ago. */
const ago = (days: number) => `${addDays(today(), -days)}T17:00:00.000Z`;

type Asked = { filter?: object; sort?: [string, 'ASC' | 'DESC']; range?: [number, number] };

async function ask({ filter, sort, range }: Asked, who = 'admin') {
  await audited(vitrine).shown();
  const query = new URLSearchParams();
  if (filter) query.set('filter', JSON.stringify(filter));
  if (sort) query.set('sort', JSON.stringify(sort));
  if (range) query.set('range', JSON.stringify(range));
  const reply = await (await vitrine.as(who)).get(`/api/history?${query}`);
  return { ...reply, rows: reply.json as HistoryResource[], range: reply.headers.get('content-range') };
}

const types = (rows: readonly { type: string }[]) => rows.map(({ type }) => type);

describe('the search', () => {
  test('finds everything recorded of a parcel, newest learnt first: who, when it happened, when learnt, why', async () => {
    await vitrine.listStone('S-1');
    await audited(vitrine).instruct('cart_stones', 'S-1');
    await audited(vitrine).instruct('request_stones', 'S-1', 'for the window');
    await vitrine.document('MEMO', 'S-1', 7, '2026-04-10');
    const { rows, range } = await ask({ filter: { parcel: 's-1' } });
    expect(types(rows)).toEqual([
      'MEMO',
      'InstructionFinished',
      'StonesUncarted',
      'StoneRequested',
      'InstructionPlaced',
      'StonesCarted',
      'StoneListed',
    ]);
    expect(range).toBe('history 0-6/7');
    const requested = rows.find(({ type }) => type === 'StoneRequested');
    expect(requested).toMatchObject({
      stream: 'stone-S-1',
      parcelNames: ['S-1'],
      customerId: 7,
      customerName: 'Alder & Sons',
      actor: 'alder',
      role: 'customer',
      reason: 'for the window',
      facts: { customerPrice: 9800 },
    });
    expect(rows[0]).toMatchObject({
      effectiveAt: '2026-04-10',
      facts: { document: 'VITRINE/MEMO/MEMO-S-1-7-2026-04-10/1', version: 1, amount: 9800 },
    });
    // The instruction's own name finds its events, too.
    const placed = rows.find(({ type }) => type === 'InstructionPlaced');
    const finished = (await ask({ filter: { q: 'memo-s-1-7-2026-04-10' } })).rows;
    expect(types(finished)).toEqual(['MEMO']);
    expect(placed?.facts).toEqual({ action: 'REQUEST', parcels: 1 });
  });

  test('narrows by customer, actor and type, alone and together', async () => {
    await vitrine.listStone('S-2');
    await audited(vitrine).instruct('request_stones', 'S-2', undefined, 'birch');
    const byCustomer = (await ask({ filter: { customerId: 8, type: ['StoneRequested', 'StoneReturned'] } }))
      .rows;
    expect(byCustomer.map((row) => [row.type, row.parcelNames, row.actor])).toEqual([
      ['StoneRequested', ['S-2'], 'birch'],
    ]);
    const byActor = (await ask({ filter: { actor: 'birch' } })).rows;
    expect(new Set(byActor.map(({ actor }) => actor))).toEqual(new Set(['birch']));
    expect((await ask({ filter: { actor: 'birch', customerId: 7 } })).rows).toEqual([]);
  });

  test('changed terms are shown in percent and dollars, with their reason', async () => {
    const command = { commandId: 'terms', actor: { username: 'admin', role: 'administrator' } } as const;
    await customerCommands.changeTerms(vitrine.context, command, 9, {
      changes: { feeRatePpm: 12_500, minInventoryCents: 5_000_000 },
      reason: 'new contract',
      effectiveAt: '2026-02-01',
    });
    const { rows } = await ask({ filter: { type: 'CustomerTermsChanged', customerId: 9 } });
    expect(rows).toEqual([
      expect.objectContaining({
        reason: 'new contract',
        effectiveAt: '2026-02-01',
        facts: { feeRate: 1.25, minInventory: 50_000 },
      }),
    ]);
  });

  test('cuts on either axis by the house’s days, both ends included, and sorts on either', async () => {
    await vitrine.listStone('S-3');
    await vitrine.document('MEMO', 'S-3', 8, '2026-03-01');
    await vitrine.document('RETURN_MEMO', 'S-3', 8, '2026-03-09');
    const of = async (filter: object, sort?: Asked['sort']) =>
      types((await ask({ filter: { parcel: 'S-3', ...filter }, ...(sort && { sort }) })).rows);
    expect(await of({ effectiveFrom: '2026-03-01', effectiveTo: '2026-03-09' })).toEqual([
      'RETURN_MEMO',
      'MEMO',
    ]);
    expect(await of({ effectiveFrom: '2026-03-02', effectiveTo: '2026-03-09' })).toEqual(['RETURN_MEMO']);
    expect(await of({ effectiveTo: '2026-03-08', effectiveFrom: '2026-03-01' })).toEqual(['MEMO']);
    expect(await of({ recordedTo: addDays(today(), -1) })).toEqual([]);
    expect(await of({ recordedFrom: today() })).toEqual(['RETURN_MEMO', 'MEMO', 'StoneListed']);
    expect(await of({}, ['effectiveAt', 'ASC'])).toEqual(['StoneListed', 'MEMO', 'RETURN_MEMO']);
    expect(await of({}, ['recordedAt', 'ASC'])).toEqual(['StoneListed', 'MEMO', 'RETURN_MEMO']);
  });

  test('pages in the database, and counts what was found', async () => {
    const all = await ask({ filter: { parcel: 'S-3' } });
    const page = await ask({ filter: { parcel: 'S-3' }, range: [1, 1] });
    expect(page.range).toBe('history 1-1/3');
    expect(page.headers.get('x-total-estimate')).toBeNull();
    expect(page.rows).toEqual([all.rows[1]]);
    expect((await ask({ filter: { parcel: 'S-3' }, range: [5, 9] })).range).toBe('history */3');
  });

  test.each([
    [{ filter: { colour: 'D' } }, /colour cannot be filtered by; use id, q, parcel, customerId/],
    [{ filter: { effectiveFrom: 'yesterday' } }, /effectiveFrom give a day/],
    [{ filter: { customerId: 'x' } }, /customerId/],
    [{ sort: ['reason', 'ASC'] as ['reason', 'ASC'] }, /none of recordedAt, effectiveAt/],
    [{ range: [49_990, 50_010] as [number, number] }, /narrow the search/],
  ])('%j is refused, with what would do', async (asked, words) => {
    const reply = await ask(asked);
    expect([reply.status, (reply.json as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(words),
    ]);
  });
});

describe('corrections', () => {
  test('an undone entry names by whom and why; the correction is an entry of its own; both are found', async () => {
    await vitrine.listStone('C-1');
    await audited(vitrine).instruct('request_stones', 'C-1');
    await audited(vitrine).correct('undo', {
      parcelName: 'C-1',
      action: 'REQUEST',
      remarks: 'the wrong stone',
    });
    const { rows } = await ask({ filter: { parcel: 'C-1', type: ['StoneRequested', 'EventUndone'] } });
    const [undoing, request] = rows;
    expect(undoing).toMatchObject({
      type: 'EventUndone',
      actor: 'admin',
      reason: 'the wrong stone',
      customerId: 7,
      customerName: 'Alder & Sons',
    });
    expect(undoing?.facts).toEqual({ eventId: request?.id });
    expect(request?.undone).toEqual({
      eventId: undoing?.id,
      by: 'admin',
      recordedAt: undoing?.recordedAt,
      reason: 'the wrong stone',
    });
    const undone = (await ask({ filter: { undone: true } })).rows;
    expect(undone.map(({ id }) => id)).toContain(request?.id);
    expect(new Set(undone.map((row) => row.undone !== undefined))).toEqual(new Set([true]));
  });

  test('a re-dated entry is found at its new date, and shows what was recorded first', async () => {
    await vitrine.listStone('C-2');
    await audited(vitrine).instruct('request_stones', 'C-2');
    const [before] = (await ask({ filter: { parcel: 'C-2', type: 'StoneRequested' } })).rows;
    await audited(vitrine).correct('change_date', {
      parcelName: 'C-2',
      action: 'REQUEST',
      newDate: ago(5),
      remarks: 'phoned',
    });
    const day = addDays(today(), -5);
    const { rows } = await ask({
      filter: { parcel: 'C-2', type: 'StoneRequested', effectiveFrom: day, effectiveTo: day },
    });
    expect(rows).toEqual([
      expect.objectContaining({
        effectiveAt: ago(5),
        recordedEffectiveAt: before?.effectiveAt,
        recordedAt: before?.recordedAt,
        dateChanges: [expect.objectContaining({ by: 'admin', newDate: ago(5), reason: 'phoned' })],
      }),
    ]);
  });
});

describe('what an entry changed in money', () => {
  test('a sale undone lets the fee go on: the bill’s difference line by line, as known when it was undone', async () => {
    const command = { commandId: 'fee', actor: { username: 'admin', role: 'administrator' } } as const;
    await customerCommands.changeTerms(vitrine.context, command, 8, {
      changes: { feeRatePpm: 10_000 },
      effectiveAt: '2025-01-01',
    });
    await vitrine.listStone('M-1');
    await vitrine.document('MEMO', 'M-1', 8, addDays(today(), -70));
    await vitrine.shown();
    await audited(vitrine).instruct('sale', 'M-1', undefined, 'birch');
    await audited(vitrine).correct('change_date', { parcelName: 'M-1', action: 'SOLD', newDate: ago(69) });
    await audited(vitrine).correct('undo', {
      parcelName: 'M-1',
      action: 'SOLD',
      remarks: 'not sold after all',
    });
    const [undone] = (await ask({ filter: { parcel: 'M-1', type: 'EventUndone' } })).rows;
    const reply = await (await vitrine.as('admin')).get(`/api/history/${undone?.id}/effect`);
    expect(reply.status, reply.text).toBe(200);
    const { bills } = reply.json as WireBillingEffect;
    expect(bills.length).toBeGreaterThanOrEqual(2);
    for (const bill of bills) {
      expect(bill.customerId).toBe(8);
      expect(bill.after).toBeGreaterThan(bill.before);
      const sum = bill.lines.reduce(
        (cents, { before, after }) => cents + Math.round((after - before) * 100),
        0,
      );
      expect(sum).toBe(Math.round((bill.after - bill.before) * 100));
      expect(bill.lines.map(({ kind, parcelName }) => [kind, parcelName])).toContainEqual(['FEE', 'M-1']);
    }
  });

  test('the first day’s request changed nothing; what is no entry of a parcel is not found', async () => {
    const [request] = (await ask({ filter: { parcel: 'S-2', type: 'StoneRequested' } })).rows;
    const admin = await vitrine.as('admin');
    expect((await admin.get(`/api/history/${request?.id}/effect`)).json).toEqual({
      bills: [],
      statements: [],
    });
    expect((await admin.get('/api/history/none/effect')).status).toBe(404);
    const [terms] = (await ask({ filter: { type: 'CustomerTermsChanged' } })).rows;
    expect((await admin.get(`/api/history/${terms?.id}/effect`)).status).toBe(404);
  });
});

describe.each(['/api/history', '/api/parcels/S-1/timeline'])('%s', (path) => {
  test.each(callersOf('administer'))('%s: %i', async (caller, status) => {
    // The REST resources answer 400 where the portal's calls answer 402 (rule: Back office failures).
    const expected = status === 402 ? 400 : status;
    expect(await statusFor(vitrine, caller, path, undefined, 'GET')).toBe(expected);
  });
});

test('nothing went wrong on the way', () => expect(vitrine.failures).toEqual([]));

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Timeline } from '#contracts/api/history.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { audited, today } from './testing/audited.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

async function timeline(name: string, knownAt?: string): Promise<Timeline> {
  await audited(vitrine).shown();
  const query = knownAt === undefined ? '' : `?knownAt=${encodeURIComponent(knownAt)}`;
  const reply = await (
    await vitrine.as('admin')
  ).get(`/api/parcels/${encodeURIComponent(name)}/timeline${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json as Timeline;
}

describe('the timeline', () => {
  test('shows what happened in its order, and what was known in the order it was learnt', async () => {
    await vitrine.listStone('T-1');
    await vitrine.document('MEMO', 'T-1', 7, '2026-04-10');
    await vitrine.shown();
    await audited(vitrine).instruct('return', 'T-1', 'not sold');
    // Learnt last, but it was received before the customer's return: the RETURN is a stray entry now.
    await vitrine.document('RETURN_MEMO', 'T-1', 7, '2026-04-20');
    const shown = await timeline('T-1');
    expect(
      shown.entries.map((entry) => [entry.type, houseDayOf(entry.effectiveAt, ZONE), entry.statusAfter]),
    ).toEqual([
      ['MEMO', '2026-04-10', 'CUSTOMER'],
      ['RETURN_MEMO', '2026-04-20', 'AVAILABLE'],
      ['RETURN', today(), 'AVAILABLE'],
    ]);
    expect(shown.steps.map((step) => [step.type, step.statusKnown])).toEqual([
      ['StoneListed', 'AVAILABLE'],
      ['MEMO', 'CUSTOMER'],
      ['StoneReturned', 'PENDING_RETURN'],
      ['RETURN_MEMO', 'AVAILABLE'],
    ]);
    expect(shown).toMatchObject({
      title: '1.01 ct Round F VS1 GIA 2100000001',
      vendorName: 'Antwerp Rounds',
      location: 'Safe 3',
      status: 'AVAILABLE',
      customerId: null,
      newest: true,
      correctable: { action: 'RETURN' },
      listPrices: [{ total: 10_000, actor: 'feed' }],
    });
    expect(shown.spells).toEqual([
      expect.objectContaining({
        customerName: 'Alder & Sons',
        end: 'RETURNED',
        frozen: expect.objectContaining({ customerPrice: 9800, listPrice: 10_000, giaRoundDiscount: 2 }),
        days: [{ from: '2026-04-10', to: '2026-04-20', status: 'CUSTOMER', customerPrice: 9800 }],
      }),
    ]);
    expect(shown.anomalies).toEqual([
      expect.objectContaining({ customerName: 'Alder & Sons', reason: expect.stringContaining('return') }),
    ]);
  });

  test('at a cut it shows the status as known there, by position, by instant, by day', async () => {
    const { steps } = await timeline('T-1');
    const returned = steps.find(({ type }) => type === 'StoneReturned')!;
    const cut = await timeline('T-1', returned.position);
    expect(cut).toMatchObject({
      status: 'PENDING_RETURN',
      customerName: 'Alder & Sons',
      newest: false,
      cut: { position: returned.position, recordedAt: returned.recordedAt },
      anomalies: [],
    });
    expect(cut.entries.map(({ type }) => type)).toEqual(['MEMO', 'RETURN']);
    expect(cut.correctable).toBeUndefined();
    // What is known now is shown whatever the cut.
    expect(cut.steps).toEqual(steps);
    expect((await timeline('T-1', returned.recordedAt)).status).toBe('PENDING_RETURN');
    expect(await timeline('T-1', today())).toMatchObject({ newest: true, status: 'AVAILABLE' });
    expect(await timeline('T-1', '2026-01-01')).toMatchObject({
      cut: null,
      status: 'NOT_AVAILABLE',
      entries: [],
    });
  });

  test('what was undone, replaced or void is still there, marked as such', async () => {
    await vitrine.listStone('T-2');
    await audited(vitrine).instruct('request_stones', 'T-2');
    await audited(vitrine).correct('undo', { parcelName: 'T-2', action: 'REQUEST', remarks: 'a slip' });
    const shown = await timeline('T-2');
    expect(shown.entries).toEqual([
      expect.objectContaining({
        type: 'REQUEST',
        state: 'UNDONE',
        undone: expect.objectContaining({ by: 'admin', reason: 'a slip' }),
      }),
    ]);
    const [, , undoing] = shown.steps;
    expect(undoing).toMatchObject({
      type: 'EventUndone',
      corrects: shown.entries[0]?.eventId,
      statusKnown: 'AVAILABLE',
    });
    const before = await timeline('T-2', shown.steps[1]?.position);
    expect(before).toMatchObject({ status: 'REQUESTED', entries: [{ type: 'REQUEST', state: 'LIVE' }] });
  });

  test('an unknown parcel is not found; an invalid cut is refused', async () => {
    const admin = await vitrine.as('admin');
    expect((await admin.get('/api/parcels/NO-SUCH/timeline')).status).toBe(404);
    expect((await admin.get('/api/parcels/T-1/timeline?knownAt=soon')).status).toBe(400);
  });

  test('a cut without an offset is in the house’s time', async () => {
    const { steps } = await timeline('T-1');
    const returned = steps.find(({ type }) => type === 'StoneReturned')!;
    const moment = new Date(Date.parse(returned.recordedAt) + 1);
    const clock = moment.toLocaleString('sv-SE', { timeZone: ZONE }).replace(' ', 'T');
    const inHouse = `${clock}.${moment.toISOString().slice(-4, -1)}`;
    const cut = await timeline('T-1', inHouse);
    expect(cut).toMatchObject({ status: 'PENDING_RETURN', newest: false });
    expect(cut).toEqual(await timeline('T-1', moment.toISOString()));
  });
});

test('a time cuts the timeline where it cuts a bill, also where clocks of processes differ', async () => {
  const inFiveMinutes = new Date(Date.now() + 300_000);
  const ahead = { ...vitrine.context, clock: () => inFiveMinutes };
  const actor = { username: 'admin', role: 'administrator' } as const;
  await customerCommands.changeTerms(ahead, { commandId: 'ahead', actor }, 8, {
    changes: { feeRatePpm: 11_000 },
    effectiveAt: '2025-01-02',
  });
  await vitrine.listStone('T-9');
  // Its listing comes after an event of a later time in the log: nothing of it is known at a time between.
  const between = new Date(inFiveMinutes.getTime() - 1).toISOString();
  expect((await timeline('T-9', between)).status).toBe('NOT_AVAILABLE');
  expect((await timeline('T-9')).status).toBe('AVAILABLE');
});

test('nothing went wrong on the way', () => expect(vitrine.failures).toEqual([]));

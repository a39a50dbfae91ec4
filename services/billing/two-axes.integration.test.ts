import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { explanationSchema, WireBill, WireBillingEffect } from '#contracts/api/bills.ts';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { accountsOf, type BillingFacts } from './calculation/account.ts';
import { calculateBill } from './calculation/calculate-bill.ts';
import { cutKnownAt } from './cuts.ts';
import { factsOfCustomers } from './read-facts.ts';
import { factsFromLog } from './replay/facts-from-log.ts';
import {
  closeMonths,
  FIRST,
  SECOND,
  startBillingHouse,
  THIS_MONTH,
  type BillingHouse,
} from './testing/billing-house.ts';

/** What is billed as it was then, as it was known then, and as it would be (rule: Two axes). */
let house: BillingHouse;
let vitrine: BillingHouse['vitrine'];
let admin: BillingHouse['admin'];

beforeAll(async () => {
  house = await startBillingHouse();
  ({ vitrine, admin } = house);
  await closeMonths(house);
});
afterAll(() => vitrine?.close());

describe('two axes', () => {
  test('a day as the cut is its end, for bills and for the timeline', async () => {
    const today = houseDayOf(new Date().toISOString(), ZONE);
    const { cut: now } = await house.preview(THIS_MONTH);
    const { cut } = await house.preview(THIS_MONTH, `&knownAt=${today}`);
    expect(cut.position).toBe(now.position);
    const at = async (knownAt: string) =>
      (await admin.get(`/api/parcels/B-1/timeline?knownAt=${knownAt}`)).json;
    expect(await at(today)).toEqual(await at(now.position));
  });
  test('a preview at the cut of an issued bill is that bill; its explanation since then adds up', async () => {
    const { json } = await admin.get(`/api/bills/7-${FIRST}-1`);
    const issued = json as WireBill;
    const then = await house.preview(FIRST, `&knownAt=${issued.cut.position}`);
    expect(then.lines).toEqual(issued.lines);
    const reply = await admin.get(
      `/api/bills/explain?customerId=7&month=${FIRST}&from=${issued.cut.position}`,
    );
    const explained = reply.json as z.infer<typeof explanationSchema>;
    expect(explained.before).toBe(issued.total);
    expect(explained.after).toBe((await house.preview(FIRST)).total);
    const deltas = explained.events.reduce((sum, event) => sum + Math.round(event.delta * 100), 0);
    expect(deltas).toBe(Math.round((explained.after - explained.before) * 100));
    expect(explained.events).toContainEqual(
      expect.objectContaining({ type: 'DocumentReceived', what: `RETURN_MEMO of B-1 dated ${FIRST}-21` }),
    );
  });

  test('a cut is named by its last event, and can be asked for by that name', async () => {
    const { cut } = (await admin.get(`/api/bills/7-${FIRST}-2`)).json as WireBill;
    const events = [];
    for await (const event of vitrine.context.events.readAll()) events.push(event);
    const last = events.find(({ position }) => String(position) === cut.position);
    expect(cut.eventId).toBe(last?.id);
    const byPosition = await house.preview(SECOND, `&knownAt=${cut.position}`);
    expect(byPosition.cut).toEqual({ ...cut, recordedAt: last?.metadata['recordedAt'] });
    expect(await house.preview(SECOND, `&knownAt=${cut.eventId}`)).toEqual(byPosition);
    expect((await house.preview(SECOND, `&knownAt=${cut.recordedAt}`)).cut.eventId).toBe(cut.eventId);
    const explained = await admin.get(
      `/api/bills/explain?customerId=7&month=${FIRST}&from=${events[4]!.id}&to=${cut.eventId}`,
    );
    expect(explained.json).toMatchObject({
      from: { position: String(events[4]!.position), eventId: events[4]!.id },
      to: { eventId: cut.eventId },
    });
    const timeline = await admin.get(`/api/parcels/B-1/timeline?knownAt=${cut.eventId}`);
    const same = await admin.get(`/api/parcels/B-1/timeline?knownAt=${cut.position}`);
    expect(timeline.status).toBe(200);
    expect(timeline.json).toEqual(same.json);
  });

  test('an event that the log has not names no cut', async () => {
    const nothing = randomUUID();
    expect(
      await admin.get(`/api/bills/preview?customerId=7&month=${FIRST}&knownAt=${nothing}`),
    ).toMatchObject({ status: 400, json: { field: 'knownAt' } });
    expect(await admin.get(`/api/parcels/B-1/timeline?knownAt=${nothing}`)).toMatchObject({ status: 400 });
  });

  test('straight from the log the same bills, at a position, an event and a time', async () => {
    const positions = createPositions(vitrine.context.db, await logIdOf(vitrine.context.events));
    const billing = { ...vitrine.context, positions };
    const read = await factsOfCustomers(vitrine.context.db, [7, 8]);
    const { json } = await admin.get(`/api/bills/7-${FIRST}-2`);
    const { cut } = json as WireBill;
    for (const knownAt of [undefined, cut.position, cut.eventId, cut.recordedAt]) {
      const fromReadModels = await cutKnownAt(billing, knownAt);
      const wanted =
        knownAt === undefined
          ? 'now'
          : knownAt === cut.position
            ? { position: BigInt(knownAt) }
            : knownAt === cut.eventId
              ? { eventId: knownAt }
              : { time: knownAt };
      const logged = await factsFromLog(vitrine.context.events, wanted, fromReadModels.recordedAt);
      for (const customerId of [7, 8]) {
        for (const month of [FIRST, SECOND, THIS_MONTH]) {
          const bill = (facts: BillingFacts) =>
            canonicalJson(
              calculateBill(accountsOf(facts, ZONE), {
                month,
                cut: { ...fromReadModels, position: logged.cut.position },
              }),
            );
          expect(bill(logged.facts.get(customerId)!)).toBe(bill(read.get(customerId)!));
        }
      }
      if (knownAt === undefined) expect(logged.cut.position).toBe(fromReadModels.position);
      expect(logged.cut.eventId).toBe(fromReadModels.eventId);
    }
  });

  test('holdings at any day, as known at any cut; a series by day', async () => {
    const { json } = await admin.get(`/api/holdings?customerId=7&effectiveAt=${FIRST}-10`);
    expect(json).toMatchObject({
      day: `${FIRST}-10`,
      exposure: 9_800,
      currentlyHolding: 9_800,
      feeBase: 9_800,
      minInventory: 20_000,
      parcels: [
        { parcelName: 'B-1', line: 'natural', status: 'CUSTOMER', since: `${FIRST}-01`, price: 9_800 },
      ],
    });
    const late = `/api/holdings?customerId=7&effectiveAt=${FIRST}-25`;
    expect((await admin.get(late)).json).toMatchObject({ currentlyHolding: 0 });
    const bill = (await admin.get(`/api/bills/7-${FIRST}-1`)).json as WireBill;
    const known = `${late}&knownAt=${bill.cut.position}`;
    expect((await admin.get(known)).json).toMatchObject({ currentlyHolding: 9_800 });
    const series = (await admin.get(`/api/holdings/series?customerId=7&from=${FIRST}-20&to=${FIRST}-22`))
      .json;
    expect(series).toMatchObject({
      days: [
        { day: `${FIRST}-20`, currentlyHolding: 9_800, feeBase: 9_800 },
        { day: `${FIRST}-21`, currentlyHolding: 0 },
        { day: `${FIRST}-22`, currentlyHolding: 0 },
      ],
    });
  });

  test("a customer's own user sees its own holdings with wholesale prices only", async () => {
    const alder = await vitrine.as('alder');
    expect((await alder.get('/api/holdings/series')).status).toBe(200);
    expect((await alder.get('/api/holdings?customerId=8')).status).toBe(403);
    for (const name of ['alder-retail', 'alder-none'])
      expect((await (await vitrine.as(name)).get('/api/holdings')).status).toBe(403);
  });
});

describe('previews', () => {
  test('an undo says which bills and statements would change; nothing is written', async () => {
    await vitrine.listStone('B-9');
    await vitrine.shown();
    const alder = await vitrine.as('alder');
    await alder.post('/inventory/request_stones', { parcelNames: ['B-9'] });
    await vitrine.document('MEMO', 'B-9', 7, `${SECOND}-01`);
    await vitrine.shown();
    await alder.post('/inventory/return', { parcelNames: ['B-9'] });
    await vitrine.shown();
    const head = await vitrine.context.events.headPosition();
    const undo = { parcelName: 'B-9', action: 'RETURN', preview: true };
    const { status, json } = await admin.post('/inventory/undo', undo);
    expect([status, json]).toEqual([200, expect.objectContaining({ statusAfter: 'CUSTOMER' })]);
    const { bills, statements } = json as WireBillingEffect;
    expect(bills).toMatchObject([
      { customerId: 7, customerName: 'Alder & Sons', month: THIS_MONTH, state: 'RUNNING' },
    ]);
    expect(bills[0]!.after).toBeGreaterThan(bills[0]!.before);
    expect(statements).toMatchObject([{ vendorId: 1, vendorName: 'Antwerp Rounds', month: THIS_MONTH }]);
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test('a minimum as it is from before the registration: what is previewed is what is saved', async () => {
    const limits = { minInventory: 50_000, feeRate: 1 };
    const { id } = (await admin.post('/api/customers', { name: 'Dogwood', ...limits })).json as {
      id: number;
    };
    const effectiveAt = `${FIRST}-01`;
    const asked = { customerId: id, changes: { minInventory: 50_000 }, effectiveAt };
    const effect = async () =>
      ((await admin.post('/api/bills/terms-preview', asked)).json as WireBillingEffect).bills;
    await vitrine.shown();
    const shown = await effect();
    expect(shown.map(({ month, after }) => [month, after])).toContainEqual([FIRST, 500]);
    const saved = await admin.post(
      `/api/customers/${id}`,
      { minInventory: 50_000, effectiveAt },
      { method: 'PUT' },
    );
    expect(saved.status, saved.text).toBe(200);
    await vitrine.shown();
    for (const { month, after } of shown) {
      const { json } = await admin.get(`/api/bills/preview?customerId=${id}&month=${month}`);
      expect(json).toMatchObject({ month, total: after });
    }
    expect(await effect()).toEqual([]);
  });

  test('new terms: what changes stands on the running bill, of a closed month as adjustments', async () => {
    for (const [effectiveAt, closed] of [
      // Terms of the month's last day stand after these.
      [`${SECOND}-01`, SECOND],
      [`${THIS_MONTH}-01`, null],
    ] as const) {
      const { status, json } = await admin.post('/api/bills/terms-preview', {
        customerId: 7,
        changes: { feeRate: 3 },
        effectiveAt,
      });
      expect(status).toBe(200);
      const { bills } = json as WireBillingEffect;
      expect(bills).toMatchObject([{ customerId: 7, month: THIS_MONTH, state: 'RUNNING' }]);
      const adjusted = bills[0]!.lines.flatMap(({ adjusts }) => (adjusts ? [adjusts.month] : []));
      expect([...new Set(adjusted)]).toEqual(closed === null ? [] : [closed]);
      expect(bills[0]!.after).toBeGreaterThan(bills[0]!.before);
    }
    const vendor = await admin.post('/api/bills/terms-preview', {
      vendorId: 1,
      changes: { feeShare: 60 },
      effectiveAt: `${SECOND}-01`,
    });
    const effect = vendor.json as { bills: unknown[]; statements: { vendorId: number }[] };
    expect(effect.bills).toEqual([]);
    expect(effect.statements.map(({ vendorId }) => vendorId)).toContain(1);
    const bad = await admin.post('/api/bills/terms-preview', {
      customerId: 7,
      changes: { speed: 1 },
      effectiveAt: `${SECOND}-01`,
    });
    expect([bad.status, bad.json]).toEqual([422, expect.objectContaining({ field: 'changes.speed' })]);
  });

  /** What vendor 1's page shows of a month, with the parts of those customers as they would be, in cents. */
  async function statementOf(month: string, notBilled: readonly number[]): Promise<number> {
    const { json } = await admin.get(`/api/vendor-statements/1?month=${month}`);
    let cents = Math.round((json as { total: number }).total * 100);
    for (const customerId of notBilled) {
      const preview = await admin.get(`/api/bills/preview?customerId=${customerId}&month=${month}`);
      for (const { vendorId, amount } of (preview.json as WireBill).lines.flatMap((line) => line.vendorParts))
        if (vendorId === 1) cents += Math.round(amount * 100);
    }
    return cents;
  }

  test("a vendor's statement changes by what is shown, whatever other customers' bills are on it", async () => {
    const before = await statementOf(THIS_MONTH, [7, 8]);
    const undo = { parcelName: 'B-9', action: 'RETURN' };
    const shown = await admin.post('/inventory/undo', { ...undo, preview: true });
    const { statements } = shown.json as WireBillingEffect;
    expect(statements).toMatchObject([{ vendorId: 1, month: THIS_MONTH, difference: expect.any(Number) }]);
    expect((await admin.post('/inventory/undo', undo)).status).toBe(200);
    await vitrine.shown();
    const after = await statementOf(THIS_MONTH, [7, 8]);
    expect(after - before).toBe(Math.round(statements[0]!.difference * 100));
    expect(after).not.toBe(before);
  });
});

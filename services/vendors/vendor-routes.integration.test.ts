import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RepricingPreview, Vendor, VendorGlance, VendorResource } from '#contracts/api/vendors.ts';
import { judgementStream, stoneStream, vendorStream } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { judgementFold, judgementOf } from '#contracts/vendor/stock-judgements.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { appendEvents, loadStream } from '#services/platform/commands/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.shown();
  admin = await vitrine.as('admin');
});
afterAll(() => vitrine.close());

const read = async (id: number) => (await admin.get(`/api/vendors/${id}`)).json as VendorResource;
const put = (path: string, body: object, headers: Record<string, string> = {}) =>
  admin.post(path, body, { method: 'PUT', headers });
const names = async (query = '') =>
  ((await admin.get(`/api/vendors${query}`)).json as VendorResource[]).map(({ name }) => name);

describe('A vendor is edited (product: Vendor)', () => {
  test('every field is read and changed; what is left out stays; a tier is taken away by null', async () => {
    const edit = {
      name: 'Antwerp Rounds',
      legalName: 'Antwerp Rounds BV',
      email: 'stock@antwerp.example',
      tier: 'Reserve',
      dxPrefix: 'AR-',
      ourDeploymentCost: 35.5,
      feeShare: 50,
      rebateShare: 40,
      saleShare: 25,
      markup: 10,
      sendRequests: true,
      sendReturns: true,
      sendSales: true,
      autoWhitelist: true,
    };
    expect(await put('/api/vendors/1', edit)).toMatchObject({
      status: 200,
      json: { id: 1, vendorId: 1, ...edit },
    });
    expect(await put('/api/vendors/1', { legalName: 'AR BV', tier: null })).toMatchObject({ status: 200 });
    expect(await read(1)).toMatchObject({ ...edit, legalName: 'AR BV', tier: null });
    const again = await read(1);
    const head = await vitrine.context.events.headPosition();
    const unchanged = await put('/api/vendors/1', { tier: null });
    expect(unchanged.status).toBe(200);
    expect(BigInt(unchanged.headers.get('x-position') ?? -1)).toBeGreaterThanOrEqual(head);
    expect((await read(1)).version).toBe(again.version);
  });

  test('what was carried out under a key is not decided again, though it changed nothing then', async () => {
    const first = { 'idempotency-key': 'edit-nothing' };
    const { email } = await read(1);
    expect((await put('/api/vendors/1', { email }, first)).status).toBe(200);
    expect((await put('/api/vendors/1', { email: 'desk@antwerp.example' })).status).toBe(200);
    expect(await put('/api/vendors/1', { email }, first)).toMatchObject({
      status: 200,
      json: { email: 'desk@antwerp.example' },
    });

    const row = { vendorId: 1, vendorStockId: 'K-1', whiteList: true, blackList: false };
    const judge = (more: object, key: string) =>
      put('/vendor/1/inventory', [{ ...row, ...more }], { 'idempotency-key': key });
    for (const key of ['accept-first', 'accept-again']) expect((await judge({}, key)).status).toBe(200);
    expect((await judge({ whiteList: false, blackList: true }, 'reject')).status).toBe(200);
    expect((await judge({}, 'accept-again')).status).toBe(200);
    const { state } = await loadStream(vitrine.context, judgementStream(1), judgementFold);
    expect(judgementOf(state, 'K-1').status).toBe('REJECTED');
  });

  test('PUT /vendor/edit and GET /vendor/all speak the product’s shape', async () => {
    expect(await put('/vendor/edit', { vendorId: 1, saleShare: 30 })).toMatchObject({
      status: 200,
      json: { vendorId: 1, saleShare: 30 },
    });
    const all = (await admin.get('/vendor/all')).json as Vendor[];
    expect(all.find(({ vendorId }) => vendorId === 1)).toMatchObject({ saleShare: 30, legalName: 'AR BV' });
    expect(await put('/vendor/edit', { vendorId: 99, name: 'X' })).toMatchObject({ status: 402 });
  });

  test('of two edits the second is refused; a feed that was read meanwhile is no edit', async () => {
    const opened = await read(1);
    const matching = { 'if-match': `"${opened.version}"` };
    const feed = { fileHash: 'a', rows: 0, listed: 0, reported: 0 };
    const data = { vendorId: 1, ...feed, effectiveAt: new Date().toISOString() };
    const loaded = await loadStream(vitrine.context, vendorStream(1), vendorFold);
    await appendEvents(vitrine.context, loaded, [{ id: randomUUID(), type: 'VendorFeedRead', data }], {
      commandId: 'feed',
      actor: { username: 'feed', role: 'system' },
    });
    await vitrine.shown();
    expect((await read(1)).version).toBe(opened.version);
    expect((await put('/api/vendors/1', { email: '' }, matching)).status).toBe(200);
    expect(await put('/api/vendors/1', { email: 'x@x.example' }, matching)).toMatchObject({
      status: 409,
      json: { message: 'admin has changed this vendor since you opened it. Nothing of yours was saved.' },
    });
    expect((await read(1)).email).toBe('');
  });

  test('terms count from their day on', async () => {
    await put('/api/vendors/1', { saleShare: 45, effectiveAt: '2099-01-01' });
    expect((await read(1)).saleShare).toBe(30);
    await put('/api/vendors/1', { saleShare: 35, effectiveAt: '2026-01-10' });
    expect((await read(1)).saleShare).toBe(30);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ tier: 'Best' }, 'tier'],
    [{ markup: 101 }, 'markup'],
    [{ ourDeploymentCost: 1.005 }, 'ourDeploymentCost'],
    [{ effectiveAt: 'soon' }, 'effectiveAt'],
  ])('%o is refused at %s and changes nothing', async (edit, field) => {
    const before = await read(1);
    expect(await put('/api/vendors/1', edit)).toMatchObject({ status: 422, json: { field } });
    expect((await read(1)).version).toBe(before.version);
  });
});

describe('A new vendor', () => {
  test('takes the next number and the defaults; repeated under its key it is the same one', async () => {
    const headers = { 'idempotency-key': 'surat' };
    const body = { name: 'Surat Stones', markup: 8, tier: null };
    const reply = await admin.post('/api/vendors', body, { headers });
    expect(reply).toMatchObject({
      status: 201,
      json: {
        name: 'Surat Stones',
        legalName: 'Surat Stones',
        tier: null,
        markup: 8,
        autoWhitelist: false,
        additionsOnly: false,
      },
    });
    const { id } = reply.json as VendorResource;
    expect(await admin.post('/api/vendors', body, { headers })).toMatchObject({ status: 201, json: { id } });
    expect(await admin.post('/api/vendors', { name: 'X', vendorId: id })).toMatchObject({ status: 409 });
    expect(await admin.post('/api/vendors', { legalName: 'X' })).toMatchObject({
      status: 422,
      json: { field: 'name' },
    });
    expect(await names('?filter={"q":"surat"}')).toEqual(['Surat Stones']);
    expect(await names('?sort=["name","DESC"]')).toEqual((await names()).toReversed());
    expect((await admin.get('/api/vendors?filter={"tier":"x"}')).status).toBe(400);
    expect((await admin.get('/api/vendors?sort=["email","ASC"]')).status).toBe(400);
    expect((await admin.get('/api/vendors/99')).status).toBe(404);
  });
});

describe('At a glance', () => {
  test('stock by status, what was sold this year, the last feed; and what a markup would do to the prices', async () => {
    for (const name of ['G-1', 'G-2', 'G-3']) await vitrine.listStone(name); // cost 9,090.91, list 10,000.00
    await vitrine.document('MEMO', 'G-2', 8);
    await vitrine.document('INVOICE', 'G-3', 8);
    await vitrine.shown();
    const glance = (await admin.get('/api/vendors/1/glance')).json as VendorGlance;
    expect(glance.stock.find(({ status }) => status === 'CUSTOMER')).toMatchObject({
      count: 1,
      total: 10_000,
    });
    expect(glance.soldThisYear).toMatchObject({ count: 1, cost: 9090.91 });
    expect(glance.lastFeed).toMatchObject({ rows: 0 });
    expect(glance.notices).toMatchObject({ sent: 0 });
    const preview = await admin.post('/api/vendors/1/repricing-preview', { markup: 20 });
    expect(preview.json as RepricingPreview).toEqual({
      parcels: 1,
      before: 10_000,
      after: 10_909.09,
      held: 2,
    });
    // Held and sold stones keep what their spells froze (rule: Vendor report).
    const loaded = await loadStream(vitrine.context, stoneStream('G-2'), parcelFold);
    const effectiveAt = new Date().toISOString();
    const data = { costCents: 1_000_000, totalCents: 1_100_000, effectiveAt };
    await appendEvents(vitrine.context, loaded, [{ id: randomUUID(), type: 'StoneRepriced', data }], {
      commandId: 'dearer',
      actor: { username: 'feed', role: 'system' },
    });
    await vitrine.shown();
    const held = ((await admin.get('/api/vendors/1/glance')).json as VendorGlance).stock;
    expect(held).toContainEqual({ status: 'CUSTOMER', count: 1, cost: 9090.91, total: 10_000 });
    // Another customer gets the stone without a credit for the first: it was invoiced, and stays so in its Past.
    await vitrine.document('MEMO', 'G-3', 9);
    await vitrine.shown();
    const later = (await admin.get('/api/vendors/1/glance')).json as VendorGlance;
    expect(later.soldThisYear).toMatchObject({ count: 1, cost: 9090.91 });
    expect((await admin.post('/api/vendors/1/repricing-preview', {})).status).toBe(422);
    expect((await admin.get('/api/vendors/99/glance')).status).toBe(404);
    expect((await admin.post('/api/vendors/99/repricing-preview', { markup: 1 })).status).toBe(404);
  });
});

describe("Sold this year (rule: Vendor's own view)", () => {
  const year = Number(houseDayOf(new Date().toISOString(), ZONE).slice(0, 4));
  /** What changes of it while these documents come; each parcel is new. */
  async function added(...documents: Parameters<SmallVitrine['document']>[]): Promise<[number, number]> {
    const sold = async () => {
      await vitrine.shown();
      const { soldThisYear } = (await admin.get('/api/vendors/1/glance')).json as VendorGlance;
      return soldThisYear;
    };
    const before = await sold();
    for (const name of new Set(documents.map(([, parcelName]) => parcelName))) await vitrine.listStone(name);
    for (const document of documents) await vitrine.document(...document);
    const after = await sold();
    return [after.count - before.count, Math.round((after.cost! - before.cost!) * 100) / 100];
  }

  test('an invoice without a credit stays sold when the same customer has the stone on memo again', async () => {
    expect(
      await added(
        ['INVOICE', 'Y-1', 8, `${year}-01-05T15:00:00.000Z`],
        ['MEMO', 'Y-1', 8, `${year}-01-06T15:00:00.000Z`],
      ),
    ).toEqual([1, 9090.91]);
  });

  test('two invoices of one stone are two sales; a credit takes back its own', async () => {
    expect(
      await added(
        ['INVOICE', 'Y-2', 8, `${year}-01-05T15:00:00.000Z`],
        ['INVOICE', 'Y-2', 9, `${year}-01-06T15:00:00.000Z`],
        ['INVOICE', 'Y-3', 8, `${year}-01-05T15:00:00.000Z`],
        ['CREDIT', 'Y-3', 8, `${year}-01-06T15:00:00.000Z`],
      ),
    ).toEqual([2, 18_181.82]);
  });

  test('the year is that of the invoice, not of what comes after it', async () => {
    expect(
      await added(
        ['INVOICE', 'Y-4', 8, `${year - 1}-07-10`],
        ['RETURN_MEMO', 'Y-4', 8, `${year}-01-05T15:00:00.000Z`],
      ),
    ).toEqual([0, 0]);
  });
});

test('no vendor’s terms are for sales reps or customers', async () => {
  for (const username of ['rep', 'alder']) {
    const user = await vitrine.as(username, { customer: '7' });
    for (const path of ['/vendor/all', '/api/vendors', '/api/vendors/1', '/api/vendors/1/glance'])
      expect((await user.get(path)).status).toBe(403);
  }
});

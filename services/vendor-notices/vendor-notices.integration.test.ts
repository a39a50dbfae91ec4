import { parcelFold } from '#contracts/lifecycle/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MailResource } from '#contracts/api/mails.ts';
import type { Today } from '#contracts/api/today.ts';
import type { VendorNoticeResource } from '#contracts/api/vendor-notices.ts';
import { stoneStream, type VendorSettings } from '#contracts/events/index.ts';
import { createOutbox } from '#services/mail/index.ts';
import { startSmtpServerForTests, type TestSmtpServer } from '#services/mail/testing/smtp-server.ts';
import { reactorStatus } from '#services/platform/reactors/index.ts';
import { appendEvents, loadStream } from '#services/platform/commands/index.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

const patiently = { timeout: 60_000, interval: 50 };
const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;

let server: TestSmtpServer;
let vitrine: SmallVitrine;
let numbered = 0;

beforeAll(async () => {
  server = await startSmtpServerForTests();
  vitrine = await startSmallVitrine({ SMTP_URL: server.url });
  // Instructions from before its first start get no notice.
  await vi.waitFor(async () => {
    const started = await reactorStatus(vitrine.context.db);
    expect(started.map(({ reactor }) => reactor)).toContain('vendor-notices');
  }, patiently);
  await settings(1, { sendRequests: true, sendReturns: true, sendSales: true });
  const terms = { markupPpm: 100_000 };
  await vendorCommands.register(vitrine.context, { commandId: 'vendor-2', actor: ADMINISTRATOR }, 2, {
    settings: { name: 'Second Stones', email: 'second@example.com', sendRequests: true },
    terms,
  });
  await vendorCommands.register(vitrine.context, { commandId: 'vendor-3', actor: ADMINISTRATOR }, 3, {
    settings: { name: 'Third Stones', email: 'telephone only', sendRequests: true },
    terms,
  });
});
afterAll(async () => {
  await vitrine.close();
  await server.kill();
});

const settings = (vendorId: number, changes: Partial<VendorSettings>) =>
  vendorCommands.changeSettings(
    vitrine.context,
    { commandId: `settings-${++numbered}`, actor: ADMINISTRATOR },
    vendorId,
    { changes },
  );

/** A stone of the vendor; small-world's own are vendor 1's. */
async function stone(vendorId = 1): Promise<string> {
  const parcelName = `V${vendorId}-${++numbered}`;
  if (vendorId === 1) await vitrine.listStone(parcelName);
  else {
    const loaded = await loadStream(vitrine.context, stoneStream(parcelName), parcelFold);
    const data = {
      parcelName,
      line: 'natural',
      vendorId,
      attributes: { weight: 1010, lab: 'GIA', certNo: '2100000001' },
      costCents: 909_091,
      totalCents: 1_000_000,
      vendorAvailability: 'IN_STOCK',
      effectiveAt: '2026-01-05T15:00:00.000Z',
    } as const;
    await appendEvents(vitrine.context, loaded, [{ type: 'StoneListed', id: crypto.randomUUID(), data }], {
      commandId: parcelName,
      actor: ADMINISTRATOR,
    });
  }
  return parcelName;
}

async function instruct(
  call: 'request_stones' | 'return' | 'sale',
  parcelNames: string[],
  who = 'birch',
  key = `key-${++numbered}`,
): Promise<string> {
  const caller = await vitrine.as(who);
  const reply = await caller.post(
    `/inventory/${call}`,
    { parcelNames, remarks: 'for Mrs Birch' },
    { headers: { 'idempotency-key': key } },
  );
  expect(reply.status, reply.text).toBe(200);
  return (reply.json as { instructionId: string }).instructionId;
}

async function notices(
  instructionId: string,
  who = 'admin',
  more: { q?: string } = {},
): Promise<VendorNoticeResource[]> {
  const caller = await vitrine.as(who);
  const filter = encodeURIComponent(JSON.stringify({ instructionId, ...more }));
  const reply = await caller.get(`/api/vendor-notices?sort=["id","ASC"]&filter=${filter}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json as VendorNoticeResource[];
}
const states = async (instructionId: string) => (await notices(instructionId)).map(({ state }) => state);
const received = (instructionId: string) =>
  server.received().filter(({ message }) => message.includes(instructionId));

/** Resolves when everything instructed so far was reacted to. */
async function reacted(): Promise<void> {
  const head = await vitrine.context.events.headPosition();
  const own = async () =>
    (await reactorStatus(vitrine.context.db)).find(({ reactor }) => reactor === 'vendor-notices');
  await expect.poll(async () => (await own())?.position, patiently).toBeGreaterThanOrEqual(Number(head));
  await expect.poll(async () => (await own())?.waiting, patiently).toBe(0);
}

test('each vendor whose parcels an instruction concerns gets one notice of it, with what the vendor may know', async () => {
  const [a, b, c] = [await stone(), await stone(2), await stone()];
  const instructionId = await instruct('request_stones', [a, b, c], 'birch', 'repeated');
  await instruct('request_stones', [a, b, c], 'birch', 'repeated');
  await expect.poll(() => states(instructionId), patiently).toEqual(['SENT', 'SENT']);
  await reacted();
  const [first, second, ...others] = received(instructionId).sort((one, other) =>
    one.to.join().localeCompare(other.to.join()),
  );
  expect(others).toEqual([]);
  expect([first!.to, second!.to]).toEqual([['second@example.com'], ['stock@example.com']]);
  for (const name of [a, c]) expect(second!.message).toContain(name);
  expect(second!.message).not.toContain(b);
  expect(second!.message).toContain('Antwerp Rounds');
  for (const { message } of [first!, second!]) expect(message).not.toMatch(/birch|alder|[$]|980/i);

  const kept = await notices(instructionId);
  expect(kept).toHaveLength(2);
  expect(kept.find(({ vendorId }) => vendorId === 1)).toMatchObject({
    action: 'REQUEST',
    customerId: 8,
    customerName: 'Birch Jewelers',
    vendorName: 'Antwerp Rounds',
    attempts: 1,
    parcels: [
      { parcelName: a, lab: 'GIA' },
      { parcelName: c, lab: 'GIA' },
    ],
  });
});

test('notices are found by what they show of their parcels, and not by the names of its fields', async () => {
  const parcelName = await stone(2);
  const instructionId = await instruct('request_stones', [parcelName]);
  await expect.poll(() => states(instructionId), patiently).toEqual(['SENT']);
  const found = (q: string) => notices(instructionId, 'admin', { q });
  for (const shown of [parcelName, 'gia', '2100000001', 'birch', 'Second Stones'])
    expect(await found(shown), shown).toHaveLength(1);
  for (const hidden of ['cert', 'name', 'lab', '"', ':']) expect(await found(hidden), hidden).toEqual([]);
});

test('returns and sales get notices of their own; a vendor gets only those that it wants', async () => {
  const [a, b] = [await stone(), await stone(2)];
  await instruct('request_stones', [a, b]);
  await vitrine.document('MEMO', a, 8);
  await vitrine.document('MEMO', b, 8);
  const returned = await instruct('return', [a, b]);
  await expect.poll(() => states(returned), patiently).toEqual(['SENT']);
  expect(received(returned)[0]?.message).toContain(`Subject: Return of ${a}`);
  const c = await stone();
  await instruct('request_stones', [c]);
  const sold = await instruct('sale', [c]);
  await expect.poll(() => states(sold), patiently).toEqual(['SENT']);
  expect(received(sold)[0]?.message).toContain(`Subject: Sale of ${c}`);
  await reacted();
  expect(received(returned)).toHaveLength(1);
});

test('a vendor without a usable address is shown to staff, and no mail is sent', async () => {
  const instructionId = await instruct('request_stones', [await stone(3)]);
  await expect.poll(() => states(instructionId), patiently).toEqual(['NO_ADDRESS']);
  expect(received(instructionId)).toEqual([]);
});

test('while the mail server refuses, the notice waits and shows why; then it arrives, once', async () => {
  await server.behave('busy');
  const instructionId = await instruct('request_stones', [await stone()]);
  await expect.poll(async () => (await notices(instructionId))[0]?.reason, patiently).toContain('451');
  expect(await states(instructionId)).toEqual(['WAITING']);
  expect(await notices(instructionId, 'rep')).toMatchObject([{ state: 'WAITING', reason: null }]);
  await server.behave('well');
  await sql`update vitrine.mail set next_attempt_at = now() where state = 'WAITING'`.execute(
    vitrine.context.db,
  );
  await expect.poll(() => states(instructionId), patiently).toEqual(['SENT']);
  expect(received(instructionId)).toHaveLength(1);
});

test('a mail that failed needs a person until it is dismissed; it can be delivered again all the same', async () => {
  // Given a notice that the mail server refuses for good.
  await server.behave('refuses recipients');
  const instructionId = await instruct('request_stones', [await stone()]);
  await expect.poll(() => states(instructionId), patiently).toEqual(['FAILED']);
  await server.behave('well');
  const admin = await vitrine.as('admin');
  const failed = async () => ((await admin.get('/api/today')).json as Today).mailsFailed;
  const [mail] = (await admin.get('/api/mails?filter={"state":"FAILED"}')).json as MailResource[];
  expect(await failed()).toBe(1);
  // When it is dismissed, twice, then it is settled.
  for (let times = 0; times < 2; times++)
    expect(await admin.post(`/api/mails/${mail!.id}/dismiss`)).toMatchObject({
      status: 200,
      json: { state: 'DISMISSED', dismissedBy: 'admin', dismissedAt: expect.any(String), sentAt: null },
    });
  expect([await failed(), await states(instructionId)]).toEqual([0, ['DISMISSED']]);
  // When it is delivered again, then nothing of that is left.
  expect(await admin.post(`/api/mails/${mail!.id}/deliver`)).toMatchObject({
    status: 200,
    json: { dismissedBy: null, dismissedAt: null },
  });
  await expect.poll(() => states(instructionId), patiently).toEqual(['SENT']);
  expect(await admin.post(`/api/mails/${mail!.id}/dismiss`)).toMatchObject({
    status: 409,
    json: { message: 'Only a mail that failed can be dismissed.' },
  });
});

test('a mail whose link is forgotten is not delivered again, in words that fit a link too', async () => {
  const { db } = vitrine.context;
  const sendMail = createOutbox({ db, clock: () => new Date(), sending: true });
  const key = 'vendor-link/forgotten';
  await db.transaction().execute(async (tx) => {
    await sendMail({ to: 'stock@example.com', subject: 'Your stones', text: 'link', key, secret: true }, tx);
    await sql`
      update vitrine.mail set state = 'FAILED', body = '(forgotten after a day)' where key = ${key}`.execute(
      tx,
    );
  });
  const admin = await vitrine.as('admin');
  const [mail] = (await admin.get(`/api/mails?filter={"key":"${key}"}`)).json as MailResource[];
  expect(await admin.post(`/api/mails/${mail!.id}/deliver`)).toMatchObject({
    status: 409,
    json: {
      message:
        'What this mail opens is forgotten: send another one (reset the password, or send the link again).',
    },
  });
});

test('reps see the notices without the vendor; customers see none', async () => {
  const a = await stone();
  const instructionId = await instruct('request_stones', [a]);
  await expect.poll(() => states(instructionId), patiently).toEqual(['SENT']);
  const [seen] = await notices(instructionId, 'rep');
  expect(seen).toMatchObject({ action: 'REQUEST', parcels: [{ parcelName: a }] });
  expect(JSON.stringify(seen)).not.toMatch(/vendorId|vendorName|Antwerp/);
  const rep = await vitrine.as('rep');
  for (const query of ['filter={"vendorId":1}', 'sort=["vendorName","ASC"]'])
    expect((await rep.get(`/api/vendor-notices?${query}`)).status).toBe(400);
  expect((await rep.get(`/api/vendor-notices?filter=${encodeURIComponent('{"q":"Antwerp"}')}`)).json).toEqual(
    [],
  );
  const customer = await vitrine.as('birch');
  expect((await customer.get('/api/vendor-notices')).status).toBe(403);
  expect((await vitrine.call('/api/vendor-notices', undefined, { method: 'GET' })).status).toBe(401);
});

test('the mails themselves are for administrators', async () => {
  for (const who of ['birch', 'rep'])
    expect((await (await vitrine.as(who)).get('/api/mails')).status).toBe(403);
  const admin = await vitrine.as('admin');
  const all = await admin.get('/api/mails?filter={"state":"SENT"}&range=[0,0]');
  const [newest] = all.json as MailResource[];
  expect(newest).toMatchObject({
    state: 'SENT',
    to: expect.stringContaining('@'),
    text: expect.stringContaining('reference'),
  });
  expect((await admin.get(`/api/mails/${newest!.id}`)).json).toEqual(newest);
  // Found by what the list shows, and not by the key that is hidden from it.
  const found = async (q: string) =>
    (await admin.get(`/api/mails?filter=${encodeURIComponent(JSON.stringify({ q, id: newest!.id }))}`)).json;
  for (const shown of [newest!.to, newest!.subject]) expect(await found(shown)).toEqual([newest]);
  expect(await found(newest!.key)).toEqual([]);
  expect((await admin.get('/api/mails/999999')).status).toBe(404);
  expect((await admin.post(`/api/mails/${newest!.id}/deliver`)).status).toBe(409);
});

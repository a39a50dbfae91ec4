import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import type { z } from 'zod';
import { issuedBillSchema, type billRunDetails, type WireBill } from '#contracts/api/bills.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { customerCommands } from '#services/customers/index.ts';
import type { RecordedEvent } from '#services/platform/event-store/index.ts';
import { NOT_KEPT, startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { startApplication } from '#services/application.ts';
import { readConfig } from '#services/platform/config/index.ts';
import { PASSWORD, ZONE } from '#tests/support/small-world.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';

/** A trading system that accepts every instruction, has no documents, and remembers what was posted. */
async function startCountingPeer() {
  const posted: string[] = [];
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    if (request.method !== 'POST') return { documents: [], next: null };
    const { instructionId, parcelName } = JSON.parse(text) as Record<string, string>;
    posted.push(`${instructionId} ${parcelName}`);
    return { accepted: true, instructionId, parcelName };
  };
  const server = createServer((request, reply) => {
    reply.setHeader('content-type', 'application/json');
    void answer(request).then((json) => reply.end(JSON.stringify(json)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the peer has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    posted,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The product on stores that are there already, in this process; `ask` is one user's call. Close it. */
async function startOnStores(environment: Record<string, string>) {
  const failures: object[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (details: object) => void failures.push(details),
  };
  const config = readConfig({
    PORT: '0',
    VITRINE_FRESH_WITHIN_MS: '30000',
    VITRINE_LOG_LEVEL: 'silent',
    VITRINE_TIME_ZONE: ZONE,
    ...environment,
  });
  const application = await startApplication(config, 'a secret of the tests, long enough', log);
  const address = application.address!;
  const tokens = new Map<string, string>();

  async function call(path: string, method: string, body: unknown, headers: Record<string, string>) {
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...NOT_KEPT,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    return { status: response.status, json };
  }

  return {
    failures,
    async ask(username: string, path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') {
      if (!tokens.has(username)) {
        const { status, json } = await call('/login', 'POST', { username, password: PASSWORD }, {});
        if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(json)}`);
        tokens.set(username, (json as { token: string }).token);
      }
      return call(path, method, body, { authorization: `Bearer ${tokens.get(username)}` });
    },
    close: () => application.close(),
  };
}

/** What is moved in the tests: bills, one of them from before cuts had names, adjustments, and instructions posted. */

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
const THIS_MONTH = monthOf(houseDayOf(new Date().toISOString(), ZONE));
const FIRST = addMonths(THIS_MONTH, -2);
const SECOND = addMonths(THIS_MONTH, -1);
const LISTS = ['/inventory/my', '/inventory/past'];
const BILLS = [`7-${FIRST}-1`, `7-${SECOND}-1`, `8-${FIRST}-1`, `8-${FIRST}-2`, `8-${SECOND}-1`];

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Waits up to half a minute. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tried = 0; !(await holds()); tried += 1) {
    if (tried > 600) throw new Error(`it never came that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Records the newest bill of customer 8 as it was recorded before cuts had names. */
async function recordOldBill(
  vitrine: SmallVitrine,
  admin: Awaited<ReturnType<SmallVitrine['as']>>,
): Promise<void> {
  expect((await admin.post('/api/bills', { customerId: 8, month: FIRST })).status).toBe(200);
  const { events } = vitrine.context;
  const customer: RecordedEvent[] = [];
  for await (const event of events.readStream('customer-8')) customer.push(event);
  const created = customer.at(-1)!;
  expect(created.type).toBe('BillCreated');
  const data = created.data as { cut: { position: string; recordedAt: string }; version: number };
  const { position, recordedAt } = data.cut;
  const old = { ...data, cut: { position, recordedAt }, version: data.version + 1 };
  const event = {
    id: randomUUID(),
    type: 'BillCreated',
    data: old,
    metadata: { ...created.metadata, shape: 2 },
  };
  await events.append('customer-8', created.revision, [event]);
  await vitrine.shown();
}

/** A Vitrine in which all that has happened, with how it looks; it still runs. */
export async function makeWorld() {
  const peer = await startCountingPeer();
  const vitrine = await startSmallVitrine({ TRADING_SYSTEM_URL: peer.url });
  const admin = await vitrine.as('admin');
  for (const customerId of [7, 8])
    await customerCommands.changeTerms(
      vitrine.context,
      { commandId: randomUUID(), actor: ADMINISTRATOR },
      customerId,
      { changes: { feeRatePpm: 10_000 }, effectiveAt: `${FIRST}-01` },
    );
  for (const name of ['B-1', 'B-2', 'B-3', 'B-4', 'B-5']) await vitrine.listStone(name);
  await vitrine.document('MEMO', 'B-1', 7, `${FIRST}-01`);
  await vitrine.document('MEMO', 'B-2', 8, `${FIRST}-02`);
  await vitrine.shown();
  expect((await admin.post('/api/bills', { customerId: 7, month: FIRST })).status).toBe(200);
  await recordOldBill(vitrine, admin);
  // What comes late is an adjustment, which names its cause by a position too.
  await vitrine.document('RETURN_MEMO', 'B-1', 7, `${FIRST}-20`);
  await vitrine.document('RETURN_MEMO', 'B-2', 8, `${FIRST}-21`);
  await vitrine.shown();
  for (const customerId of [7, 8])
    expect((await admin.post('/api/bills', { customerId, month: SECOND })).status).toBe(200);
  const alder = await vitrine.as('alder');
  expect((await alder.post('/inventory/request_stones', { parcelNames: ['B-3', 'B-4'] })).status).toBe(200);
  await until('the instructions are posted', () => peer.posted.length === 2);
  await vitrine.shown();

  const bills: WireBill[] = [];
  for (const id of BILLS) bills.push(issuedBillSchema.parse((await admin.get(`/api/bills/${id}`)).json));
  expect(bills.every(({ lines }) => lines.length > 0)).toBe(true);
  const explained = (await admin.get(EXPLANATION)).json;
  const lists: unknown[] = [];
  for (const path of LISTS) lists.push(await alder.list(path));
  return { peer, vitrine, bills, explained, lists, posted: [...peer.posted] };
}

const EXPLANATION = `/api/bills/explain?customerId=7&month=${FIRST}`;

/** Without the positions in the log. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      ['position', 'eventId'].includes(key) ? undefined : inner,
    ),
  );
}

/**
 * The product runs on other stores as it ran before: users sign in, lists and bills are the same, the nightly check finds
 * every bill the same to the byte at its own cut, nothing is posted again and what is new is posted once.
 */
export async function expectTheSame(
  { peer, bills, explained, lists, posted }: World,
  stores: { DATABASE_URL: string; EVENTSTORE_URL: string } & Record<string, string>,
): Promise<WireBill[]> {
  const product = await startOnStores({ ...stores, TRADING_SYSTEM_URL: peer.url });
  try {
    const here: WireBill[] = [];
    for (const id of BILLS)
      here.push(issuedBillSchema.parse((await product.ask('admin', `/api/bills/${id}`)).json));
    expect(withoutPlaces(here)).toEqual(withoutPlaces(bills));
    const why = (await product.ask('admin', EXPLANATION)).json;
    expect(withoutPlaces(why)).toMatchObject({
      ...(withoutPlaces(explained) as object),
      to: expect.anything(),
    });
    for (const [index, path] of LISTS.entries())
      expect((await product.ask('alder', path, {})).json).toEqual(lists[index]);

    const { json } = await product.ask('admin', '/api/bill-runs', { kind: 'VERIFY' });
    const { id } = json as { id: string };
    let run: z.infer<typeof billRunDetails> | undefined;
    await until('the check has ended', async () => {
      run = (await product.ask('admin', `/api/bill-runs/${id}`)).json as typeof run;
      return run!.finishedAt !== null;
    });
    expect(run!.items.map(({ outcome }) => outcome).sort()).toEqual(['NOTHING', 'SAME', 'SAME']);
    expect((await product.ask('admin', '/api/bill-alarms')).json).toEqual([]);

    const reply = await product.ask('alder', '/inventory/request_stones', { parcelNames: ['B-5'] });
    expect(reply.status).toBe(200);
    await until('the new instruction is posted', () => peer.posted.some((one) => one.endsWith(' B-5')));
    expect(peer.posted).toHaveLength(posted.length + 1);
    expect(product.failures).toEqual([]);
    return here;
  } finally {
    await product.close();
  }
}

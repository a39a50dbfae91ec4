import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ClientLink, ClientLinkView, NewClientLink } from '#contracts/api/client-links.ts';
import { CLIENT_LINK_LIMITS as LIMITS } from '#contracts/vocabulary/client-links.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import { NOT_KEPT, startSmallVitrine, type Reply, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** What a jeweller shows a client by a link, and what the client may do there (rule: Client link). */
let vitrine: SmallVitrine;
beforeAll(async () => {
  // Few connections: a call that needs a second one while it keeps others waiting would hold all of them up.
  vitrine = await startSmallVitrine({ VITRINE_DATABASE_CONNECTIONS: '5' });
  for (const name of ['C-1', 'C-2', 'C-3', 'C-4', 'C-5']) await vitrine.listStone(name);
  await vitrine.listStone('C-BIG', { weight: 3010 });
  const markup = [
    {
      type: 'weight',
      productTypes: ['LOOSE'],
      minWeight: 0.5,
      maxWeight: 2,
      minValue: null,
      maxValue: null,
      markup: 50,
    },
  ];
  const admin = await vitrine.as('admin');
  const set = await admin.post('/admin/setmarkup', markup, { headers: { customer: '7' } });
  expect([set.status, set.text]).toEqual([200, set.text]);
  await vitrine.shown();
});
afterAll(() => vitrine?.close());
/** From one address, as all tests ask. */
beforeEach(() => sql`delete from vitrine.attempt`.execute(vitrine.context.db));

const tokenOf = ({ url }: { url: string | null }): string => url!.split('#token=')[1]!;
const ask = async (who: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  (await vitrine.as(who)).post('/client-links', body, { headers });
async function make(
  more: Partial<NewClientLink> = {},
  who = 'alder',
  customer?: string,
): Promise<ClientLink> {
  const body = { parcelNames: ['C-1', 'C-2'], prices: 'RETAIL', ...more };
  const reply = await ask(who, body, customer === undefined ? {} : { customer });
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.json as ClientLink;
}
const links = async (who = 'alder', headers: Record<string, string> = {}): Promise<ClientLink[]> =>
  (await (await vitrine.as(who)).get('/client-links', { headers })).json as ClientLink[];
const linkOf = async (id: string): Promise<ClientLink> => (await links()).find((link) => link.id === id)!;
const revoke = async (id: string, who = 'alder'): Promise<Reply> =>
  (await vitrine.as(who)).post(`/client-links/${id}`, undefined, { method: 'DELETE' });
const client = (token: string, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  vitrine.call(`/client-link/${path}`, { token, ...body }, { headers });
const view = async (token: string): Promise<ClientLinkView> => {
  const reply = await client(token, 'view');
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.json as ClientLinkView;
};
const gone = { message: 'This link no longer works. Please ask for a new one.', code: 'UNKNOWN_LINK' };

test('a link shows stones without an account, at the retail price or none, and is kept by no browser', async () => {
  const link = await make({
    title: 'For Anna',
    message: 'Two rounds.',
    parcelNames: ['C-2', 'C-1', 'C-BIG'],
  });
  expect(link).toMatchObject({ state: 'LIVE', title: 'For Anna', prices: 'RETAIL', activity: 0, news: 0 });
  expect(Date.parse(link.expiresAt) - Date.parse(link.madeAt)).toBe(LIMITS.days.usual * DAY_MS);
  expect(new URL(link.url!).pathname + new URL(link.url!).search).toBe('/clientlink');

  const reply = await client(tokenOf(link), 'view');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const shown = reply.json as ClientLinkView;
  expect(shown).toMatchObject({ jeweller: 'Alder & Sons', title: 'For Anna', message: 'Two rounds.' });
  // 9,800.00 and a markup of 50 %; no row of the markups covers three carats.
  expect(shown.stones.map(({ place, price, gone: isGone }) => [place, price, isGone])).toEqual([
    [1, 14_700, false],
    [2, 14_700, false],
    [3, undefined, false],
  ]);
  expect(shown.stones[0]).toMatchObject({
    fluorescence: 'None',
    lab: 'GIA',
    certNo: '2100000002',
    weight: 1.01,
    colour: 'F',
  });
  for (const name of [
    'parcelName',
    'status',
    'total',
    'ppc',
    'tier',
    'C-2',
    '9800',
    'inCart',
    'vendor',
    'customerId',
  ])
    expect(reply.text).not.toContain(name);

  const bare = await view(tokenOf(await make({ prices: 'NONE' })));
  expect(JSON.stringify(bare)).not.toContain('price":');
});

test('what is seen is what the stone is now: what another has, or what was sold, is no longer available', async () => {
  const token = tokenOf(await make({ parcelNames: ['C-3', 'C-4'] }));
  const goneNow = async () => (await view(token)).stones.map((stone) => stone.gone);
  expect(await goneNow()).toEqual([false, false]);
  // The jeweller's own request is its client's to see, another's is not.
  await (await vitrine.as('alder')).post('/inventory/request_stones', { parcelNames: ['C-3'] });
  await (await vitrine.as('birch')).post('/inventory/request_stones', { parcelNames: ['C-4'] });
  await vitrine.shown();
  expect(await goneNow()).toEqual([false, true]);
  const [, taken] = (await view(token)).stones;
  expect(Object.keys(taken!)).not.toEqual(expect.arrayContaining(['price', 'certNo', 'photoUrl']));
  expect((await client(token, 'like', { place: 2, liked: true })).status).toBe(409);
  await vitrine.document('MEMO', 'C-3');
  await (await vitrine.as('alder')).post('/inventory/sale', { parcelNames: ['C-3'] });
  await vitrine.shown();
  expect(await goneNow()).toEqual([true, true]);
});

test('what is liked and asked is seen by the jeweller, and counted as new until then', async () => {
  const link = await make({ title: 'Ring' });
  const token = tokenOf(link);
  await view(token);
  await view(token);
  for (const liked of [true, false, true]) await client(token, 'like', { place: 2, liked });
  const key = { 'idempotency-key': 'one-question' };
  for (let time = 0; time < 2; time += 1)
    expect((await client(token, 'ask', { place: 2, text: 'Is it eye clean?' }, key)).status).toBe(200);
  const other = await client(token, 'ask', { place: null, text: 'Are you open?' }, key);
  expect([other.status, other.json]).toMatchObject([409, { code: 'KEY_REUSED' }]);
  const after = (await client(token, 'ask', { place: null, text: 'Are you open?' })).json as ClientLinkView;
  expect(after.questions.map(({ place, text }) => [place, text])).toEqual([
    [2, 'Is it eye clean?'],
    [null, 'Are you open?'],
  ]);
  expect(after.stones.map(({ liked }) => liked)).toEqual([false, true]);

  const seen = await linkOf(link.id);
  expect(seen).toMatchObject({
    // Opened, one stone liked however often, two questions.
    activity: 4,
    news: 4,
    firstOpenedAt: expect.any(String),
    openedAt: expect.any(String),
    stones: [
      { parcelName: 'C-1', liked: false },
      { parcelName: 'C-2', liked: true },
    ],
    questions: [
      { parcelName: 'C-2', text: 'Is it eye clean?' },
      { parcelName: null, text: 'Are you open?' },
    ],
  });
  const alder = await vitrine.as('alder');
  const note = (activity: number) => alder.post('/client-links/seen', { links: [{ id: link.id, activity }] });
  await note(2);
  expect((await linkOf(link.id)).news).toBe(2);
  await note(99);
  await note(1);
  expect((await linkOf(link.id)).news).toBe(0);
  await (await vitrine.as('birch')).post('/client-links/seen', { links: [{ id: link.id, activity: 0 }] });

  const { rows } = await sql<{ recipient: string; body: string }>`
    select recipient, body from vitrine.mail where key like 'client-question/%' order by id`.execute(
    vitrine.context.db,
  );
  expect(rows.map(({ recipient }) => recipient)).toEqual(['alder@example.com', 'alder@example.com']);
  expect(rows[0]!.body).toContain('about C-2');
  expect(rows.map(({ body }) => body).join()).not.toContain('$');
});

test('unknown, expired and revoked links, and those of a customer that may not log in, are one answer, at once, on every call', async () => {
  const [expired, revoked, locked] = [await make(), await make(), await make({}, 'cedar')];
  const tokens = [expired, revoked, locked].map(tokenOf);
  for (const token of tokens) await view(token);
  await sql`update vitrine.client_link set expires_at = now() where id = ${expired.id}`.execute(
    vitrine.context.db,
  );
  const answer = await revoke(revoked.id);
  expect(answer.json).toMatchObject({ state: 'REVOKED', url: null });
  const admin = await vitrine.as('admin');
  const lock = async (allowLogin: boolean) => {
    const edit = await admin.post('/admin/updatecustomer', { customerId: 9, allowLogin });
    expect([edit.status, edit.text]).toEqual([200, edit.text]);
    await vitrine.shown();
  };
  await lock(false);
  for (const token of ['x', 'A'.repeat(64), ...tokens])
    for (const [path, body] of [
      ['view', {}],
      ['like', { place: 1, liked: true }],
      ['ask', { place: null, text: 'Hello?' }],
      ['certificate', { place: 1 }],
    ] as const) {
      const refused = await client(token, path, body);
      expect([path, refused.status, refused.json]).toEqual([path, 404, gone]);
    }
  await lock(true);
  expect((await client(tokens[2]!, 'view')).status).toBe(200);
  // Revoked again, it stays as it was; what ended is listed, with no way to open it.
  expect((await revoke(revoked.id)).json).toEqual(answer.json);
  const states = new Map((await links()).map(({ id, state, url }) => [id, [state, url]]));
  expect([states.get(expired.id), states.get(revoked.id)]).toEqual([
    ['EXPIRED', null],
    ['REVOKED', null],
  ]);
});

test('a link is its customer’s, and shows nobody more prices than its own mode', async () => {
  const [retail, none] = [await make(), await make({ prices: 'NONE' })];
  const ids = async (who: string, headers: Record<string, string> = {}) =>
    (await links(who, headers)).map(({ id }) => id).filter((id) => [retail.id, none.id].includes(id));
  expect(new Set(await ids('alder'))).toEqual(new Set([retail.id, none.id]));
  expect((await ids('alder-retail')).length).toBe(2);
  expect(await ids('alder-none')).toEqual([none.id]);
  expect(await ids('alder', { prices: 'NONE' })).toEqual([none.id]);
  expect(await ids('rep', { customer: '7' })).toHaveLength(2);
  expect(await ids('birch')).toEqual([]);
  for (const who of ['birch', 'alder-none']) expect((await revoke(retail.id, who)).status).toBe(402);
  const refused = await ask('alder-none', { parcelNames: ['C-1'], prices: 'RETAIL' });
  expect([refused.status, refused.json]).toMatchObject([402, { field: 'prices' }]);
  expect((await view(tokenOf(retail))).stones).toHaveLength(2);
  // Staff make it for the customer, by whose markups the prices are made.
  expect((await view(tokenOf(await make({}, 'rep', '7')))).stones[0]!.price).toBe(14_700);
  expect((await ask('rep', { parcelNames: ['C-1'], prices: 'NONE' })).status).toBe(402);
});

test('the same key makes one link; what is out of bounds, or not to be had, makes none', async () => {
  const headers = { 'idempotency-key': 'make-once' };
  const body = { parcelNames: ['C-5'], prices: 'NONE' };
  const [one, again] = [await ask('alder', body, headers), await ask('alder', body, headers)];
  expect(again.json).toEqual(one.json);
  expect((await ask('alder', { ...body, title: 'Other' }, headers)).json).toMatchObject({
    code: 'KEY_REUSED',
  });
  for (const [more, field] of [
    [{ parcelNames: [] }, 'parcelNames'],
    [{ parcelNames: Array.from({ length: 31 }, (_, place) => `X-${place}`) }, 'parcelNames'],
    [{ days: 0 }, 'days'],
    [{ days: 61 }, 'days'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ prices: 'WHOLESALE' }, 'prices'],
    [{ parcelNames: ['C-5', 'C-4'] }, 'parcelNames.1'],
    [{ parcelNames: ['nowhere'] }, 'parcelNames.0'],
  ] as const)
    expect(await ask('alder', { ...body, ...more })).toMatchObject({ status: 402, json: { field } });
  const { db } = vitrine.context;
  await sql`
    insert into vitrine.client_link (id, customer_id, made_by, made_at, expires_at, prices, title, message, parcels)
    select gen_random_uuid(), 8, 'birch', now(), now() + interval '1 day', 'NONE', '', '', '{C-5}'
    from generate_series(1, ${LIMITS.liveLinks}::int)`.execute(db);
  expect((await ask('birch', body)).json).toMatchObject({
    message: 'There are 100 open links already: revoke one first.',
  });
  // Who sees none of them, as they show prices, can revoke none.
  await sql`update vitrine.client_link set prices = 'RETAIL' where customer_id = 8`.execute(db);
  expect((await ask('birch', body, { prices: 'NONE' })).json).toMatchObject({
    message: 'There are 100 open links already: ask a colleague to revoke one, or wait until one ends.',
  });
  // One that ended long ago is forgotten with the next that is made.
  await sql`update vitrine.client_link set expires_at = now() - interval '91 days' where customer_id = 8`.execute(
    db,
  );
  expect((await ask('birch', body)).status).toBe(201);
  expect(await links('birch')).toHaveLength(1);
});

test('of two links made at once only as many as there may be are; one that was made is answered again', async () => {
  const { db } = vitrine.context;
  await sql`delete from vitrine.client_link where customer_id = 8`.execute(db);
  await sql`
    insert into vitrine.client_link (id, customer_id, made_by, made_at, expires_at, prices, title, message, parcels)
    select gen_random_uuid(), 8, 'birch', now(), now() + interval '1 day', 'NONE', '', '', '{C-5}'
    from generate_series(2, ${LIMITS.liveLinks}::int)`.execute(db);
  const body = { parcelNames: ['C-5'], prices: 'NONE' };
  const keys = [1, 2, 3, 4].map(() => ({ 'idempotency-key': randomUUID() }));
  const replies = await Promise.all(keys.map((key) => ask('birch', body, key)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402]);
  // Killed before its key was noted as done.
  const made = replies.findIndex(({ status }) => status === 201);
  await sql`update vitrine.used_key set done = false, under_way = 0, answer = null`.execute(db);
  expect(await ask('birch', body, keys[made])).toMatchObject({ status: 201, json: replies[made]!.json });
  await sql`delete from vitrine.client_link where customer_id = 8`.execute(db);
});

test('a link takes so many questions', async () => {
  const token = tokenOf(await make());
  for (let asked = 0; asked < LIMITS.questions; asked += 1)
    expect((await client(token, 'ask', { place: 1, text: `Question ${asked}` })).status).toBe(200);
  const more = await client(token, 'ask', { place: 1, text: 'One more' });
  expect([more.status, more.json]).toMatchObject([409, { code: 'TOO_MANY_QUESTIONS' }]);
  for (const [body, status] of [
    [{ place: 1, text: ' ' }, 422],
    [{ place: 1, text: 'x'.repeat(501) }, 422],
    [{ place: 9, text: 'Which?' }, 404],
  ] as const)
    expect((await client(token, 'ask', body)).status).toBe(status);
});

test('questions that come together by one link are all answered, and mailed once each', async () => {
  const token = tokenOf(await make());
  const texts = Array.from({ length: 12 }, (_, place) => `Together ${place}?`);
  const replies = await Promise.all(texts.map((text) => client(token, 'ask', { place: 1, text })));
  expect(replies.map(({ status }) => status)).toEqual(texts.map(() => 200));
  expect(new Set((await view(token)).questions.map(({ text }) => text))).toEqual(new Set(texts));
  const { rows } = await sql<{ text: string }>`
    select substring(body from 'Together \\d+\\?') as text from vitrine.mail
    where body like '%Together %'`.execute(vitrine.context.db);
  expect(rows.map(({ text }) => text).sort()).toEqual([...texts].sort());
});

test('a reader of the database can make no token of what it holds, and a vendor’s link is none of a client’s', async () => {
  const link = await make({}, 'alder');
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(link) as row from vitrine.client_link as link union all
    select to_jsonb(used_key) as row from vitrine.used_key`.execute(vitrine.context.db);
  expect(JSON.stringify(rows)).toContain(link.id);
  expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
  expect((await vitrine.call('/vendor/view', { token: tokenOf(link) })).status).toBe(404);
});

test('another site cannot make a browser answer in the client’s place, and too many tries are refused', async () => {
  const token = tokenOf(await make());
  const answer = await client(token, 'like', { place: 1, liked: true }, { origin: 'https://other.example' });
  expect([answer.status, answer.json]).toMatchObject([403, { code: 'CROSS_SITE' }]);
  const statuses = [];
  for (let attempt = 0; attempt < 32; attempt += 1) {
    const { status } = await fetch(new URL('/client-link/certificate', vitrine.address), {
      method: 'POST',
      headers: { ...NOT_KEPT, 'content-type': 'application/json' },
      body: JSON.stringify({ token: randomUUID(), place: 1 }),
    });
    statuses.push(status);
  }
  expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

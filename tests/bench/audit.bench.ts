import { formatCount } from '#contracts/vocabulary/counts.ts';
import pg from 'pg';
import { customerCommands } from '#services/customers/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { fillSmallWorld, PASSWORD, testContext } from '#tests/support/small-world.ts';
import { atMost, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { startedApplication } from './started-application.ts';

const ENTRIES = Number(process.env['ENTRIES'] ?? 300_000);
const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 10_000);
const SAMPLES = 21;
const PAGE = 25;

type Search = { name: string; filter: object; sort?: [string, string]; from?: number; bare: string };

/** What an administrator searches for, and the bare query of the same rows. */
const SEARCHES: readonly Search[] = [
  { name: 'the newest', filter: {}, bare: 'true' },
  { name: 'one customer', filter: { customerId: 321 }, bare: 'customer_id = 321' },
  {
    name: 'one customer, one month as it happened',
    filter: { customerId: 12, effectiveFrom: '2026-03-01', effectiveTo: '2026-03-31' },
    bare: `customer_id = 12 and happened_at >= '2026-03-01T05:00Z' and happened_at < '2026-04-01T04:00Z'`,
  },
  { name: 'one parcel', filter: { parcel: 'B-4711' }, bare: `about @> array['b-4711']` },
  {
    name: 'parcels that begin with B-471: 111 of them',
    filter: { q: 'B-471*' },
    bare: `about && (select array_agg(name::text) from read.audit_name where kind = 'about' and name ^@ 'b-471')`,
  },
  {
    name: 'documents that begin with doc-12345, of one actor',
    filter: { q: 'doc-12345*', actor: 'user-3' },
    bare: `actor = 'user-3' and about && (select array_agg(name::text) from read.audit_name where kind = 'about' and name ^@ 'doc-12345')`,
  },
  {
    name: 'actors that begin with user-1: 11 of them',
    filter: { actor: 'user-1*' },
    bare: `actor = any(select name::text from read.audit_name where kind = 'actor' and name ^@ 'user-1')`,
  },
  {
    name: 'a beginning of too many, typed as a whole name',
    filter: { q: 'B-9' },
    bare: `about && array['b-9']`,
  },
  { name: 'one busy actor', filter: { actor: 'user-3' }, bare: `actor = 'user-3'` },
  { name: 'one rare type', filter: { type: 'EventUndone' }, bare: `type = 'EventUndone'` },
  {
    name: 'three types of an actor',
    filter: { actor: 'user-7', type: ['MEMO', 'INVOICE', 'StoneSold'] },
    bare: `actor = 'user-7' and type = any('{MEMO,INVOICE,StoneSold}')`,
  },
  {
    name: 'one month as it happened, by it',
    filter: { effectiveFrom: '2026-02-01', effectiveTo: '2026-02-28' },
    sort: ['effectiveAt', 'DESC'],
    bare: `happened_at >= '2026-02-01T05:00Z' and happened_at < '2026-03-01T05:00Z'`,
  },
  {
    name: 'one week as we learnt it, two types',
    filter: { recordedFrom: '2026-05-04', recordedTo: '2026-05-10', type: ['StoneRequested', 'MEMO'] },
    bare: `recorded_at >= '2026-05-04T04:00Z' and recorded_at < '2026-05-11T04:00Z' and type = any('{StoneRequested,MEMO}')`,
  },
  {
    name: 'what never was: a type by an actor',
    filter: { actor: 'feed', type: 'StoneRequested' },
    bare: `actor = 'feed' and type = 'StoneRequested'`,
  },
  { name: 'what was undone', filter: { undone: true }, bare: 'undone is not null' },
  { name: 'the newest, page 400', filter: {}, from: 10_000, bare: 'true' },
];

/** Pages of the audit over a million entries, and of the customers over ten thousand, each over HTTP. */
export async function benchAudit({ databaseUrl, eventStoreUrl }: BenchEnvironment): Promise<BenchRow[]> {
  const application = await startedApplication({ databaseUrl, eventStoreUrl });
  const database = connectDatabase(databaseUrl);
  const events = connectEventStore({ connectionString: eventStoreUrl });
  const context = testContext({ ...database, events });
  const bare = new pg.Client({ connectionString: databaseUrl });
  try {
    await bare.connect();
    await fillSmallWorld(context);
    await register(context);
    await fillHistory(bare);
    const get = await signedIn(application.address!);
    await until(async () => (await get(list('customers', {}))).total >= CUSTOMERS);
    return [...(await historyFigures(get, bare)), ...(await customerFigures(get, bare))];
  } finally {
    await bare.end();
    await events.close();
    await database.close();
    await application.close();
  }
}

async function historyFigures(get: Get, bare: pg.Client): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, filter, sort, from = 0, bare: condition } of SEARCHES) {
    const by = sort ? 'happened_at' : 'recorded_at';
    const baseline = await median(() =>
      bare.query(
        `select event_id from read.audit_entry where ${condition} order by ${by} desc, position desc limit ${PAGE} offset ${from}`,
      ),
    );
    const path = list('history', { filter, sort, from });
    const { total, estimated } = await get(path);
    const value = await median(() => get(path));
    const found = `${estimated ? 'about ' : ''}${formatCount(total)} found`;
    rows.push({ name, value, unit: 'ms', baseline, ratio: value / baseline, note: found });
  }
  const middle = sorted(rows.map(({ value }) => value));
  return [
    ...rows,
    {
      name: 'audit, median of the searches',
      value: middle,
      unit: 'ms',
      baseline: sorted(rows.map(({ baseline }) => baseline ?? 0)),
      ratio: null,
      note: `${formatCount(ENTRIES)} entries; whole round trip`,
      aim: atMost(50),
    },
  ];
}

async function customerFigures(get: Get, bare: pg.Client): Promise<BenchRow[]> {
  const baseline = await median(() =>
    bare.query(`select record from read.customer order by lower(name), customer_id limit ${PAGE}`),
  );
  const asked: readonly [string, Parameters<typeof list>[1]][] = [
    ['customers by name, a page', { sort: ['name', 'ASC'] }],
    ['customers found by a part of a name', { filter: { q: 'jeweller 77' }, sort: ['name', 'ASC'] }],
    ['customers by what they hold', { sort: ['currentlyHolding', 'DESC'] }],
    ['customers by name, page 300', { sort: ['name', 'ASC'], from: 7500 }],
  ];
  const rows: BenchRow[] = [];
  for (const [name, question] of asked) {
    const path = list('customers', question);
    const value = await median(() => get(path));
    const note = `${formatCount(CUSTOMERS)} customers; against a bare page by name`;
    rows.push({ name, value, unit: 'ms', baseline, ratio: value / baseline, note });
  }
  return rows;
}

type Question = { filter?: object | undefined; sort?: [string, string] | undefined; from?: number };

function list(resource: string, { filter = {}, sort, from = 0 }: Question): string {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    range: JSON.stringify([from, from + PAGE - 1]),
    ...(sort && { sort: JSON.stringify(sort) }),
  });
  return `/api/${resource}?${query}`;
}

type Get = (path: string) => Promise<{ total: number; estimated: boolean }>;

async function signedIn(address: string): Promise<Get> {
  const body = JSON.stringify({ username: 'admin', password: PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const signIn = await fetch(new URL('/login', address), { method: 'POST', headers, body });
  const { token } = (await signIn.json()) as { token: string };
  return async (path) => {
    const reply = await fetch(new URL(path, address), { headers: { authorization: `Bearer ${token}` } });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${text}`);
    return {
      total: Number(reply.headers.get('content-range')?.split('/')[1]),
      estimated: reply.headers.get('x-total-estimate') !== null,
    };
  };
}

async function register(context: CommandContext): Promise<void> {
  const ids = Array.from({ length: CUSTOMERS }, (_, index) => 100 + index);
  await inParallel(ids, 32, (customerId) =>
    customerCommands.register(
      context,
      { commandId: `customer-${customerId}`, actor: { username: 'bench', role: 'system' } },
      customerId,
      { identity: { name: `Jeweller ${customerId}` }, terms: { maxInventoryCents: 10_000_000 } },
    ),
  );
}

/** A year's entries: half of them of the feed's; the others of customers, some busy, and of what became of their stones. */
async function fillHistory(client: pg.Client): Promise<void> {
  await client.query(
    `insert into read.audit_entry
       (event_id, position, stream, type, about, parcel_names, customer_id, vendor_id, effective_at, happened_at,
        recorded_effective_at, recorded_at, actor, role, reason, undone, date_changes, facts)
     select md5(n::text), 1000000 + n * 10, 'stone-B-' || parcel, type, array['b-' || parcel, 'doc-' || n],
       array['B-' || parcel], case when fed then null else customer end, 1, happened::text, happened, happened::text, learnt,
       case when fed then 'feed' else 'user-' || customer % 40 end, case when fed then 'system' else 'customer' end,
       case when n % 7 = 0 then 'for the window' end,
       case when n % 997 = 0 then '{"eventId":"x","by":"admin","recordedAt":"2026-06-01T00:00:00.000Z"}'::json end,
       '[]', '{"customerPrice":9800,"version":1,"accountCode":"07-01-0001"}'
     from (
       select n, n % 2 = 0 as fed, (n * 7919) % 100000 as parcel,
         1 + floor(10000 * power((n * 48271 % 1000003) / 1000003.0, 3))::int as customer,
         case when n % 2 = 0 then (array['StoneRepriced', 'VendorAvailabilityChanged', 'StoneDescribed', 'StoneListed'])[1 + n / 2 % 4]
           when n % 333 = 1 then 'EventUndone'
           else (array['StoneRequested', 'MEMO', 'StoneReturned', 'RETURN_MEMO', 'StoneSold', 'INVOICE', 'StonesCarted'])[1 + n / 2 % 7] end as type,
         timestamptz '2025-07-01T12:00Z' + n * interval '1 year' / ${ENTRIES} as learnt,
         timestamptz '2025-07-01T12:00Z' + n * interval '1 year' / ${ENTRIES} - (n * 31 % 20) * interval '7 hours' as happened
       from generate_series(1::bigint, ${ENTRIES}) as n) as made`,
  );
  await client.query(
    `insert into read.audit_name (kind, name)
     select distinct 'about', name from read.audit_entry, unnest(about) as name
     union select distinct 'actor', actor from read.audit_entry on conflict do nothing`,
  );
  const { rows } = await client.query<{ schema: string }>(
    `select table_schema as schema from information_schema.view_table_usage where view_schema = 'read' and view_name = 'audit_entry'`,
  );
  await client.query(`vacuum analyze "${rows[0]?.schema}".audit_entry`);
  await client.query(`vacuum analyze "${rows[0]?.schema}".audit_name`);
}

async function median(work: () => Promise<unknown>): Promise<number> {
  await work();
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startedAt = performance.now();
    await work();
    samples.push(performance.now() - startedAt);
  }
  return sorted(samples);
}

const sorted = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;

async function until(true_: () => Promise<boolean>): Promise<void> {
  while (!(await true_())) await new Promise((resolve) => setTimeout(resolve, 200));
}

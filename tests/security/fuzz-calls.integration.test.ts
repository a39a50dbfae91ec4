import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Random } from '#services/platform/random.ts';
import { addressOf, CALLS, tableProblems } from '#tests/calls/call-table.ts';
import type { Call } from '#tests/calls/call.ts';
import { startCalledWorld, type CalledWorld, type Sent } from '#tests/calls/called-world.ts';
import { CALLERS, type CallerName } from '#tests/support/callers.ts';
import { fuzzRun } from './fuzz-run.ts';
import { damaged, hostileValue, mutated } from './hostile.ts';

/**
 * Every call with bodies, addresses and headers that no client should send: each is answered soon, never with a 500, with
 * nothing of the program's inside, and the application goes on. The calls are those of the OpenAPI document.
 */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld();
});
afterAll(() => world.close());

/** Limits for what hangs, not a measure of speed. */
const WITHIN_MS = 60_000;
const INSIDES =
  /node_modules|\bat .+:\d+:\d+\)?$|SQLSTATE|syntax error at or near|violates .* constraint|relation "/m;
/** These end a session or make work for minutes; others try them. */
const LEFT_OUT = ['POST /logout', 'POST /login/changepassword', 'POST /api/projections/{id}/rebuild'];

type Attempt = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

const HEADERS = [
  'customer',
  'idempotency-key',
  'min-position',
  'if-match',
  'x-request-id',
  'accept',
  'range',
];
const TYPES = ['application/json', 'text/csv', 'application/octet-stream', 'multipart/form-data', 'x/y', ''];

/** A value as a header or a part of an address may hold it. */
const asText = (random: Random): string =>
  String(JSON.stringify(hostileValue(random)) ?? 'undefined').slice(0, 2_000);

function attempt(call: Call, sent: Sent, caller: Record<string, string>, random: Random): Attempt {
  const asPath = (name: string): string =>
    encodeURIComponent(asText(random)).slice(0, random.int(1, 300)) || name;
  const path = random.chance(0.2)
    ? Object.fromEntries(
        Object.keys(sent.path ?? {}).map((name) => [name, decodeURIComponentOr(asPath(name))]),
      )
    : (sent.path ?? {});
  const query = random.chance(0.3)
    ? {
        ...sent.query,
        [random.pick([...Object.keys(sent.query ?? {}), 'filter', 'range', 'sort'])]: asText(random),
      }
    : (sent.query ?? {});
  const { method, url } = addressOf(call, { ...sent, path, query });
  const headers: Record<string, string> = { ...caller };
  if (random.chance(0.15)) headers[random.pick(HEADERS)] = asText(random).replace(/[^\x20-\x7e]/g, '?');
  if (random.chance(0.05))
    headers['authorization'] = `Bearer ${asText(random).replace(/[^\x20-\x7e]/g, '?')}`;
  if (method === 'GET' || method === 'HEAD') return { method, url, headers, body: undefined };
  headers['content-type'] = sent.form?.type ?? 'application/json';
  if (random.chance(0.05)) headers['content-type'] = random.pick(TYPES);
  const good = sent.form?.text ?? JSON.stringify(sent.body ?? {});
  const body =
    sent.form === undefined && random.chance(0.8)
      ? (JSON.stringify(mutated(sent.body ?? {}, random)) ?? '')
      : damaged(Buffer.from(good), random);
  return { method, url, headers, body };
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function send({ method, url, headers, body }: Attempt, endless: boolean): Promise<[number, string]> {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), WITHIN_MS);
  try {
    const answer = await fetch(new URL(url, world.vitrine.address), {
      method,
      headers,
      signal: stop.signal,
      ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    const isStream = endless || answer.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream ? '' : await answer.text();
    if (isStream) stop.abort();
    world.vitrine.noteCall(new URL(url, world.vitrine.address).pathname, headers['authorization']);
    return [answer.status, text];
  } finally {
    clearTimeout(late);
  }
}

async function headersOf(name: CallerName): Promise<Record<string, string>> {
  const known = CALLERS[name];
  if (known === null) return {};
  const [username, customer] = known;
  const { token } = await world.vitrine.as(username);
  return { authorization: `Bearer ${token}`, ...(customer !== undefined && { customer }) };
}

test('whatever is sent, each call answers in order, and says nothing of its insides', async () => {
  const { json } = await world.vitrine.call('/docs/openapi.json', undefined, { method: 'GET' });
  expect(tableProblems(json)).toEqual([]);
  const { seed, runs, random } = fuzzRun();
  const calls = CALLS.filter(({ call }) => !LEFT_OUT.includes(call));
  // Before anything hostile is sent: an attempt may end a session that preparing needs.
  const known = new Map<Call, Sent>();
  for (const call of calls) known.set(call, (await call.sends?.(world)) ?? {});
  const callers = Object.keys(CALLERS) as CallerName[];
  const found: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    // Each call in turn, so that even a short run tries all of them.
    const call = calls[run % calls.length]!;
    const sent = known.get(call)!;
    // An administrator's calls get furthest.
    const caller = random.chance(0.6) ? 'an administrator for a customer' : random.pick(callers);
    const tried = attempt(call, sent, await headersOf(caller), random);
    const logged = world.vitrine.failures.length;
    const [status, text] = await send(tried, call.endless === true).catch(
      (error: unknown): [number, string] => [599, String(error)],
    );
    if ((status >= 500 && status !== 503) || INSIDES.test(text) || world.vitrine.failures.length > logged)
      found.push(
        `FUZZ_SEED=${seed} run ${run}: ${caller}, ${tried.method} ${tried.url.slice(0, 300)} ${JSON.stringify(tried.headers).slice(0, 300)} ` +
          `${String(tried.body ?? '').slice(0, 400)} → ${status} ${text.slice(0, 300)}`,
      );
  }
  expect(found).toEqual([]);
  expect((await world.vitrine.call('/healthz', undefined, { method: 'GET' })).status).toBe(200);
});

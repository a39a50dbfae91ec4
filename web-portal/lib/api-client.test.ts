import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { actForCustomer, call, callForFile, forgetSession, onSuccessfulAnswer } from './api-client.ts';
import { CallFailed } from './failures.ts';

type Sent = { path: string; init: RequestInit; headers: Headers };
const sent: Sent[] = [];
let answers: (() => Response | Promise<Response>)[] = [];
const json = (body: unknown, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
/** An answer that breaks off after its headers. */
const brokenOff = (): Response =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), {
    headers: { 'content-type': 'application/json' },
  });

beforeEach(() => {
  sent.length = 0;
  answers = [];
  forgetSession();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, init, headers: new Headers(init.headers) });
    const next = answers.shift();
    return next ? next() : json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

const read = (body: unknown): unknown => body;

describe('Every call', () => {
  it('goes by the session cookie of the same origin, and lets the browser use its ETag', async () => {
    await call({ method: 'GET', path: '/inventory/cart', read });
    expect(sent[0]).toMatchObject({
      path: '/inventory/cart',
      init: { method: 'GET', credentials: 'same-origin', cache: 'no-cache' },
    });
  });
  it('of staff carries the customer acted for', async () => {
    actForCustomer(12);
    await call({ path: '/a', read });
    forgetSession();
    await call({ path: '/b', read });
    expect(sent.map(({ headers }) => headers.get('customer'))).toEqual(['12', null]);
  });
  it('that succeeds extends the session', async () => {
    const heard = vi.fn();
    const stop = onSuccessfulAnswer(heard);
    await call({ path: '/a', read });
    answers = [() => json({ message: 'no' }, {}, 402)];
    await expect(call({ path: '/b', read })).rejects.toThrow('no');
    stop();
    expect(heard).toHaveBeenCalledTimes(1);
  });
  it('that fails throws what the server answered', async () => {
    answers = [() => json({ message: 'The stone is held.' }, {}, 402)];
    await expect(call({ path: '/a', read })).rejects.toEqual(
      new CallFailed({ kind: 'answer', status: 402, body: { message: 'The stone is held.' } }),
    );
  });
  it('without an answer throws a network failure', async () => {
    answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
    await expect(call({ path: '/a', read })).rejects.toMatchObject({ failure: { kind: 'network' } });
  });
  it('whose answer breaks off has no answer, be it a file', async () => {
    answers = [brokenOff, brokenOff];
    const lost = { failure: { kind: 'network', message: expect.stringMatching(/^No connection/) as string } };
    await expect(call({ path: '/a', read })).rejects.toMatchObject(lost);
    await expect(callForFile({ path: '/b', fallbackName: 'b.xlsx' })).rejects.toMatchObject(lost);
  });
  it('that is ended while its answer comes in is ended, not lost', async () => {
    const ending = new AbortController();
    answers = [
      () =>
        new Response(
          new ReadableStream({
            start: (body) =>
              ending.signal.addEventListener('abort', () =>
                body.error(new DOMException('It was ended.', 'AbortError')),
              ),
          }),
        ),
    ];
    const asked = call({ path: '/a', read, signal: ending.signal });
    setTimeout(() => ending.abort());
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
  it('whose answer is not as agreed says which call it was', async () => {
    await expect(
      call({
        path: '/a',
        read: () => {
          throw new TypeError('no');
        },
      }),
    ).rejects.toThrow("The server's answer to /a could not be understood.");
  });
});

describe('Commands and the reads after them (rule: Repeated commands; rule: Read your own writes)', () => {
  it('a command carries its id as idempotency key', async () => {
    await call({ path: '/a', commandId: 'c-1', read });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('c-1');
  });
  it('one whose answer was lost is sent again under its first key, and no message claims that nothing was changed', async () => {
    const order = (commandId: string) => call({ path: '/order', body: { rings: 2 }, commandId, read });
    answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
    await expect(order('c-1')).rejects.toThrow(/may have been done or not/);
    await order('c-2');
    await order('c-3');
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['c-1', 'c-1', 'c-3']);
  });
  it('so is one whose answer broke off', async () => {
    const order = (commandId: string) => call({ path: '/order', body: { rings: 2 }, commandId, read });
    answers = [brokenOff];
    await expect(order('c-1')).rejects.toThrow(/may have been done or not/);
    await order('c-2');
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['c-1', 'c-1']);
  });
  it('a read after it asks to be at least as new', async () => {
    answers = [() => json({ position: '41' }), () => json([])];
    await call({ path: '/command', commandId: 'c-1', read });
    await call({ path: '/read', read });
    expect(sent[1]?.headers.get('min-position')).toBe('41');
  });
  it('an older position never replaces a newer one', async () => {
    answers = [() => json({}, { 'x-position': '100' }), () => json({ position: '99' }), () => json([])];
    await call({ path: '/command', commandId: 'c-1', read });
    await call({ path: '/command', commandId: 'c-2', read });
    await call({ path: '/read', read });
    expect(sent[2]?.headers.get('min-position')).toBe('100');
  });
  it('what a read answers does not bind later reads', async () => {
    answers = [() => json([], { 'x-position': '500' }), () => json([])];
    await call({ path: '/read', read });
    await call({ path: '/read', read });
    expect(sent[1]?.headers.has('min-position')).toBe(false);
  });
  it('an answer says whether it is stale', async () => {
    answers = [() => json([], { 'x-stale': 'true', 'x-position': '7' })];
    expect(await call({ path: '/read', read })).toEqual({ data: [], position: '7', stale: true });
  });
  it('command ids are UUIDs, each its own', () => {
    const ids = Array.from({ length: 50 }, newCommandId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

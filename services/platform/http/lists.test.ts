import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compressList, idempotencyKey, minPosition, sendList } from './index.ts';
import { testServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let version: string;
let built: number;
const json = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ parcelName: `P-${index}` })));

beforeEach(async () => {
  server = await testServer();
  version = 'v1';
  built = 0;
  for (const [path, compressed] of [
    ['/list', true],
    ['/plain', false],
  ] as const) {
    server.app.route({
      method: ['GET', 'POST'],
      url: path,
      config: { access: 'signed-in', surface: 'portal' },
      schema: { response: { 200: z.array(z.object({ parcelName: z.string() })) } },
      handler: (_request, reply) =>
        sendList(reply, {
          version,
          position: 42n,
          stale: true,
          body: () => {
            built += 1;
            return compressed ? compressList(json) : { plain: Buffer.from(json) };
          },
        }),
    });
  }
});
afterEach(() => server.app.close());

const ask = (
  username: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' = 'GET',
  url = '/list',
) => server.app.inject({ method, url, headers: { ...server.as(username), ...headers } });

describe('a list', () => {
  test('names the position it is made of, and that it is older than asked for', async () => {
    const { headers, body } = await ask('jeweller');
    expect(headers).toMatchObject({
      'x-position': '42',
      'x-stale': 'true',
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(body).toBe(json);
  });

  test('that is unchanged is a 304 without a body, and without building one', async () => {
    const etag = String((await ask('jeweller')).headers['etag']);
    const again = await ask('jeweller', { 'if-none-match': etag });
    expect([again.statusCode, again.body, built]).toEqual([304, '', 1]);
    expect(again.headers).toMatchObject({ etag, 'x-position': '42' });
    expect((await ask('jeweller', { 'if-none-match': `"other", ${etag}` })).statusCode).toBe(304);
  });

  test('that has changed is sent whole', async () => {
    const etag = String((await ask('jeweller')).headers['etag']);
    version = 'v2';
    expect((await ask('jeweller', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  test('is conditional for GET only', async () => {
    const first = await ask('jeweller', {}, 'POST');
    expect(
      (await ask('jeweller', { 'if-none-match': String(first.headers['etag']) }, 'POST')).statusCode,
    ).toBe(200);
  });

  test("of one caller is never taken for another's, nor of one customer for another's", async () => {
    const tags = [
      await ask('jeweller'),
      await ask('admin'),
      await ask('admin', { customer: '12' }),
      await ask('admin', { customer: '13' }),
    ].map(({ headers }) => headers['etag']);
    expect(new Set(tags).size).toBe(4);
    expect((await ask('admin', { customer: '13', 'if-none-match': String(tags[2]) })).statusCode).toBe(200);
  });

  test('with wholesale prices is never taken for one with fewer', async () => {
    const etag = String((await ask('jeweller')).headers['etag']);
    for (const prices of ['RETAIL', 'NONE'])
      expect((await ask('jeweller', { prices, 'if-none-match': etag })).statusCode).toBe(200);
    expect((await ask('jeweller', { prices: 'WHOLESALE', 'if-none-match': etag })).statusCode).toBe(304);
  });

  test.each(['/list', '/plain'])('comes in the encoding that the client takes: %s', async (url) => {
    const br = await ask('jeweller', { 'accept-encoding': 'gzip, br' }, 'GET', url);
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual([
      'br',
      json,
    ]);
    const gzip = await ask('jeweller', { 'accept-encoding': 'br;q=0, gzip' }, 'GET', url);
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual([
      'gzip',
      json,
    ]);
    const plain = await ask('jeweller', {}, 'GET', url);
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, json]);
    for (const { headers } of [br, gzip]) expect(headers['vary']).toMatch(/accept-encoding/);
  });
});

describe('headers of commands and reads', () => {
  beforeEach(() => {
    const config = { access: 'public', surface: 'portal' } as const;
    server.app.get('/key', { config, schema: { response: { 200: z.string() } } }, (request) =>
      idempotencyKey(request),
    );
    server.app.get('/min', { config, schema: { response: { 200: z.string() } } }, (request) =>
      String(minPosition(request)),
    );
  });
  const of = async (url: string, headers: Record<string, string>) => {
    const answer = await server.app.inject({ url, headers });
    return answer.statusCode === 200
      ? answer.body
      : [answer.statusCode, answer.json<{ field: string }>().field];
  };

  test('an idempotency key is taken as it is, or made', async () => {
    expect(await of('/key', { 'idempotency-key': 'order-7' })).toBe('order-7');
    expect(await of('/key', {})).toMatch(/^[0-9a-f-]{36}$/);
  });
  test.each(['', 'with space', 'x'.repeat(121), 'é'])('the idempotency key %j is refused', async (key) => {
    expect(await of('/key', { 'idempotency-key': key })).toEqual([402, 'idempotency-key']);
  });
  test('min-position is a position, or none', async () => {
    expect(await of('/min', { 'min-position': '9007199254740993' })).toBe('9007199254740993');
    expect(await of('/min', {})).toBe('null');
  });
  test.each(['-1', 'latest', '1e3', '9'.repeat(30)])('the min-position %s is refused', async (position) => {
    expect(await of('/min', { 'min-position': position })).toEqual([402, 'min-position']);
  });
});

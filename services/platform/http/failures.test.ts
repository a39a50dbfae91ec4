import { once } from 'node:events';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { EventStoreTimeout, EventStoreUnavailable } from '../event-store/index.ts';
import { FilesUnavailable } from '../files/index.ts';
import { Refusal } from '../refusal.ts';
import { testServer, type TestServer } from './testing/test-server.ts';

const CANNOT_BE_KEPT =
  'parcelName holds a character that cannot be kept (NUL, half a character, U+FFFE or U+FFFF): leave it out.';

let server: TestServer;
const bodySchema = z.object({
  parcelName: z.string(),
  quantity: z.number().min(1).max(9).default(1),
  action: z.enum(['REQUEST', 'RETURN']).default('REQUEST'),
  remarks: z.string().max(3, 'A remark has at most 3 characters.').optional(),
  code: z.string().min(1).max(2).optional(),
});

beforeEach(async () => {
  server = await testServer();
  for (const surface of ['portal', 'rest'] as const) {
    const config = { access: 'public', surface } as const;
    const response = { 200: z.object({}) };
    server.app.post(
      `/${surface}/body`,
      { config, bodyLimit: 200, schema: { body: bodySchema, response } },
      () => ({}),
    );
    server.app.get(
      `/${surface}/query`,
      { config, schema: { querystring: z.object({ at: z.coerce.number() }), response } },
      () => ({}),
    );
    const refuse = { params: z.object({ status: z.string() }), querystring: z.object({ code: z.string() }) };
    server.app.route({
      method: ['GET', 'POST'],
      url: `/${surface}/refuse/:status`,
      config,
      schema: { ...refuse, response },
      handler: (request) => {
        throw new Refusal(Number(request.params.status) as 402, 'No.', {
          field: 'a',
          code: request.query.code,
          errors: [{ field: 'a', message: 'No.' }],
        });
      },
    });
    server.app.get(`/${surface}/broken`, { config, schema: { response } }, () => {
      throw new Error('password=hunter2 in /etc/secrets');
    });
    server.app.get(
      `/${surface}/misshapen`,
      { config, schema: { response: { 200: z.object({ secret: z.number() }) } } },
      () => ({ secret: JSON.parse('"text"') as number }),
    );
  }
});
afterEach(() => server.app.close());

const post = (surface: string, payload: string, type = 'application/json') =>
  server.app.inject({ method: 'POST', url: `/${surface}/body`, headers: { 'content-type': type }, payload });

describe.each([
  ['portal', { body: 402, query: 402, json: 402, size: 402, type: 402 }],
  ['rest', { body: 422, query: 400, json: 400, size: 413, type: 415 }],
])('bad input on the %s surface', (surface, status) => {
  test.each([
    ['{}', 'parcelName', 'parcelName is missing: give a text.'],
    ['{"parcelName":7}', 'parcelName', 'parcelName must be a text.'],
    ['{"parcelName":"A","quantity":0}', 'quantity', 'quantity must be at least 1.'],
    ['{"parcelName":"A","code":""}', 'code', 'code must be at least 1 character long.'],
    ['{"parcelName":"A","code":"ABC"}', 'code', 'code must be at most 2 characters long.'],
    ['{"parcelName":"A","quantity":"2"}', 'quantity', 'quantity must be a number.'],
    ['{"parcelName":"A","action":"BURN"}', 'action', 'action must be one of REQUEST, RETURN.'],
    ['{"parcelName":"A","remarks":"too long"}', 'remarks', 'A remark has at most 3 characters.'],
    [String.raw`{"parcelName":"A\u0000"}`, 'parcelName', CANNOT_BE_KEPT],
    [String.raw`{"parcelName":"\ud83d"}`, 'parcelName', CANNOT_BE_KEPT],
  ])('%s names the field and the fix', async (payload, field, message) => {
    const answer = await post(surface, payload);
    expect(answer.statusCode).toBe(status.body);
    expect(answer.json()).toEqual({ message, field, code: 'INVALID', errors: [{ field, message }] });
  });

  test('no body at all', async () => {
    expect((await post(surface, '')).json()).toMatchObject({
      message: 'The body is missing: give a JSON object.',
    });
    expect((await post(surface, '')).statusCode).toBe(status.body);
  });
  test('every bad field is named, the first one is the message', async () => {
    expect((await post(surface, '{"quantity":0}')).json()).toMatchObject({
      field: 'parcelName',
      errors: [{ field: 'parcelName' }, { field: 'quantity' }],
    });
  });
  test('a bad query', async () => {
    const answer = await server.app.inject({ url: `/${surface}/query?at=soon` });
    expect(answer.statusCode).toBe(status.query);
    expect(answer.json()).toMatchObject({ field: 'at', message: 'at must be a number.' });
  });
  test.each([
    '{"parcelName":',
    '"\u0000',
    '{"__proto__":{"staff":true},"parcelName":"A"}',
    '{"constructor":{"prototype":{}},"parcelName":"A"}',
  ])('malformed JSON %j', async (payload) => {
    const answer = await post(surface, payload);
    expect(answer.statusCode).toBe(status.json);
    expect(answer.json()).toEqual({ message: 'The body is not valid JSON.', code: 'BAD_REQUEST' });
  });
  test('an oversized body', async () => {
    const answer = await post(surface, JSON.stringify({ parcelName: 'A'.repeat(300) }));
    expect(answer.statusCode).toBe(status.size);
    expect(answer.json()).toEqual({ message: 'The body is too large.', code: 'BAD_REQUEST' });
  });
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'a body of type %s',
    async (type) => {
      const answer = await post(surface, '{"parcelName":"A"}', type);
      expect(answer.statusCode).toBe(status.type);
      expect(answer.json()).toEqual({ message: 'Send the body as application/json.', code: 'BAD_REQUEST' });
    },
  );
});

const refused = (method: 'GET' | 'POST', path: string, code = 'B') =>
  server.app.inject({ method, url: `/${path}?code=${code}` });

describe('refusals', () => {
  test.each([
    [
      'portal',
      { 400: 402, 401: 401, 402: 402, 403: 403, 404: 402, 409: 402, 413: 402, 422: 402, 429: 402, 503: 402 },
    ],
    [
      'rest',
      { 400: 400, 401: 401, 402: 422, 403: 403, 404: 404, 409: 409, 413: 413, 422: 422, 429: 429, 503: 503 },
    ],
  ])(
    'what a person can act on is 402 on the portal surface, and never 402 on the REST one: %s',
    async (surface, expected) => {
      const statuses = await Promise.all(
        Object.keys(expected).map(
          async (status) => (await refused('POST', `${surface}/refuse/${status}`)).statusCode,
        ),
      );
      expect(statuses).toEqual(Object.values(expected));
    },
  );
  test.each(['portal', 'rest'])('what is behind asks to try again: %s', async (surface) => {
    expect((await refused('POST', `${surface}/refuse/503`)).headers['retry-after']).toBe('2');
    expect((await refused('POST', `${surface}/refuse/409`)).headers['retry-after']).toBeUndefined();
  });
  test.each([404, 503])('what a page only looks for may be missing: %i on the portal too', async (status) => {
    expect((await refused('GET', `portal/refuse/${status}`)).statusCode).toBe(status);
  });
  test.each(['portal', 'rest'])("a program's reused key stays 409: %s", async (surface) => {
    expect((await refused('POST', `${surface}/refuse/409`, 'KEY_REUSED')).statusCode).toBe(409);
  });
  test('prices that a client view narrows end no session', async () => {
    expect((await refused('POST', 'portal/refuse/403', 'NO_PRICES')).statusCode).toBe(402);
    expect((await refused('POST', 'rest/refuse/403', 'NO_PRICES')).statusCode).toBe(403);
  });
  test('a refusal carries its field, code and errors', async () => {
    expect((await refused('POST', 'rest/refuse/409')).json()).toEqual({
      message: 'No.',
      field: 'a',
      code: 'B',
      errors: [{ field: 'a', message: 'No.' }],
    });
  });
});

describe('a store that is away', () => {
  const ended = Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code: '57P01' });
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  test.each<[string, Error]>([
    ['the event store', new EventStoreUnavailable(new Error('14 UNAVAILABLE'))],
    ['the event store, late', new EventStoreTimeout('append', 10_000)],
    ['Postgres that was ended', ended],
    ['Postgres that is not there', refused],
    ['Postgres at none of its addresses', new AggregateError([refused, refused])],
    ['Postgres that gave no answer', new Error('Query read timeout')],
    ['Postgres with no connection free', new Error('timeout exceeded when trying to connect')],
    ['what it led to', new Error('the list could not be made', { cause: refused })],
  ])('%s: 503 with Retry-After for staff, 402 on the portal, no internals', async (_, error) => {
    for (const [surface, status] of [
      ['rest', 503],
      ['portal', 402],
    ] as const) {
      const config = { access: 'public', surface } as const;
      server.app.get(`/${surface}/away`, { config, schema: { response: { 200: z.object({}) } } }, () => {
        throw error;
      });
      const answer = await server.app.inject({ url: `/${surface}/away` });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.json()).toEqual({ message: 'Please try again in a moment.', code: 'UNAVAILABLE' });
      await server.app.close();
      server = await testServer();
    }
  });

  test('the file store: the same, in words of its own; a page that only looks reads that it is away', async () => {
    for (const [method, surface, status] of [
      ['POST', 'rest', 503],
      ['POST', 'portal', 402],
      ['GET', 'portal', 503],
    ] as const) {
      const config = { access: 'public', surface } as const;
      const url = `/${surface}/files`;
      server.app.route({
        method,
        url,
        config,
        schema: { response: { 200: z.object({}) } },
        handler: () => {
          throw new FilesUnavailable('s3://key:hunter2@10.0.0.7');
        },
      });
      const answer = await server.app.inject({ method, url });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.json()).toEqual({
        message: 'The file store does not answer at the moment. Please try again.',
        code: 'FILES_UNAVAILABLE',
      });
      await server.app.close();
      server = await testServer();
    }
  });

  test('what a person reads of files that are away may be the words of what was asked for', async () => {
    const config = { access: 'public', surface: 'rest' } as const;
    server.app.get('/paper', { config, schema: { response: { 200: z.object({}) } } }, () => {
      throw new FilesUnavailable('s3://key:hunter2@10.0.0.7', { shown: 'The paper is not here now.' });
    });
    expect((await server.app.inject({ url: '/paper' })).json()).toEqual({
      message: 'The paper is not here now.',
      code: 'FILES_UNAVAILABLE',
    });
  });

  test('a wrong statement of ours is no outage', async () => {
    const config = { access: 'public', surface: 'rest' } as const;
    server.app.get('/wrong', { config, schema: { response: { 200: z.object({}) } } }, () => {
      throw Object.assign(new pg.DatabaseError('column x does not exist', 0, 'error'), { code: '42703' });
    });
    expect((await server.app.inject({ url: '/wrong' })).statusCode).toBe(500);
  });
});

describe('unexpected errors', () => {
  test('is logged as an error, also of a call whose body was read; as information when the client has left', async () => {
    const logged: string[] = [];
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server.app.addHook('onRequest', async ({ log }) => {
      for (const level of ['info', 'error'] as const)
        vi.spyOn(log, level).mockImplementation(() => void logged.push(level));
    });
    const schema = { body: z.object({ wait: z.boolean() }), response: { 200: z.object({}) } };
    const config = { access: 'public', surface: 'rest' } as const;
    server.app.post('/failing', { config, schema }, async (request, reply) => {
      if (request.body.wait) {
        arrived();
        await once(reply.raw, 'close');
      }
      throw new Error('not foreseen');
    });
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const post = (wait: boolean, signal?: AbortSignal) =>
      fetch(`${address}/failing`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ wait }),
        ...(signal && { signal }),
      });
    expect(await (await post(false)).json()).toMatchObject({ code: 'INTERNAL' });
    expect(logged).toEqual(['error']);

    const leaving = new AbortController();
    const left = post(true, leaving.signal);
    await reached;
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(logged).toEqual(['error', 'info']));
  });

  test.each(['/portal/broken', '/rest/broken', '/portal/misshapen'])(
    '%s answers an id and no internals',
    async (url) => {
      const answer = await server.app.inject({ url });
      expect(answer.statusCode).toBe(500);
      expect(answer.json()).toEqual({
        message: expect.stringMatching(/^An error occurred\. Reference: [0-9a-f-]{36}$/),
        code: 'INTERNAL',
      });
      expect(answer.body).not.toMatch(/hunter2|secret|Error:/);
    },
  );
  test.each([
    ['GET', '/nowhere'],
    ['POST', '/nowhere'],
    ['PUT', '/portal/body'],
    ['GET', '/portal/body'],
  ] as const)('%s %s is an unknown path', async (method, url) => {
    const answer = await server.app.inject({ method, url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: `There is no ${method} ${url}.`, code: 'NOT_FOUND' });
  });
  test('an address that cannot be decoded', async () => {
    const answer = await server.app.inject({ url: '/portal/%zz' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: expect.stringMatching(/percent-encoding/) });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { currentRequestId } from '../request-context.ts';
import { createHealthApp } from './health-app.ts';
import { testServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let lines: object[];
beforeEach(async () => {
  lines = [];
  let made = 0;
  server = await testServer({
    newId: () => `made-${++made}`,
    accessLog: { info: (line) => void lines.push(line) },
  });
  const schema = { body: z.object({ secret: z.string() }), response: { 200: z.string() } };
  server.app.post('/known', { config: { access: 'signed-in', surface: 'rest' }, schema }, async () => {
    await sleep(5);
    return currentRequestId() ?? 'not known';
  });
});
afterEach(() => server.app.close());

const ask = (url: string, requestId?: string, username = 'jeweller') =>
  server.app.inject({
    method: 'POST',
    url,
    payload: { secret: 'hunter2' },
    headers: { ...server.as(username), ...(requestId !== undefined && { 'x-request-id': requestId }) },
  });

test('a well-formed id is kept, answered, and known to all that is done for the request', async () => {
  const answer = await ask('/known', 'edge-7f3a.4711');
  expect([answer.headers['x-request-id'], answer.body]).toEqual(['edge-7f3a.4711', 'edge-7f3a.4711']);
});

test.each([undefined, '', 'two words', 'x'.repeat(129), '"><script>', 'a\tb'])(
  'for %j one is made',
  async (given) => {
    const answer = await ask('/known', given);
    expect(answer.headers['x-request-id']).toMatch(/^made-\d+$/);
    expect(answer.body).toBe(answer.headers['x-request-id']);
  },
);

test('requests side by side keep their own', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `side-${index}`);
  const answers = await Promise.all(ids.map((id) => ask('/known', id)));
  expect(answers.map(({ body }) => body)).toEqual(ids);
});

test('a refusal and an unknown address have one too', async () => {
  for (const [url, status] of [
    ['/nowhere', 404],
    ['/%zz', 400],
  ] as const) {
    const answer = await ask(url, 'edge-1');
    expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([status, 'edge-1']);
  }
});

test('the access log has a line for each answer, without query, header or body', async () => {
  await ask('/known?ticket=hunter2', 'edge-1');
  await ask('/nowhere?ticket=hunter2', 'edge-2');
  const [known, nowhere] = lines;
  expect(known).toEqual({
    method: 'POST',
    path: '/known',
    status: 200,
    ms: expect.any(Number),
    requestId: 'edge-1',
    user: 'jeweller',
  });
  expect(nowhere).toMatchObject({ path: '/nowhere', status: 404, requestId: 'edge-2', user: null });
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});

test('a question at the port for health has one, known to what is done for it', async () => {
  const app = createHealthApp('silent', () => 'made');
  app.get('/known', { config: { access: 'public', surface: 'rest' } }, async () => currentRequestId());
  for (const [given, expected] of [
    ['edge-7f3a.4711', 'edge-7f3a.4711'],
    ['two words', 'made'],
  ]) {
    const answer = await app.inject({ url: '/known', headers: { 'x-request-id': given } });
    expect([answer.headers['x-request-id'], answer.body]).toEqual([expected, expected]);
  }
  await app.close();
});

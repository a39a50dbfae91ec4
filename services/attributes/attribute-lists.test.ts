import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributesReply } from '#contracts/api/attributes.ts';
import { testServer, type TestServer } from '#services/platform/http/test-server.ts';
import { registerAttributeRoutes } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  registerAttributeRoutes(server.app);
});
afterAll(() => server.app.close());

test.each(['GET', 'POST'] as const)(
  '%s /attributes/all answers every list, in the shape that was agreed',
  async (method) => {
    const answer = await server.app.inject({
      method,
      url: '/attributes/all',
      headers: server.as('jeweller'),
    });
    const lists = attributesReply.parse(answer.json());
    expect(Object.values(lists).every((list) => list.length > 0)).toBe(true);
    expect(lists.clarities[0]).toEqual({ clarity: 'FL', order: 1, isFancy: false });
    expect(lists.tiers.map(({ value }) => value)).toContain('Exceptional');
  },
);

test('unchanged lists cost a 304', async () => {
  const headers = server.as('jeweller');
  const { headers: first } = await server.app.inject({ url: '/attributes/all', headers });
  expect(
    (
      await server.app.inject({
        url: '/attributes/all',
        headers: { ...headers, 'if-none-match': String(first['etag']) },
      })
    ).statusCode,
  ).toBe(304);
});

test('only for who is signed in', async () => {
  expect((await server.app.inject({ method: 'POST', url: '/attributes/all' })).statusCode).toBe(401);
});

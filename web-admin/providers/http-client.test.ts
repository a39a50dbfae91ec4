import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { send } from './http-client.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

it.each([
  ['a list that is asked for by POST', '/reassortment/getbintemplates', {}],
  ['the preview of a command', '/inventory/undo', { preview: true }],
  ['the words of a stock file', '/reassortment/learnmaps', { excelBody: '' }],
  ['a what-if question', '/api/reassortment/plans/p-1/what-if', { bins: [] }],
])('a command without an answer is sent again under its key, also after %s', async (_, read, body) => {
  const keys = new Map<string, (string | null)[]>();
  let lost = true;
  server.use(
    http.post('*', ({ request }) => {
      const { pathname } = new URL(request.url);
      keys.set(pathname, [...(keys.get(pathname) ?? []), request.headers.get('idempotency-key')]);
      return lost && pathname === '/reassortment/loadideal' ? HttpResponse.error() : HttpResponse.json({});
    }),
  );
  const load = () => send('/reassortment/loadideal', { method: 'POST', body: { rows: read } });
  await expect(load()).rejects.toThrow(/not done twice/);
  lost = false;
  await send(read, { method: 'POST', body });
  await load();
  const [first, second] = keys.get('/reassortment/loadideal') ?? [];
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(keys.get(read)).toEqual([null]);
});

import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rateLimit } from './index.ts';
import { testServer, type TestServer } from './testing/test-server.ts';

const servers: TestServer[] = [];
async function start(): Promise<TestServer> {
  const server = await testServer();
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const { app } of servers.splice(0)) await app.close();
});

const config = { access: 'public', surface: 'portal' } as const;

describe('a listening server', () => {
  test('a taken port is reported to the starter', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { app } = await start();
    await expect(
      app.listen({ host: '127.0.0.1', port: (taken.address() as net.AddressInfo).port }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => taken.close(resolve));
  });

  test('closing lets requests under way finish', async () => {
    const { app } = await start();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begun: () => void = () => undefined;
    const underWay = new Promise<void>((resolve) => (begun = resolve));
    app.get('/slow', { config, schema: { response: { 200: z.object({ done: z.boolean() }) } } }, async () => {
      begun();
      await released;
      return { done: true };
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const answer = fetch(`${address}/slow`);
    await underWay;
    const closed = app.close();
    release();
    expect(await (await answer).json()).toEqual({ done: true });
    await closed;
  });

  test('closing does not wait for a connection that a browser opened ahead of need', async () => {
    const { app } = await start();
    const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const ahead = net.connect(Number(address.port), address.hostname);
    await new Promise((resolve) => app.server.once('connection', resolve));
    const ended = new Promise((resolve) => ahead.once('close', resolve));
    await app.close();
    await ended;
  });

  test('an oversized body without a Content-Length is refused', async () => {
    const { app } = await start();
    app.post(
      '/body',
      {
        config,
        bodyLimit: 1000,
        schema: { body: z.object({ a: z.string() }), response: { 200: z.object({}) } },
      },
      () => ({}),
    );
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`{"a":"${'x'.repeat(5000)}"}`));
        controller.close();
      },
    });
    const answer = await fetch(`${address}/body`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    expect([answer.status, await answer.json()]).toEqual([
      402,
      { message: 'The body is too large.', code: 'BAD_REQUEST' },
    ]);
  });
});

describe('rate limits', () => {
  test('what comes too often is refused in words, each key by itself', async () => {
    const { app } = await start();
    const limit = rateLimit(app, {
      name: 'a',
      max: 2,
      seconds: 60,
      key: (request) => String(request.headers['x-who']),
    });
    app.post(
      '/limited',
      { config, preHandler: [limit], schema: { response: { 200: z.object({}) } } },
      () => ({}),
    );
    app.post(
      '/api/limited',
      {
        config: { access: 'public', surface: 'rest' },
        preHandler: [limit],
        schema: { response: { 200: z.object({}) } },
      },
      () => ({}),
    );
    const ask = (url: string, who: string) => app.inject({ method: 'POST', url, headers: { 'x-who': who } });
    expect([(await ask('/limited', 'a')).statusCode, (await ask('/limited', 'a')).statusCode]).toEqual([
      200, 200,
    ]);
    const refused = await ask('/limited', 'a');
    expect(refused.statusCode).toBe(402);
    expect(refused.json()).toEqual({
      message: 'Too many attempts. Please try again in 1 minute.',
      code: 'TOO_MANY',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('/api/limited', 'a')).statusCode).toBe(429);
    expect((await ask('/limited', 'b')).statusCode).toBe(200);
  });
});

describe('the calls as OpenAPI', () => {
  test('every visible route with its request, reply and problems, as document and as page', async () => {
    const { app } = await start();
    app.post(
      '/inventory/return',
      {
        config: { access: 'signed-in', surface: 'portal' },
        schema: {
          summary: 'Return <stones>',
          body: z.object({ parcelNames: z.array(z.string()) }),
          response: { 200: z.object({ done: z.array(z.string()) }) },
        },
      },
      () => ({ done: [] }),
    );
    const document = (await app.inject({ url: '/docs/openapi.json' })).json<{
      paths: Record<string, unknown>;
    }>();
    expect(Object.keys(document.paths)).toEqual(['/inventory/return']);
    expect(document.paths['/inventory/return']).toMatchObject({
      post: {
        description: 'Every signed-in user.',
        requestBody: {
          content: { 'application/json': { schema: { properties: { parcelNames: { type: 'array' } } } } },
        },
        responses: { 200: expect.anything(), '4XX': expect.anything() },
      },
    });
    const page = await app.inject({ url: '/docs' });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.body).toContain('POST /inventory/return');
    expect(page.body).toContain('Return &#60;stones&#62;');
    expect(page.body).not.toMatch(/<script/);
  });
});

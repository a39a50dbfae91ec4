import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { testServer, type TestServer } from './testing/test-server.ts';

const servers: TestServer[] = [];
const agents: http.Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  for (const { app } of servers.splice(0)) await app.close();
});

/** A server that takes a little time for each answer. */
async function start(workMs = 0): Promise<{ server: TestServer; port: number }> {
  const server = await testServer();
  servers.push(server);
  const config = { access: 'public', surface: 'rest' } as const;
  const schema = { body: z.object({ n: z.number() }), response: { 200: z.object({ n: z.number() }) } };
  server.app.post('/work', { config, schema }, async ({ body }) => {
    await sleep(workMs + (body.n % 7));
    return { n: body.n };
  });
  return { server, port: Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port) };
}

type Answer = { status: number | undefined; ended: boolean };

/** One call of a client that keeps its connection. */
function call(agent: http.Agent, port: number, n: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const request = http.request({ agent, port, host: '127.0.0.1', path: '/work', method: 'POST', headers });
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, ended: response.headers.connection === 'close' }),
      );
    });
    request.end(JSON.stringify({ n }));
  });
}

function keepAlive(): http.Agent {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

test('of many clients that keep their connections and go on calling, none loses a call', async () => {
  const { server, port } = await start();
  const failures: string[] = [];
  const answered = new Map<number, number>();
  let draining = false;
  const client = async (which: number): Promise<void> => {
    const agent = keepAlive();
    for (let n = 0; ; n += 1) {
      try {
        const { status, ended } = await call(agent, port, n);
        if (status !== 200) failures.push(`answered ${status}`);
        answered.set(which, n);
        // It would call the next process.
        if (ended) return;
      } catch (error) {
        // A client without a connection is not let in any more: that loses nothing.
        if (!draining || !String(error).includes('ECONNREFUSED')) failures.push(String(error));
        return;
      }
      await sleep(which % 20);
    }
  };
  const clients = Array.from({ length: 60 }, (_, index) => client(index));
  // Each has its connection.
  await expect
    .poll(() => answered.size === 60 && Math.min(...answered.values()), { timeout: 30_000 })
    .toBeGreaterThan(2);
  draining = true;
  await server.app.drain();
  await server.app.close();
  await Promise.all(clients);
  expect(failures).toEqual([]);
});

test('a call under way is answered; the connections there are end with their next answer, new ones are not taken', async () => {
  const { server, port } = await start();
  const idle = keepAlive();
  await call(idle, port, 0);
  const since = performance.now();
  const drained = server.app.drain();
  await once(server.app.draining, 'abort');
  await expect(call(keepAlive(), port, 1)).rejects.toThrow('ECONNREFUSED');
  // The standing connection is still served, with notice that it ends.
  expect(await call(idle, port, 2)).toEqual({ status: 200, ended: true });
  await drained;
  expect(performance.now() - since).toBeLessThan(5000);
});

test('what was quiet for long is still heard for two seconds, then it is ended', async () => {
  const { server, port } = await start();
  const [slow, silent] = [keepAlive(), keepAlive()];
  await Promise.all([call(slow, port, 0), call(silent, port, 0)]);
  await sleep(2500);
  const since = performance.now();
  const drained = server.app.drain();
  await sleep(1200);
  expect(await call(slow, port, 1)).toEqual({ status: 200, ended: true });
  await drained;
  expect(performance.now() - since).toBeGreaterThan(1900);
  expect(performance.now() - since).toBeLessThan(6000);
});

test.each([
  ['its head', 'POST /work HTTP/1.1\r\nhost: localhost\r\ncontent-le'],
  [
    'its body',
    'POST /work HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"n"',
  ],
])('a client that stops within %s does not hold the end up', async (_, begun) => {
  const { server, port } = await start();
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(begun);
  await sleep(300);
  const since = performance.now();
  await server.app.drain();
  await server.app.close();
  expect(performance.now() - since).toBeLessThan(4000);
  socket.destroy();
});

test('work that takes longer than the server may is cut: draining and closing end within four seconds', async () => {
  const { server, port } = await start(20_000);
  const cut = expect(call(keepAlive(), port, 1)).rejects.toThrow();
  await sleep(300);
  const since = performance.now();
  await server.app.drain();
  await server.app.close();
  expect(performance.now() - since).toBeLessThan(4000);
  await cut;
});

test('a server that never listened, or has closed, has nothing to drain', async () => {
  const server = await testServer();
  await server.app.drain();
  await server.app.close();
  await server.app.drain();
});

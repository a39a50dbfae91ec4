import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startProcess, type RunningProcess } from '#tests/support/processes.ts';
import { freePort } from '#local/postgres.mjs';
import { brokerOf, natsBus } from './nats-bus.ts';
import type { Bus } from './bus.ts';

const installed = spawnSync('nats-server', ['--version']).status === 0;
if (!installed) {
  if (process.env['CI']) throw new Error('nats-server is not installed; .ci/run installs it');
  console.warn(
    'SKIPPED: the bus over NATS is not tested, because nats-server is not installed (Debian: apt-get install nats-server).',
  );
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function startNats(port: number, more: readonly string[] = []): Promise<RunningProcess> {
  const server = startProcess('nats-server', ['--addr', '127.0.0.1', '--port', String(port), ...more]);
  open.push({ close: () => server.destroy() });
  await server.printed(/Server is ready/);
  return server;
}

function connectedBus(port: number, credentials = '') {
  const problems: string[] = [];
  const back: string[] = [];
  const seen: unknown[] = [];
  let gaps = 0;
  const bus: Bus = natsBus(
    `nats://${credentials}127.0.0.1:${port}`,
    (message) => problems.push(message),
    (message) => back.push(message),
  );
  bus.subscribe(
    'changes',
    (message) => seen.push(message),
    () => (gaps += 1),
  );
  open.push(bus);
  return { bus, problems, back, seen, gaps: () => gaps };
}

describe.skipIf(!installed)('the bus over NATS', () => {
  test('a notice reaches other processes, and this one once', async () => {
    const port = await freePort();
    await startNats(port);
    const [one, two] = [connectedBus(port), connectedBus(port)];
    await vi.waitFor(() => expect([one.gaps(), two.gaps()]).toEqual([1, 1]), 60_000);
    one.bus.publish('changes', { position: '7' });
    await vi.waitFor(() => expect(two.seen).toEqual([{ position: '7' }]), 60_000);
    two.bus.publish('changes', { position: '8' });
    await vi.waitFor(() => expect(one.seen).toEqual([{ position: '7' }, { position: '8' }]), 60_000);
  });

  test('a broker that asks for a user is given the one of the address', async () => {
    const port = await freePort();
    await startNats(port, ['--user', 'vitrine', '--pass', '4711/@']);
    const known = connectedBus(port, 'vitrine:4711%2F%40@');
    const unknown = connectedBus(port);
    await vi.waitFor(() => expect(known.bus.reach()).toBe('connected'), 60_000);
    await vi.waitFor(() => expect(unknown.problems.length).toBe(1), 60_000);
    expect([known.problems, unknown.bus.reach()]).toEqual([[], 'away']);
  });

  test('a broker that is not there yet costs nothing, and is found once it is', async () => {
    const port = await freePort();
    const { bus, problems, back, seen, gaps } = connectedBus(port);
    bus.publish('changes', 'without a broker');
    expect(seen).toEqual(['without a broker']);
    await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0), 60_000);
    expect(bus.reach()).toBe('away');
    // It is tried every second, and logged once.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect([problems.length, back]).toEqual([1, []]);
    await startNats(port);
    await vi.waitFor(() => expect(gaps()).toBe(1), 60_000);
    expect([bus.reach(), problems.length, back.length]).toEqual(['connected', 1, 1]);
  });

  test('what was published last goes out before it closes', async () => {
    const port = await freePort();
    await startNats(port);
    const [one, two] = [connectedBus(port), connectedBus(port)];
    await vi.waitFor(() => expect([one.gaps(), two.gaps()]).toEqual([1, 1]), 60_000);
    for (let index = 0; index < 100; index += 1) one.bus.publish('changes', index);
    await one.bus.close();
    await vi.waitFor(() => expect(two.seen).toHaveLength(100), 60_000);
  });

  test('after a broker was lost and came back, subscribers are asked to look again', async () => {
    const port = await freePort();
    const first = await startNats(port);
    const [one, two] = [connectedBus(port), connectedBus(port)];
    await vi.waitFor(() => expect([one.gaps(), two.gaps()]).toEqual([1, 1]), 60_000);
    await first.destroy();
    await vi.waitFor(() => expect(two.problems.length).toBeGreaterThan(0), 60_000);
    expect(two.bus.reach()).toBe('away');
    one.bus.publish('changes', 'lost elsewhere');
    expect(one.seen).toEqual(['lost elsewhere']);
    await startNats(port);
    await vi.waitFor(() => expect([one.gaps(), two.gaps()]).toEqual([2, 2]), 60_000);
    one.bus.publish('changes', 'heard again');
    await vi.waitFor(() => expect(two.seen.at(-1)).toBe('heard again'), 60_000);
  });
});

test.each([
  ['nats://broker', { servers: 'broker' }],
  ['nats://broker:4222', { servers: 'broker:4222' }],
  ['nats://[::1]:4222', { servers: '[::1]:4222' }],
  ['nats://vitrine:4711@broker:4222', { servers: 'broker:4222', user: 'vitrine', pass: '4711' }],
  ['nats://t0ken@broker', { servers: 'broker', token: 't0ken' }],
  ['tls://broker:4222', { servers: 'broker:4222', tls: {} }],
])('of %s the client is given what it reads not itself', (url, given) => {
  expect(brokerOf(url)).toEqual(given);
});

/**
 * A stand-in for the external trading system (rule: Simulator), for the demo and the tests: `--port N` (0:
 * a free one), `--host`, `--test-hooks`; DATABASE_URL; VITRINE_SIMULATOR_DELAY_S (20). Ends at SIGTERM, or
 * when the process that started it has gone.
 */
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { firstProblem } from '#contracts/trading-system/wire.ts';
import { openLedger } from './ledger.ts';
import { simulatorServer } from './server.ts';
import { messageOf } from '#services/platform/message-of.ts';

const settings = z.object({
  port: z.coerce.number({ error: '--port: a port from 0 to 65535' }).int().min(0).max(65_535),
  host: z.string(),
  testHooks: z.boolean(),
  databaseUrl: z.string({ error: 'DATABASE_URL: give postgres://user:password@host:5432/vitrine' }).min(1),
  delayS: z.coerce
    .number({ error: 'VITRINE_SIMULATOR_DELAY_S: give seconds, for example 20' })
    .nonnegative()
    .max(1_000_000),
});

function readSettings() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      'test-hooks': { type: 'boolean', default: false },
    },
  });
  return settings.safeParse({
    port: values.port,
    host: values.host,
    testHooks: values['test-hooks'],
    databaseUrl: process.env['DATABASE_URL'],
    delayS: process.env['VITRINE_SIMULATOR_DELAY_S'] || '20',
  });
}

const given = readSettings();
if (given.success) run(given.data);
else {
  console.error(`trading system simulator: ${firstProblem(given.error)}`);
  process.exitCode = 1;
}

function run({ port, host, testHooks, databaseUrl, delayS }: z.infer<typeof settings>): void {
  let delayMs = delayS * 1000;
  const complain = (error: unknown): void => console.error(`trading system simulator: ${messageOf(error)}`);
  const ledger = openLedger({
    databaseUrl,
    now: () => new Date(),
    delayMs: () => delayMs,
    onError: complain,
  });
  const server = simulatorServer({
    ledger,
    testHooks,
    setDelay: (ms) => {
      delayMs = ms;
    },
    onError: complain,
  });

  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    server.close(() => void ledger.close().catch(complain));
    server.closeAllConnections();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);

  server.on('error', (error) => {
    complain(error);
    process.exitCode = 1;
    void ledger.close().catch(complain);
  });
  server.listen(port, host, () => {
    const url = `http://${host}:${(server.address() as AddressInfo).port}`;
    console.log(`trading system simulator listening on ${url}`);
    process.send?.({ type: 'listening', url });
    // The channel alone shall not keep the process alive once the server has closed.
    process.channel?.unref();
  });
}

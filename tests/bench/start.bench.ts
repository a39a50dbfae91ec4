import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '#local/postgres.mjs';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { PASSWORD } from '#tests/support/small-world.ts';
import { atMost, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { STONES } from './large-house.ts';
import { middle, timed } from './measure.ts';
import { errorCode } from '../../deploy/build/claim.mjs';

const STARTS = 3;
const READERS = 8;
const PROGRAM = path.resolve('dist/server/application.js');

/**
 * How soon the built application serves again after kill -9, over the large house: idle, and while pages ask it for the
 * whole list. Beside an empty program of Node's.
 */
export async function benchStart(environment: BenchEnvironment): Promise<BenchRow[]> {
  const env = {
    ...process.env,
    DATABASE_URL: environment.databaseUrl,
    EVENTSTORE_URL: environment.eventStoreUrl,
    JWT_SECRET: 'a secret of the bench, long enough',
    VITRINE_LOG_LEVEL: 'error',
    VITRINE_CALLS_PER_MINUTE: '0',
  };
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const started = async (underLoad: boolean): Promise<number> => {
    const ending = new AbortController();
    const readers = underLoad ? Array.from({ length: READERS }, () => readOn(address, ending.signal)) : [];
    const { ms, result } = await timed(() => untilReady(env, port));
    ending.abort();
    await Promise.all(readers);
    result.kill('SIGKILL');
    await once(result, 'exit');
    return ms;
  };
  const node: number[] = [];
  const [idle, loaded]: [number[], number[]] = [[], []];
  for (let start = 0; start < STARTS; start += 1) {
    node.push((await timed(() => once(fork(path.resolve('deploy/build/programs.mjs')), 'exit'))).ms);
    idle.push(await started(false));
    loaded.push(await started(true));
  }
  const baseline = middle(node);
  return [
    ['killed until ready', idle] as const,
    [`killed until ready, while ${READERS} pages ask for the list`, loaded] as const,
  ].map(([name, samples]) => ({
    name,
    value: middle(samples),
    unit: 'ms',
    baseline,
    ratio: middle(samples) / baseline,
    note: `${STONES * LINES.length} stones; slowest ${Math.round(Math.max(...samples))} ms; beside an empty program`,
    aim: atMost(3_000),
  }));
}

async function untilReady(env: NodeJS.ProcessEnv, port: number): Promise<ChildProcess> {
  const child = fork(PROGRAM, {
    // As it is run everywhere.
    execArgv: ['--enable-source-maps'],
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('the application did not start: build it (npm run build)');
    if (await isReady(port)) return child;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** False also while nothing listens there yet. */
async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    await answer.text();
    return answer.ok;
  } catch (error) {
    if (error instanceof Error && errorCode(error.cause) === 'ECONNREFUSED') return false;
    throw error;
  }
}

/** Asks for the whole list again and again, as an open page does whose server was away. */
async function readOn(address: string, signal: AbortSignal): Promise<void> {
  let token = '';
  while (!signal.aborted) {
    const ask = async (at: string, body: object): Promise<string> => {
      const answer = await fetch(`${address}${at}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
      return answer.text();
    };
    try {
      if (token === '')
        token =
          /"token":"([^"]+)"/.exec(await ask('/login', { username: 'alder', password: PASSWORD }))?.[1] ?? '';
      else await ask('/inventory/available', {});
    } catch {
      // The server is away: that is what is measured.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

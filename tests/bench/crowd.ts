import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { createPositions } from '#projections/engine/index.ts';
import { ANSWERING_READ_MODELS } from '#services/freshness/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { fillSmallWorld, PASSWORD } from '#tests/support/small-world.ts';
import { makeCustomers } from './made-customers.ts';
import { append, listed, nameOf } from './made-stones.ts';
import type { BenchedApplication } from './started-application.ts';

/** What the people of `people-program.ts` are started with. */
export type Crowd = {
  /** Each asks at one of them, by turns. */
  readonly addresses: readonly string[];
  /** One of each. */
  readonly tokens: readonly string[];
  /** Of each line. */
  readonly stones: number;
  readonly seconds: number;
  /** They ask for /healthz alone. */
  readonly healthOnly: boolean;
};

/** What they found; milliseconds. */
export type CrowdFigures = {
  readonly calls: number;
  readonly perSecond: number;
  readonly listMedian: number;
  readonly list99: number;
  /** Of the lists asked for with a tag, the share that was answered 304. */
  readonly unchanged: number;
};

/** So many people, each of a customer of its own, and so many available stones of each line; the names of the people. */
export async function fillForCrowd(
  { database, events, context }: BenchedApplication,
  people: number,
  stones: number,
): Promise<string[]> {
  await fillSmallWorld(context);
  const usernames = await makeCustomers(context, people);
  const all = LINES.flatMap((line) => Array.from({ length: stones }, (_, index) => ({ line, index })));
  await inParallel(all, 128, ({ line, index }) => {
    const name = nameOf(index, line);
    return append(context, name, [listed(name, line, index)]);
  });
  const positions = createPositions(database.db, await logIdOf(events));
  if (!(await positions.waitForPosition(ANSWERING_READ_MODELS, await events.headPosition(), 600_000)))
    throw new Error('the read models stayed behind the log');
  return usernames;
}

/** The tokens of these users of a bench, signed in. */
export function tokensOf(address: string, usernames: readonly string[]): Promise<string[]> {
  return inParallel(usernames, 2, async (username) => {
    const answer = await fetch(new URL('/login', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    return ((await answer.json()) as { token: string }).token;
  });
}

/** Lets people use the portal without pause, in a process of their own. */
export function letUse(crowd: Crowd): Promise<CrowdFigures> {
  const child = fork(fileURLToPath(new URL('./people-program.ts', import.meta.url)), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as CrowdFigures));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the people left (${code}) before they were done`)));
    child.send(crowd);
  });
}

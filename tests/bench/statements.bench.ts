import { setTimeout as sleep } from 'node:timers/promises';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { countStatements } from '#tests/support/count-statements.ts';
import { fillSmallWorld } from '#tests/support/small-world.ts';
import { figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { makeCustomers } from './made-customers.ts';
import { append, listed, nameOf } from './made-stones.ts';
import { until } from './measure.ts';
import { signedIn } from './signed-in.ts';
import { withApplication } from './started-application.ts';

const STONES = 400;
const SAMPLES = 3;
/** Nothing is asked for so long: reactors and read models have come to rest. */
const QUIET_MS = 150;

type Call = { name: string; path: string; body: (sample: number) => object };

const named = (sample: number): object => ({ parcelName: nameOf(sample, 'natural') });
const one = (sample: number): object => ({ parcelNames: [nameOf(sample, 'natural')] });

const READS: readonly Call[] = [
  { name: 'available', path: '/inventory/available', body: () => ({}) },
  { name: 'my stones', path: '/inventory/customer', body: () => ({}) },
  { name: 'cart', path: '/inventory/cart', body: () => ({}) },
  { name: 'past', path: '/inventory/past', body: () => ({}) },
  { name: 'details', path: '/inventory/details', body: named },
  { name: 'similar', path: '/inventory/similar', body: (sample) => ({ ...named(sample), limit: 50 }) },
  { name: 'named rows', path: '/inventory/rows', body: one },
];

/**
 * How many statements the application sends to Postgres until it has answered a call, in whichever process and however
 * busy the machine is: the least of some samples, as a heartbeat may fall into any, and without what a process asks once
 * a second. Reads after another customer has requested a stone.
 */
export async function benchStatements(environment: BenchEnvironment): Promise<BenchRow[]> {
  const statements = countStatements();
  return withApplication(environment, async ({ application, context }) => {
    await fillSmallWorld(context);
    const [mine = '', others = ''] = await makeCustomers(context, 2);
    for (const line of LINES)
      for (let index = 0; index < STONES; index++)
        await append(context, nameOf(index, line), [listed(nameOf(index, line), line, index)]);
    const ask = await signedIn(application.address!, mine);
    const other = await signedIn(application.address!, others);
    const quiet = async (): Promise<void> => {
      let last = -1;
      await until(async () => {
        const before = last;
        last = statements();
        await sleep(QUIET_MS);
        return statements() === before;
      });
    };
    let requests = 0;
    const count = async ({ name, path, body }: Call, after: () => Promise<void>): Promise<BenchRow> => {
      const counts: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample++) {
        await after();
        await quiet();
        // Who is signed in, what is parked and what shapes are called is asked once a second.
        await ask('/labgrown/rows', one(0));
        const before = statements();
        await ask(path, body(sample));
        counts.push(statements() - before);
      }
      const note = `statements of ${path} until it has answered`;
      return figure(name, Math.min(...counts), '', note);
    };
    const another = async (): Promise<void> => {
      const body = { parcelNames: [nameOf(STONES / 2 + (requests += 1), 'natural')] };
      await other('/inventory/request_stones', body);
    };
    const nothing = () => Promise.resolve();
    const rows: BenchRow[] = [];
    for (const call of READS) rows.push(await count(call, another));
    for (const path of ['cart_stones', 'uncart_stones', 'request_stones', 'return'])
      rows.push(await count({ name: path, path: `/inventory/${path}`, body: one }, nothing));
    return rows;
  });
}

import { LINES } from '#contracts/vocabulary/lines.ts';
import { freePort } from '#local/postgres.mjs';
import { startProcess } from '#tests/support/processes.ts';
import { atLeastTimes, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { fillForCrowd, letUse, tokensOf, type CrowdFigures } from './crowd.ts';
import { processorOf } from './processes-use.ts';
import { withApplication } from './started-application.ts';
import { ALL_ROLES, withPrograms } from './started-programs.ts';

/** Available stones of all lines together. */
const STONES = Number(process.env['STONES'] ?? 4_000);
/** Each of a customer of its own. */
const PEOPLE = Number(process.env['PEOPLE'] ?? 30);
const SECONDS = Number(process.env['SECONDS'] ?? 8);
const WARM_UP_SECONDS = 8;

/** Two of each role, on NATS. */
const BY_ROLE = [...ALL_ROLES.split(','), ...ALL_ROLES.split(',')];

/** With the processor time of all processes a call, in milliseconds. */
type Used = CrowdFigures & { readonly processorMs: number };

/**
 * The people of the mixed load on eight processes by role, two of them with pages and calls, beside the same people on one
 * process that does everything: each of the two alone on the machine, over the same stores.
 */
export async function benchRoles(environment: BenchEnvironment): Promise<BenchRow[]> {
  const stones = Math.floor(STONES / LINES.length);
  const people = await withApplication(environment, (world) => fillForCrowd(world, PEOPLE, stones));
  const natsPort = await freePort();
  const nats = startProcess('nats-server', ['--addr', '127.0.0.1', '--port', String(natsPort)]);

  const used = (roles: readonly string[], more: Record<string, string>): Promise<Used> =>
    withPrograms(environment, roles, more, async (programs) => {
      const addresses = programs
        .filter(({ role }) => role.split(',').includes('api'))
        .map(({ address }) => address);
      const tokens = await tokensOf(addresses[0]!, people);
      const crowd = { addresses, tokens, stones, healthOnly: false };
      await letUse({ ...crowd, seconds: WARM_UP_SECONDS });
      const processor = (): number => programs.reduce((sum, one) => sum + processorOf(one.pid()), 0);
      const before = processor();
      const figures = await letUse({ ...crowd, seconds: SECONDS });
      return { ...figures, processorMs: (processor() - before) / figures.calls };
    });

  try {
    await nats.printed(/Server is ready/);
    const one = await used([ALL_ROLES], {});
    const eight = await used(BY_ROLE, {
      NATS_URL: `nats://127.0.0.1:${natsPort}`,
      VITRINE_DATABASE_CONNECTIONS: '8',
      VITRINE_PROJECTION_CONNECTIONS: '8',
    });
    const row = (name: string, unit: string, note: string, of: (figures: Used) => number): BenchRow => ({
      name,
      value: of(eight),
      unit,
      baseline: of(one),
      ratio: of(eight) / of(one),
      note,
    });
    const load = `${PEOPLE} people without pause, ${stones * LINES.length} stones`;
    return [
      {
        ...row('processes by role', 'calls/s', `${load}; against one`, ({ perSecond }) => perSecond),
        aim: atLeastTimes(0.9),
      },
      row(
        'processes by role, processor',
        'ms',
        'a call, of all of them; against one',
        ({ processorMs }) => processorMs,
      ),
      row('processes by role, a list, median', 'ms', 'against one', ({ listMedian }) => listMedian),
    ];
  } finally {
    await nats.destroy();
  }
}

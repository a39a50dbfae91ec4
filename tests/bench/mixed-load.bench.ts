import { LINES } from '#contracts/vocabulary/lines.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { atLeast, atMost, figure, type Aim, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { letUse, tokensOf, type Crowd, type CrowdFigures } from './crowd.ts';
import { PEOPLE, STONES } from './large-house.ts';
import { usersOf } from './made-customers.ts';
import { postmasterOf, processorOf, residentOf } from './processes-use.ts';
import { ALL_ROLES, withPrograms } from './started-programs.ts';

const SECONDS = Number(process.env['SECONDS'] ?? 15);
const WARM_UP_SECONDS = 10;
const HEALTH_SECONDS = 3;

/**
 * Fifty people without pause: 45 % lists, 15 % lists with a tag, 22 % details, 4 % similar stones, 7 % the cart, 7 %
 * requests and their returns; beside as many asking for /healthz, which does nothing. The application is one built program
 * with all of its roles, over the large house; processor time is its own, and that of Postgres with the event store's share of it.
 */
export async function benchMixedLoad(environment: BenchEnvironment): Promise<BenchRow[]> {
  const database = connectDatabase(environment.databaseUrl);
  const postmaster = await postmasterOf(database);
  await database.close();
  return withPrograms(environment, [ALL_ROLES], {}, async ([program]) => {
    const { address, pid } = program!;
    const tokens = await tokensOf(address, usersOf(PEOPLE));
    const crowd = (seconds: number, healthOnly = false): Promise<Loaded> =>
      loaded(pid(), postmaster, { addresses: [address], tokens, stones: STONES, seconds, healthOnly });

    const before = residentOf(pid());
    await crowd(WARM_UP_SECONDS);
    const nothing = await crowd(HEALTH_SECONDS, true);
    const mixed = await crowd(SECONDS);
    const resident = residentOf(pid());
    const load = `${PEOPLE} people without pause, ${STONES * LINES.length} stones`;
    const against = (
      name: string,
      of: (figures: Loaded) => number,
      unit: string,
      note: string,
      aim?: Aim,
    ): BenchRow => ({
      ...figure(name, of(mixed), unit, note, aim),
      baseline: of(nothing),
      ratio: of(mixed) / of(nothing),
    });
    return [
      against(
        'mixed load',
        ({ perSecond }) => perSecond,
        'calls/s',
        `${load}; against /healthz`,
        atLeast(1_000),
      ),
      against('processor of the application', ({ ownMs }) => ownMs, 'ms', 'a call; against /healthz'),
      figure('processor of Postgres', mixed.postgresMs, 'ms', 'a call; the event store’s appends are in it'),
      figure('a list, median', mixed.listMedian, 'ms', 'the load generator is on the same processors'),
      {
        ...figure('a list, 99 %', mixed.list99, 'ms', 'against the middle one', atMost(150)),
        baseline: mixed.listMedian,
        ratio: mixed.list99 / mixed.listMedian,
      },
      {
        name: 'memory, resident',
        value: resident.now,
        unit: 'MB',
        baseline: before.now,
        ratio: resident.now / before.now,
        note: `of the application, against before anyone came; ${Math.round(resident.most)} at most, while its first lists were made`,
        aim: atMost(400),
      },
      figure('lists asked for with a tag, 304', 100 * mixed.unchanged, '%', 'while others write'),
    ];
  });
}

/** Milliseconds of processor time a call. */
type Loaded = CrowdFigures & { readonly ownMs: number; readonly postgresMs: number };

async function loaded(application: number, postmaster: number, crowd: Crowd): Promise<Loaded> {
  const own = processorOf(application);
  const before = processorOf(postmaster);
  const figures = await letUse(crowd);
  return {
    ...figures,
    ownMs: (processorOf(application) - own) / figures.calls,
    postgresMs: (processorOf(postmaster) - before) / figures.calls,
  };
}

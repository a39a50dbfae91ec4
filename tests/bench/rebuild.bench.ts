import { inParallel } from '#services/platform/in-parallel.ts';
import { fillSmallWorld, listStone, PASSWORD } from '#tests/support/small-world.ts';
import { atMostTimes, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { middle, timed, until } from './measure.ts';
import { withApplication } from './started-application.ts';

const STONES = Number(process.env['STONES'] ?? 20_000);
/** Rounds of reads before the rebuild; during it they go on until it has ended. */
const ROUNDS = 60;

type Rebuilt = { rebuild: { state: string; failure: string | null } | null };
type Read = { readonly name: string; readonly ask: () => Promise<Response> };

/** Reads of the portal while the widest read model is rebuilt in the same process, against the same reads before it. */
export async function benchRebuild(environment: BenchEnvironment): Promise<BenchRow[]> {
  return withApplication(environment, async ({ application, context }) => {
    await fillSmallWorld(context);
    await inParallel(
      Array.from({ length: STONES }, (_, index) => `AR-${index}`),
      32,
      (name) => listStone(context, name),
    );
    const call = (token: string | null, path: string, body?: object, headers = {}): Promise<Response> =>
      fetch(new URL(path, application.address), {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const signIn = async (username: string): Promise<string> =>
      ((await (await call(null, '/login', { username, password: PASSWORD })).json()) as { token: string })
        .token;
    await until(async () => (await call(null, '/readyz')).ok);
    const [alder, admin] = [await signIn('alder'), await signIn('admin')];
    await until(async () =>
      (await (await call(alder, '/inventory/rows', { parcelNames: [`AR-${STONES - 1}`] })).text()).includes(
        '"available":[{',
      ),
    );
    const etag = (await call(alder, '/inventory/available')).headers.get('etag') ?? '';

    let turn = 0;
    const reads: readonly Read[] = [
      {
        name: 'a stone’s details',
        ask: () => call(alder, '/inventory/details', { parcelName: `AR-${turn++ % STONES}` }),
      },
      {
        name: '20 stones’ rows',
        ask: () =>
          call(alder, '/inventory/rows', {
            parcelNames: Array.from({ length: 20 }, () => `AR-${turn++ % STONES}`),
          }),
      },
      {
        name: 'the list, unchanged (304)',
        ask: () => call(alder, '/inventory/available', undefined, { 'if-none-match': etag }),
      },
    ];
    const round = async (taken: number[][]): Promise<void> => {
      for (const [index, { name, ask }] of reads.entries()) {
        const { ms, result } = await timed(async () => {
          const response = await ask();
          return { response, text: await response.text() };
        });
        if (result.response.status >= 400) throw new Error(`${name}: ${result.text}`);
        taken[index]!.push(ms);
      }
    };
    const quiet = reads.map((): number[] => []);
    for (let n = 0; n < ROUNDS; n += 1) await round(quiet);

    await call(admin, '/api/projections/parcels/rebuild', {});
    const rebuild = async (): Promise<Rebuilt['rebuild']> =>
      ((await (await call(admin, '/api/projections/parcels')).json()) as Rebuilt).rebuild;
    await until(async () => (await rebuild())?.state === 'RUNNING');
    const beside = reads.map((): number[] => []);
    const startedAt = performance.now();
    let state = 'RUNNING';
    while (state === 'RUNNING') {
      for (let n = 0; n < 5; n += 1) await round(beside);
      state = (await rebuild())?.state ?? 'gone';
    }
    if (state !== 'DONE') throw new Error(`the rebuild ended ${state}`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);

    const high = (taken: readonly number[]): number =>
      taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)]!;
    return reads.flatMap(({ name }, index): BenchRow[] =>
      (
        [
          ['median', middle],
          ['95 %', high],
        ] as const
      ).map(([word, of]) => ({
        name: `${name}, ${word}`,
        value: of(beside[index]!),
        unit: 'ms',
        baseline: of(quiet[index]!),
        ratio: of(beside[index]!) / of(quiet[index]!),
        aim: word === 'median' ? atMostTimes(1.5) : undefined,
        note: `${beside[index]!.length} reads in the ${seconds} s that ${STONES} stones were rebuilt in, against before it`,
      })),
    );
  });
}

import type { StoneAttributes } from '#contracts/events/index.ts';
import { createPositions } from '#projections/engine/index.ts';
import { availableStones } from '#services/matching/available-stones.ts';
import type { AvailableStone } from '#services/matching/comparable-stone.ts';
import { createStoneShelves } from '#services/matching/stone-shelves.ts';
import { rankSimilar, windowOf } from '#services/matching/rank-similar.ts';
import { score } from '#services/matching/score.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { fillSmallWorld, listStone, PASSWORD } from '#tests/support/small-world.ts';
import { atMost, figure, type Aim, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { median, middle, timed } from './measure.ts';
import { withApplication } from './started-application.ts';

const STONES = Number(process.env['STONES'] ?? 50_000);
const SOURCES = 40;
const LIMIT = 50;

/** Similar stones among 50,000, against a pass that scores every one of them; the two must find the same. */
export async function benchMatching(environment: BenchEnvironment): Promise<BenchRow[]> {
  return withApplication(environment, async ({ application, database, events, context }) => {
    await fillSmallWorld(context);
    const indexes = Array.from({ length: STONES }, (_, index) => index);
    await inParallel(indexes, 128, (index) =>
      listStone(context, nameOf(index), attributesOf(index), priceOf(index)),
    );
    const positions = createPositions(database.db, await logIdOf(events));
    if (!(await positions.waitForPosition(['parcels', 'customers'], await events.headPosition(), 600_000))) {
      throw new Error('the read models stayed behind the log');
    }
    const stones = availableStones({
      db: database.db,
      line: 'natural',
      mark: () => positions.markOf(['parcels']),
    });
    const loading = await timed(() => stones.within(['none'], 1, 1));
    const stock = await stones.within(null, 1, 1_000_000);
    if (stock.length !== STONES) throw new Error(`${stock.length} stones of ${STONES} are kept`);
    return [
      figure(
        'stones taken into memory, once a process',
        loading.ms,
        'ms',
        `${STONES} stones, 5,000 at a time`,
      ),
      ...searches(stock),
      ...(await overHttp(application.address!)),
    ];
  });
}

const price = (stone: AvailableStone): number => stone.listCents;

/** The search alone: what it finds and how long it takes, beside a pass over every stone. */
function searches(stock: readonly AvailableStone[]): BenchRow[] {
  const shelves = createStoneShelves();
  for (const stone of stock) shelves.put(stone);
  for (const shape of shelves.shapes()) shelves.within(shape, 0, 0);
  return (['REPLACEMENT', 'PAIR'] as const).map((rankingType) => {
    const [fast, slow]: [number[], number[]] = [[], []];
    let found = 0;
    for (let sample = 0; sample < SOURCES; sample++) {
      const stone = stock[(sample * 1237) % stock.length]!;
      const source = { stone, priceCents: price(stone) };
      const question = { source, rankingType, priceOf: price };
      let at = performance.now();
      const { shapeCode, lightest, heaviest } = windowOf(stone);
      const ranked = rankSimilar(question, shelves.within(shapeCode, lightest, heaviest));
      fast.push(performance.now() - at);
      at = performance.now();
      const all = stock
        .filter((other) => other !== stone)
        .flatMap((other) => {
          const scored = score(source, { stone: other, priceCents: price(other) }, rankingType);
          return scored && scored.rank < 10 ? [{ name: other.parcelName, rank: scored.rank }] : [];
        })
        .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
      slow.push(performance.now() - at);
      if (all.map(({ rank }) => rank).join() !== ranked.map(({ rank }) => rank).join()) {
        throw new Error(`${stone.parcelName}: the search and the pass over every stone differ`);
      }
      found += ranked.length;
    }
    const [value, baseline] = [middle(fast), middle(slow)];
    const note = `median of ${SOURCES}; ${Math.round(found / SOURCES)} found each; against scoring all ${stock.length}`;
    return {
      name: `similar, ${rankingType}, search alone`,
      value,
      unit: 'ms',
      baseline,
      ratio: value / baseline,
      note,
    };
  });
}

async function overHttp(address: string): Promise<BenchRow[]> {
  const signIn = await send(address, '/login', { username: 'alder', password: PASSWORD }, {});
  const { token } = JSON.parse(signIn) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const ask = (path: string, body: (sample: number) => unknown) =>
    median(SOURCES, (sample) => send(address, path, body(sample), headers));
  const parcelName = (sample: number): string => nameOf((sample * 1237) % STONES);
  const alive = await median(SOURCES, async () => (await fetch(new URL('/healthz', address))).text());
  const against = (name: string, value: number, note: string, aim?: Aim): BenchRow => ({
    name,
    value,
    unit: 'ms',
    baseline: alive,
    ratio: value / alive,
    note: `${note}; against /healthz, which does nothing`,
    aim,
  });
  // The first call takes the stones into memory.
  await send(address, '/inventory/similar', { parcelName: nameOf(0) }, headers);
  return [
    against(
      'similar over HTTP, the best 50',
      await ask('/inventory/similar', (sample) => ({ parcelName: parcelName(sample), limit: LIMIT })),
      `median of ${SOURCES}`,
      atMost(8),
    ),
    against(
      'similar over HTTP, all under 10',
      await ask('/inventory/similar', (sample) => ({ parcelName: parcelName(sample) })),
      'their rows too',
    ),
    against(
      'price of a desire',
      await ask('/inventory/desire_price', () => ({ desire: { colour: ['D', 'E', 'F'] } })),
      'any shape and weight',
    ),
    against(
      'details of a stone',
      await ask('/inventory/details', (sample) => ({ parcelName: parcelName(sample) })),
      `${STONES} stones`,
      atMost(5),
    ),
  ];
}

async function send(
  address: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<string> {
  const response = await fetch(new URL(path, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return text;
}

const nameOf = (index: number): string => `AR-${String(index).padStart(6, '0')}`;

/** A whole number under `below`, always the same for a stone and a purpose. */
function pick(index: number, purpose: number, below: number): number {
  const mixed = Math.imul((index + 1) * 2_654_435_761 + purpose * 40_503, 2_246_822_519) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
}

const oneOf = <Value>(values: readonly Value[], index: number, purpose: number): Value =>
  values[pick(index, purpose, values.length)]!;

function weightOf(index: number): number {
  return 300 + pick(index, 1, 300) * (1 + pick(index, 2, 8));
}

function priceOf(index: number): number {
  return Math.round(weightOf(index) ** 1.6) * (4 + pick(index, 3, 6));
}

/** Half of them rounds, as in the trade; grades spread over the better half of their lists. */
function attributesOf(index: number): StoneAttributes {
  const length = 4 + pick(index, 9, 500) / 100;
  return {
    weight: weightOf(index),
    shapeCode: oneOf(['RD', 'RD', 'RD', 'RD', 'OV', 'CU', 'EM', 'PS'], index, 4),
    colour: oneOf(['D', 'E', 'F', 'G', 'H', 'I', 'J'], index, 5),
    clarity: oneOf(['IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2'], index, 6),
    fluorescence: oneOf(['N', 'N', 'F', 'M'], index, 7),
    cut: oneOf(['EX', 'EX', 'VG'], index, 8),
    length,
    width: length - pick(index, 10, 30) / 100,
    depthPct: 58 + pick(index, 11, 60) / 10,
  };
}

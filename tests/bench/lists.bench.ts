import { randomUUID } from 'node:crypto';
import { stoneStream, type StoneAttributes } from '#contracts/events/index.ts';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { createPositions } from '#projections/engine/index.ts';
import { appendEvents, type CommandContext, type EventToAppend } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { demoPriceList } from '#local/demo/demo-price-list.ts';
import { keepPriceList } from '#services/prices/index.ts';
import { READ_MODELS } from '#services/freshness/index.ts';
import { fillSmallWorld, PASSWORD, testContext } from '#tests/support/small-world.ts';
import type { BenchEnvironment, BenchRow } from './bench-row.ts';
import { median, staticServer, timed } from './measure.ts';
import { startedApplication } from './started-application.ts';

/** Available stones of each line. */
const STONES = Number(process.env['STONES'] ?? 50_000);
/** What customer 7 has, had and thinks about, all naturals. */
const [PAST, HELD, CARTED] = [2000, 500, 100];
const SAMPLES = 15;
const CODE: Readonly<Record<Line, string>> = {
  natural: 'N',
  labGrown: 'L',
  fancyColour: 'F',
  jewellery: 'J',
};

/**
 * Every list, with 50,000 available stones of each line and a customer with 2,000 past ones: made from scratch and asked for
 * again, beside the same bytes as a static file; details and similar stones beside /healthz.
 */
export async function benchLists({ databaseUrl, eventStoreUrl }: BenchEnvironment): Promise<BenchRow[]> {
  const application = await startedApplication({ databaseUrl, eventStoreUrl });
  const database = connectDatabase(databaseUrl);
  const events = connectEventStore({ connectionString: eventStoreUrl });
  try {
    const context = testContext({ ...database, events });
    await fillSmallWorld(context);
    await keepPriceList(database.db, demoPriceList('2026-01-02'), {
      fileName: '',
      by: 'bench',
      at: new Date(),
    });
    await fill(context);
    const positions = createPositions(database.db, await logIdOf(events));
    if (!(await positions.waitForPosition(READ_MODELS, await events.headPosition(), 600_000)))
      throw new Error('the read models stayed behind the log');
    const api = await signedIn(application.address!);
    await api(`/inventory/cart_stones`, { parcelNames: names(CARTED, 'natural') });
    const rows: BenchRow[] = [];
    for (const line of LINES) rows.push(...(await listFigures(api, LINE_FACTS[line].prefix, 'available')));
    for (const list of ['customer', 'past', 'cart'])
      rows.push(...(await listFigures(api, '/inventory', list)));
    return [...rows, ...(await detailFigures(api))];
  } finally {
    await events.close();
    await database.close();
    await application.close();
  }
}

type Api = (
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ headers: Headers; bytes: Buffer }>;

async function signedIn(address: string): Promise<Api> {
  const send = async (path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await fetch(new URL(path, address), {
      ...(path === '/healthz' ? {} : { method: 'POST', body: JSON.stringify(body ?? {}) }),
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.toString()}`);
    return { headers: answer.headers, bytes };
  };
  const { bytes } = await send('/login', { username: 'alder', password: PASSWORD }, {});
  const { token } = JSON.parse(bytes.toString()) as { token: string };
  return (path, body, headers = {}) => send(path, body, { authorization: `Bearer ${token}`, ...headers });
}

/** A list made from scratch and asked for again. */
async function listFigures(api: Api, prefix: string, list: string): Promise<BenchRow[]> {
  const path = `${prefix}/${list}`;
  const anew: number[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  for (let sample = 0; sample < 3; sample++) {
    // Another cart is another version of every list of the line.
    const parcelNames = [nameOf(CARTED + sample, lineOf(prefix))];
    const { headers } = await api(`${prefix}/cart_stones`, { parcelNames });
    const position = headers.get('x-position')!;
    await api(`${prefix}/rows`, { parcelNames }, { 'min-position': position });
    const { ms, result } = await timed(() => api(path));
    anew.push(ms);
    bytes = result.bytes;
  }
  const served = await staticServer(bytes);
  try {
    const file = await median(SAMPLES, () => fetch(served.address).then((answer) => answer.arrayBuffer()));
    const again = await median(SAMPLES, () => api(path));
    const count = (JSON.parse(bytes.toString()) as unknown[]).length;
    const note = `${count} rows, ${(bytes.length / 1e6).toFixed(2)} MB; against the same bytes as a static file`;
    const row = (name: string, value: number): BenchRow => ({
      name: `${path}, ${name}`,
      value,
      unit: 'ms',
      baseline: file,
      ratio: value / file,
      note,
    });
    return [row('made anew', anew.sort((a, b) => a - b)[1]!), row('asked again', again)];
  } finally {
    served.close();
  }
}

async function detailFigures(api: Api): Promise<BenchRow[]> {
  const alive = await median(SAMPLES, () => api('/healthz'));
  const figure = async (name: string, path: string, body: (sample: number) => object): Promise<BenchRow> => {
    const { bytes } = await api(path, body(0));
    const value = await median(SAMPLES, (sample) => api(path, body(sample + 1)));
    const kilobytes = (bytes.length / 1e3).toFixed(1);
    const note = `${kilobytes} kB; against /healthz, which does nothing`;
    return { name, value, unit: 'ms', baseline: alive, ratio: value / alive, note };
  };
  const available = (sample: number) => ({ parcelName: nameOf(1000 + sample, 'natural') });
  const past = (sample: number) => ({ parcelName: ownOf('past', sample) });
  return [
    await figure('details of an available stone', '/inventory/details', available),
    await figure('details of a past stone', '/inventory/details', past),
    await figure('details of a piece', '/jewellery/details', (sample) => ({
      parcelName: nameOf(1000 + sample, 'jewellery'),
    })),
    await figure('similar to a past stone, the best 50', '/inventory/similar', (sample) => ({
      ...past(sample),
      limit: 50,
    })),
    await figure('similar to a past stone, all under 10', '/inventory/similar', past),
    await figure('similar to a lab-grown stone, the best 50', '/labgrown/similar', (sample) => ({
      parcelName: nameOf(1000 + sample, 'labGrown'),
      limit: 50,
    })),
    await figure('20 named rows', '/inventory/rows', (sample) => ({
      parcelNames: Array.from({ length: 20 }, (_, index) => nameOf(sample * 20 + index, 'natural')),
    })),
  ];
}

function lineOf(prefix: string): Line {
  return LINES.find((line) => LINE_FACTS[line].prefix === prefix)!;
}

const nameOf = (index: number, line: Line): string => `${CODE[line]}-${String(index).padStart(6, '0')}`;
const ownOf = (kind: 'past' | 'held', index: number): string => `${kind}-${String(index).padStart(6, '0')}`;
const names = (count: number, line: Line): string[] =>
  Array.from({ length: count }, (_, index) => nameOf(index, line));

async function fill(context: CommandContext): Promise<void> {
  const stones = LINES.flatMap((line) => names(STONES, line).map((name, index) => ({ name, line, index })));
  await inParallel(stones, 128, ({ name, line, index }) =>
    append(context, name, [listed(name, line, index)]),
  );
  const own = (kind: 'past' | 'held', count: number) =>
    Array.from({ length: count }, (_, index) => ({ kind, index, name: ownOf(kind, index) }));
  await inParallel([...own('past', PAST), ...own('held', HELD)], 64, ({ kind, index, name }) =>
    append(context, name, [
      listed(name, 'natural', index),
      requested(index),
      document('MEMO', index, '2026-03-03'),
      ...(kind === 'past' ? [document('RETURN_MEMO', index, '2026-04-03')] : []),
    ]),
  );
}

async function append(context: CommandContext, name: string, events: EventToAppend[]): Promise<void> {
  const stream = { stream: stoneStream(name), revision: 'no_stream', lastRecordedAt: '' } as const;
  const actor = { username: 'bench', role: 'system' } as const;
  await appendEvents(context, stream, events, { commandId: name, actor });
}

/** Filled as a feed fills it, so that the bytes are those of real lists. */
function attributesOf(index: number): StoneAttributes {
  const of = <Value>(values: readonly Value[], step: number): Value =>
    values[Math.floor(index / step) % values.length]!;
  return {
    weight: 300 + ((index * 37) % 4000),
    lab: 'GIA',
    certNo: String(2_200_000_000 + index),
    shapeCode: of(['RD', 'OV', 'CU', 'EM', 'PR', 'RAD', 'PS', 'MQ'], 1),
    colour: of([...'DEFGHIJ'], 3),
    clarity: of(['IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2'], 5),
    fluorescence: of(['N', 'F', 'M'], 7),
    cut: of(['EX', 'VG'], 11),
    polish: of(['EX', 'VG'], 13),
    symmetry: of(['EX', 'VG'], 17),
    tier: 'Reserve',
    tablePct: 57,
    depthPct: 61.8,
    girdlePct: 3.5,
    crownHeight: 15,
    crownAngle: 34.5,
    pavilionDepth: 43,
    pavilionAngle: 40.8,
    starHalves: 50,
    pavilionHalves: 75,
    length: 6.41,
    width: 6.43,
    height: 3.97,
    photoUrl: `https://media.example.com/v/${index}.mp4`,
    countryOfOrigin: 'Botswana',
    stillPhotoUrl: `https://media.example.com/p/${index}.jpg`,
  };
}

const priceOf = (index: number): number => 80_000 + ((index * 7919) % 3_000_000);

function listed(parcelName: string, line: Line, index: number): EventToAppend {
  const attributes = attributesOf(index);
  const { weight, shapeCode } = attributes;
  const piece = {
    model: `Model ${index % 400}`,
    modelDescription: 'Four-prong solitaire ring',
    modelType: 'Ring',
    modelSubType: 'Solitaire',
    modelFinish: 'White Gold',
    components: [{ weight, shapeCode }],
  };
  return {
    type: 'StoneListed',
    id: randomUUID(),
    data: {
      parcelName,
      line,
      vendorId: 1,
      attributes,
      vendorAvailability: 'IN_STOCK',
      location: 'Safe 3',
      costCents: Math.round(priceOf(index) / 1.1),
      totalCents: priceOf(index),
      ...(line === 'jewellery' ? { piece } : {}),
      effectiveAt: '2026-01-05T15:00:00.000Z',
    },
  };
}

function requested(index: number): EventToAppend {
  const price = { customerPriceCents: priceOf(index), listPriceCents: priceOf(index) };
  const frozen = {
    ...price,
    costCents: Math.round(priceOf(index) / 1.1),
    giaRoundDiscountPpm: 0,
    attributes: attributesOf(index),
  };
  const data = { customerId: 7, instructionId: `i${index}`, effectiveAt: '2026-03-02T15:00:00.000Z', frozen };
  return { type: 'StoneRequested', id: randomUUID(), data };
}

function document(docType: 'MEMO' | 'RETURN_MEMO', index: number, effectiveAt: string): EventToAppend {
  return {
    type: 'DocumentReceived',
    id: randomUUID(),
    data: {
      instance: 'VITRINE',
      docType,
      docNo: `${docType}-${index}`,
      line: 1,
      version: 1,
      customerId: 7,
      accountCode: '07-01-0001',
      amountCents: priceOf(index),
      giaRoundDiscountPpm: 0,
      effectiveAt,
    },
  };
}

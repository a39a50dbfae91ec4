import { inParallel } from '#services/platform/in-parallel.ts';
import { fillSmallWorld, listStone, PASSWORD } from '#tests/support/small-world.ts';
import { atLeast, atMost, atMostTimes, figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { makeCustomers } from './made-customers.ts';
import { median, middle, staticServer, timed, until } from './measure.ts';
import { withApplication } from './started-application.ts';

const STONES = Number(process.env['STONES'] ?? 50_000);
const INSTRUCTIONS = 1000;
const AT_ONCE = 50;
const CUSTOMERS = 10;
const SAMPLES = 30;

/** The lists of 50,000 stones, instructions a second, request to visible, and memory. */
export async function benchApplication(environment: BenchEnvironment): Promise<BenchRow[]> {
  return withApplication(environment, async ({ application, context }) => {
    await fillSmallWorld(context);
    const users = await makeCustomers(context, CUSTOMERS);
    await inParallel(
      Array.from({ length: STONES }, (_, index) => `AR-${index}`),
      32,
      (name) => listStone(context, name),
    );
    const api = caller(application.address!);
    await until(async () => (await fetch(`${application.address}/readyz`)).ok && (await api.signIn('alder')));
    await until(
      async () =>
        Number(
          (await api.post('alder', '/inventory/rows', { parcelNames: [`AR-${STONES - 1}`] })).text.includes(
            '"available":[{',
          ),
        ) === 1,
    );

    return [...(await listFigures(api)), ...(await instructionFigures(api, users)), memory()];
  });
}

type Api = ReturnType<typeof caller>;

function caller(address: string) {
  const tokens = new Map<string, string>();
  const call = async (
    username: string,
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; headers: Headers; bytes: number; text: string }> => {
    const headers = {
      authorization: `Bearer ${tokens.get(username) ?? ''}`,
      'content-type': 'application/json',
      ...init.headers,
    };
    const response = await fetch(new URL(path, address), { ...init, headers });
    const body = await response.arrayBuffer();
    return {
      status: response.status,
      headers: response.headers,
      bytes: body.byteLength,
      text: Buffer.from(body).toString(),
    };
  };
  return {
    async signIn(username: string): Promise<boolean> {
      const { status, text } = await call(username, '/login', {
        method: 'POST',
        body: JSON.stringify({ username, password: PASSWORD }),
      });
      if (status === 200) tokens.set(username, (JSON.parse(text) as { token: string }).token);
      return status === 200;
    },
    post: (username: string, path: string, body: unknown, headers = {}) =>
      call(username, path, { method: 'POST', body: JSON.stringify(body), headers }),
    get: (username: string, path: string, headers = {}) => call(username, path, { headers }),
  };
}

async function listFigures(api: Api): Promise<BenchRow[]> {
  const first = await timed(() => api.get('alder', '/inventory/available'));
  const { headers, bytes, text } = first.result;
  const served = await staticServer(Buffer.from(text));
  const etag = { 'if-none-match': headers.get('etag') ?? '' };
  try {
    const file = await median(SAMPLES, () =>
      fetch(served.address).then((response) => response.arrayBuffer()),
    );
    const again = await median(SAMPLES, () =>
      api.get('alder', '/inventory/available', { 'accept-encoding': 'identity' }),
    );
    const unchanged = await median(SAMPLES, () => api.get('alder', '/inventory/available', etag));
    const alive = await median(SAMPLES, () => api.get('alder', '/healthz'));
    const size = `${STONES} stones, ${(bytes / 1e6).toFixed(1)} MB`;
    return [
      {
        name: 'available, rebuilt',
        value: first.ms,
        unit: 'ms',
        baseline: file,
        ratio: first.ms / file,
        note: `${size}; against the same bytes as a static file`,
      },
      {
        name: 'available, unchanged and asked again',
        value: again,
        unit: 'ms',
        baseline: file,
        ratio: again / file,
        note: 'against the same bytes as a static file',
        aim: atMostTimes(2),
      },
      {
        name: 'available, 304',
        value: unchanged,
        unit: 'ms',
        baseline: alive,
        ratio: unchanged / alive,
        note: 'against /healthz, which does nothing; the way there and back is in it',
        aim: atMost(2),
      },
    ];
  } finally {
    served.close();
  }
}

async function instructionFigures(api: Api, users: readonly string[]): Promise<BenchRow[]> {
  for (const user of users) await api.signIn(user);
  const request = async (user: string, name: string): Promise<string> => {
    const { status, headers, text } = await api.post(user, '/inventory/request_stones', {
      parcelNames: [name],
    });
    if (status !== 200) throw new Error(`${name}: ${text}`);
    return headers.get('x-position')!;
  };
  const alone: number[] = [];
  const visible: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const user = users[sample % CUSTOMERS]!;
    const startedAt = performance.now();
    const position = await request(user, `AR-${sample}`);
    alone.push(performance.now() - startedAt);
    await api.post(user, '/inventory/rows', { parcelNames: [`AR-${sample}`] }, { 'min-position': position });
    visible.push(performance.now() - startedAt);
  }
  const startedAt = performance.now();
  const names = Array.from({ length: INSTRUCTIONS }, (_, index) => `AR-${SAMPLES + index}`);
  await inParallel(names, AT_ONCE, (name) => request(users[Number(name.slice(3)) % CUSTOMERS]!, name));
  const seconds = (performance.now() - startedAt) / 1000;
  const one = middle(alone);
  return [
    figure(
      'request to answer, one at a time',
      one,
      'ms',
      `median of ${SAMPLES}; 3 appends, each durable`,
      atMost(8),
    ),
    {
      name: 'request to visible in the next read',
      value: middle(visible),
      unit: 'ms',
      baseline: one,
      ratio: middle(visible) / one,
      note: 'against the answer alone',
    },
    {
      name: 'instructions, 50 at once, 10 customers',
      value: INSTRUCTIONS / seconds,
      unit: '/s',
      baseline: 1000 / one,
      ratio: INSTRUCTIONS / seconds / (1000 / one),
      note: 'each checked against the maximum; against one after the other',
      aim: atLeast(500),
    },
  ];
}

function memory(): BenchRow {
  return figure(
    'memory, resident, with this bench',
    process.memoryUsage().rss / 1e6,
    'MB',
    `after all this, with ${STONES} stones`,
  );
}

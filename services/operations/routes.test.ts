import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProjectionResource } from '#contracts/api/back-office.ts';
import type { ProjectionStatus } from '#projections/engine/index.ts';
import { metricCollector } from '#services/platform/metrics/index.ts';
import { testServer, type TestServer } from '#services/platform/http/testing/test-server.ts';
import { projectionMetrics, registerOperationsRoutes } from './index.ts';

const projection = (id: string): ProjectionResource & ProjectionStatus => ({
  id,
  version: 1,
  position: '40',
  head: '42',
  lag: 2,
  updatedAt: null,
  state: 'live',
  isFollowed: true,
  problem: null,
  progress: null,
  parked: [],
  rebuild: null,
});

let server: TestServer;
let rebuilt: string[];
let database: () => Promise<boolean>;
let degraded: Record<string, string>;
let waiting: () => Promise<Record<string, string>>;
let projections: () => Promise<(ProjectionResource & ProjectionStatus)[]>;
beforeEach(async () => {
  database = async () => true;
  degraded = {};
  waiting = async () => ({});
  projections = async () => ['parcels', 'carts', 'customers'].map(projection);
  server = await testServer();
  rebuilt = [];
  const collect = metricCollector([projectionMetrics(['parcels'], () => projections())], {
    onProblem: () => undefined,
  });
  registerOperationsRoutes(server.app, {
    metrics: true,
    health: {
      roles: ['api'],
      checks: () => ({ database: () => database(), projections: async () => true }),
      leads: () =>
        new Map([
          ['reactors', true],
          ['upkeep', false],
        ]),
      degraded: () => degraded,
      waiting: () => waiting(),
      collect: () => collect(),
    },
    projections: () => projections(),
    mending: {
      names: ['parcels', 'carts'],
      requestRebuild: async (name, requestedBy) => {
        if (rebuilt.includes(`${name} for ${requestedBy}`)) return false;
        rebuilt.push(`${name} for ${requestedBy}`);
        return true;
      },
      retry: async () => [{ stream: 'stone-1', applied: 2, parkedAgain: null }],
    },
  });
});
afterEach(() => server.app.close());

const get = (url: string, username?: string) =>
  server.app.inject({ url, headers: username === undefined ? {} : server.as(username) });

describe('health', () => {
  test('alive', async () => expect((await get('/healthz')).json()).toEqual({ alive: true }));
  test('ready when every check passes', async () => {
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ready: true,
        checks: { database: true, projections: true },
        degraded: {},
        roles: ['api'],
        leads: ['reactors'],
      },
    ]);
  });
  test('degraded service is reported, there and as a metric, and stays ready', async () => {
    expect((await get('/metrics')).body).toContain('vitrine_degraded{what="liveChanges"} 0');
    degraded = { liveChanges: 'NATS cannot be reached.' };
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ degraded })]);
    expect((await get('/metrics')).body).toContain('vitrine_degraded{what="liveChanges"} 1');
  });
  test('what waits for an operator is shown, and not asked while Postgres is away', async () => {
    const reactor = { 'reactor vendor-notices': 'it has no checkpoint, and the log holds events' };
    waiting = async () => reactor;
    const { degraded: shown } = (await get('/readyz')).json<{ degraded: object }>();
    expect(shown).toEqual(reactor);
    database = async () => false;
    expect((await get('/readyz')).json()).toMatchObject({ degraded: {} });
  });
  test.each([
    ['fails', () => Promise.reject(new Error('the pool is exhausted')), 'Not known (the pool is exhausted).'],
    ['never comes', () => new Promise<never>(() => undefined), 'Not known (no answer in time).'],
  ])(
    'where the answer of what waits %s it says so, and is ready all the same',
    async (_how, asked, reactors) => {
      waiting = asked;
      const answer = await get('/readyz');
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        expect.objectContaining({ degraded: { reactors } }),
      ]);
    },
  );
  test.each([
    ['fails', async () => false],
    ['fails', async () => Promise.reject(new Error('password=hunter2'))],
    ['never answers', () => new Promise<boolean>(() => undefined)],
  ])('not ready when one %s, which it names', async (_how, check) => {
    database = check;
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        ready: false,
        checks: { database: false, projections: true },
        degraded: {},
        roles: ['api'],
        leads: ['reactors'],
      },
    ]);
  });
});

describe('GET /metrics', () => {
  test('counts answers by route, never by path', async () => {
    await get('/api/projections/parcels', 'admin');
    await get('/somewhere/else');
    const { headers, body } = await get('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toContain(
      'vitrine_http_request_duration_seconds_count{method="GET",route="/api/projections/:id",status="200"} 1',
    );
    expect(body).toContain('vitrine_projection_position{projection="parcels"} 40');
    expect(body).toContain('vitrine_lease_held{lease="reactors"} 1');
    expect(body).toContain('vitrine_lease_held{lease="upkeep"} 0');
    expect(body).not.toContain('/somewhere/else');
  });
  test('what stands still reads bad while it is rebuilt too', async () => {
    projections = async () => [{ ...projection('parcels'), state: 'rebuilding' }];
    expect((await get('/metrics')).body).toContain('vitrine_projection_live{projection="parcels"} 1');
    projections = async () => [{ ...projection('parcels'), state: 'rebuilding', isFollowed: false }];
    expect((await get('/metrics')).body).toContain('vitrine_projection_live{projection="parcels"} 0');
  });
  test('without the stores has the rest, and their series read bad', async () => {
    projections = async () => Promise.reject(new Error('no database'));
    const { statusCode, body } = await get('/metrics');
    expect(statusCode).toBe(200);
    expect(body).toContain('vitrine_projection_live{projection="parcels"} 0');
    expect(body).toContain('vitrine_projection_lag_events{projection="parcels"} +Inf');
    for (const own of ['process_resident_memory_bytes', 'nodejs_eventloop_delay_p99_seconds'])
      expect(body).toMatch(new RegExp(`^${own} [0-9.e-]+$`, 'm'));
  });
});

describe('GET /api/projections', () => {
  test('is for administrators', async () => {
    expect((await get('/api/projections')).statusCode).toBe(401);
    expect((await get('/api/projections', 'jeweller')).statusCode).toBe(403);
    expect((await get('/api/projections', 'rep')).statusCode).toBe(403);
  });
  test('sorted, cut and counted as the back office asks', async () => {
    const answer = await get(
      `/api/projections?sort=${encodeURIComponent('["id","DESC"]')}&range=${encodeURIComponent('[0,1]')}`,
      'admin',
    );
    expect(answer.json<ProjectionResource[]>().map(({ id }) => id)).toEqual(['parcels', 'customers']);
    expect(answer.headers['content-range']).toBe('projections 0-1/3');
  });
  const listed = (query: Record<string, unknown>) => {
    const parts = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parts.set(name, JSON.stringify(value));
    return get(`/api/projections?${parts}`, 'admin');
  };
  test('filtered by id, and by part of it', async () => {
    const ids = async (filter: object) =>
      (await listed({ filter })).json<ProjectionResource[]>().map(({ id }) => id);
    expect(await ids({ id: ['parcels', 'carts'] })).toEqual(['carts', 'parcels']);
    expect(await ids({ q: 'ar' })).toEqual(['carts', 'parcels']);
    expect(await ids({ q: 'ar', id: 'carts' })).toEqual(['carts']);
  });
  test('a field that it cannot be filtered or sorted by is refused', async () => {
    for (const query of [{ filter: { lag: 2 } }, { sort: ['lag', 'ASC'] }])
      expect((await listed(query)).statusCode, JSON.stringify(query)).toBe(400);
  });
  test('one of them, or 404', async () => {
    expect((await get('/api/projections/carts', 'admin')).json()).toMatchObject({ id: 'carts', lag: 2 });
    expect((await get('/api/projections/nothing', 'admin')).statusCode).toBe(404);
  });
});

describe('mending', () => {
  const post = (url: string, username: string) =>
    server.app.inject({ method: 'POST', url, headers: server.as(username) });
  test('a rebuild is asked for once, parked streams are retried', async () => {
    const rebuild = await post('/api/projections/carts/rebuild', 'admin');
    expect([rebuild.statusCode, rebuild.json(), rebuilt]).toEqual([
      202,
      { started: true },
      ['carts for admin'],
    ]);
    const again = await post('/api/projections/carts/rebuild', 'admin');
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'ALREADY_REBUILDING' }),
    ]);
    expect((await post('/api/projections/parcels/retry', 'admin')).json()).toEqual({
      streams: [{ stream: 'stone-1', applied: 2, parkedAgain: null }],
    });
  });
  test.each(['rebuild', 'retry'])('%s is for administrators, and of what there is', async (verb) => {
    expect((await post(`/api/projections/carts/${verb}`, 'rep')).statusCode).toBe(403);
    expect((await post(`/api/projections/carts/${verb}`, 'jeweller')).statusCode).toBe(403);
    expect((await post(`/api/projections/none/${verb}`, 'admin')).statusCode).toBe(404);
    expect(rebuilt).toEqual([]);
  });
});

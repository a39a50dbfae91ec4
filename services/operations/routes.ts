import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { projectionResource, restQuery, type ProjectionResource } from '#contracts/api/back-office.ts';
import { figureCollector, type FigureSource } from '#services/platform/figures/index.ts';
import { readRestList, sendRange, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { registerMendRoutes, type MendRoutes } from './mend-routes.ts';
import { prometheusText } from './prometheus.ts';
import { readiness, type ReadinessChecks } from './readiness.ts';

export type OperationsRoutes = {
  /** What must be so before the process takes requests: stores reachable, projections caught up. */
  checks: ReadinessChecks;
  /** What works less well than it should, though the process can take requests: by what it is about, in words. */
  degraded: () => Readonly<Record<string, string>>;
  /** Every projection's progress, with its parked streams. */
  projections: () => Promise<ProjectionResource[]>;
  /** What GET /metrics shows beside this process' own figures. */
  figures: readonly FigureSource[];
  mending: MendRoutes;
};

const open = { access: 'public', surface: 'rest' } as const;
const administrators = { access: 'administrator', surface: 'rest' } as const;
const readinessReply = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.boolean()),
  degraded: z.record(z.string(), z.string()),
});

/** GET /healthz, /readyz, /metrics (design, section 8) and the back office's /api/projections. */
export function registerOperationsRoutes(
  app: App,
  { checks, degraded, projections, figures, mending }: OperationsRoutes,
): void {
  registerMendRoutes(app, mending);
  const collect = figureCollector(figures, {
    onProblem: (error) => app.log.warn({ err: error }, 'figures that are not known'),
  });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());

  app.get(
    '/healthz',
    {
      config: open,
      schema: {
        tags: ['operations'],
        summary: 'The process is alive',
        response: { 200: z.object({ alive: z.boolean() }) },
      },
    },
    () => ({ alive: true }),
  );

  const ready = {
    tags: ['operations'],
    summary: 'The stores answer and the projections have caught up',
    response: { 200: readinessReply, 503: readinessReply },
  };
  app.get('/readyz', { config: open, schema: ready }, async (request, reply) => {
    const answer = await readiness(checks, (name, error) =>
      request.log.warn({ err: error, check: name }, 'not ready'),
    );
    return reply.code(answer.ready ? 200 : 503).send({ ...answer, degraded: degraded() });
  });

  app.get(
    '/metrics',
    {
      config: open,
      schema: { tags: ['operations'], summary: 'Figures for Prometheus', response: { 200: z.string() } },
    },
    async (_request, reply) => {
      const measured = await collect();
      const { rss, heapUsed } = process.memoryUsage();
      const own = {
        residentBytes: rss,
        heapUsedBytes: heapUsed,
        uptimeSeconds: process.uptime(),
        eventLoopDelaySeconds: delay.percentile(99) / 1e9,
        degraded: Object.keys(degraded()),
      };
      delay.reset();
      return reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .serializer(String)
        .send(prometheusText(app.requestCounts(), measured, own));
    },
  );

  const list = {
    summary: 'Progress of the projections',
    querystring: restQuery,
    response: { 200: z.array(projectionResource) },
  };
  app.get('/api/projections', { config: administrators, schema: list }, async (request, reply) => {
    const { sort, range, filter } = readRestList(request.query);
    const all = (await projections()).filter(
      (one) => typeof filter['q'] !== 'string' || one.id.includes(filter['q']),
    );
    const sorted = all.toSorted((one, other) => one.id.localeCompare(other.id) * (sort?.descending ? -1 : 1));
    return sendRange(reply, 'projections', sorted, range);
  });

  const params = z.object({ id: z.string() });
  app.get(
    '/api/projections/:id',
    {
      config: administrators,
      schema: { summary: 'Progress of one projection', params, response: { 200: projectionResource } },
    },
    async (request) => {
      const found = (await projections()).find(({ id }) => id === request.params.id);
      if (!found) throw new Refusal(404, `There is no projection ${request.params.id}.`);
      return found;
    },
  );
}

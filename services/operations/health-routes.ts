import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { answerWithin } from '#services/platform/answer-within.ts';
import type { Measured } from '#services/platform/metrics/index.ts';
import { callGroup, type App, type RouteCount } from '#services/platform/http/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { processMetrics } from './metric-sources.ts';
import { prometheusText } from './prometheus.ts';
import { readiness, type ReadinessChecks } from './readiness.ts';

const forEveryone = callGroup({ access: 'public', surface: 'rest', tags: ['operations'] });

/** What a process reports of itself. */
export type Health = {
  roles: readonly string[];
  /** The checks that must pass before the process is ready. */
  checks: () => ReadinessChecks;
  /** What one process at a time does, by the leases' names: whether this one does it. */
  leads: () => ReadonlyMap<string, boolean>;
  /** What works less well than it should, though the process can take requests: by what it is about, in words. */
  degraded: () => Readonly<Record<string, string>>;
  /** What stands still until an operator decides: by subject, in words. Asked while Postgres answers. */
  waiting: () => Promise<Readonly<Record<string, string>>>;
  /** What GET /metrics shows beside this process' own metrics. */
  collect: () => Promise<readonly Measured[]>;
};

const readinessReply = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.boolean()),
  degraded: z.record(z.string(), z.string()),
  roles: z.array(z.string()),
  leads: z.array(z.string()),
});

/** A probe waits no longer for what stands still, in milliseconds: the checks before it took most of its second. */
const STANDING_WITHIN_MS = 150;

/** GET /healthz, /readyz and /metrics. */
export function registerHealthRoutes(
  app: App,
  { roles, checks, leads, degraded, waiting, collect }: Health,
  requests: () => readonly RouteCount[],
  /** False where another port serves the metrics. */
  metrics = true,
): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());

  app.get(
    '/healthz',
    forEveryone({ summary: 'The process is alive', response: { 200: z.object({ alive: z.boolean() }) } }),
    () => ({ alive: true }),
  );

  const ready = {
    summary: 'The stores answer, the read models are followed and have caught up; what this process leads',
    response: { 200: readinessReply, 503: readinessReply },
  };
  const standing = (): Promise<Readonly<Record<string, string>>> =>
    answerWithin(waiting(), STANDING_WITHIN_MS, () => new Error('no answer in time')).catch(
      (error: unknown) => ({ reactors: `Not known (${messageOf(error)}).` }),
    );
  app.get('/readyz', forEveryone(ready), async (request, reply) => {
    const answer = await readiness(checks(), (name, error) =>
      request.log.warn({ err: error, check: name }, 'not ready'),
    );
    return reply.code(answer.ready ? 200 : 503).send({
      ...answer,
      degraded: { ...degraded(), ...(answer.checks['database'] ? await standing() : {}) },
      roles: [...roles],
      leads: [...leads()].flatMap(([lease, held]) => (held ? [lease] : [])),
    });
  });

  if (!metrics) return;
  const measure = async (): Promise<string> => {
    const measured = await collect();
    const own = processMetrics(degraded(), leads(), delay.percentile(99) / 1e9);
    delay.reset();
    return prometheusText(requests(), [...measured, ...own]);
  };
  // They cost questions to the stores: all who ask while they are measured get the same.
  let measuring: Promise<string> | null = null;
  const measured = (): Promise<string> => (measuring ??= measure().finally(() => (measuring = null)));
  app.get(
    '/metrics',
    forEveryone({ summary: 'Metrics for Prometheus', response: { 200: z.string() } }),
    async (_request, reply) =>
      reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .serializer(String)
        .send(await measured()),
  );
}

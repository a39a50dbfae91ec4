import type { App } from './app.ts';

/** Upper bounds of the durations' buckets, in seconds. */
export const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

export type RouteCount = {
  method: string;
  /** The route's pattern, never a path with names in it. */
  route: string;
  status: number;
  count: number;
  seconds: number;
  /** For each bucket, how many took at most that long; each includes the smaller ones. */
  buckets: number[];
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers counted since the start. */
    requestCounts: () => readonly RouteCount[];
  }
}

/** Counts every answer by route and status, with its duration. */
export function addRequestMetrics(app: App): void {
  const counts = new Map<string, RouteCount>();
  app.decorate('requestCounts', () => [...counts.values()]);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const key = `${request.method} ${route} ${reply.statusCode}`;
    let entry = counts.get(key);
    if (!entry) {
      entry = {
        method: request.method,
        route,
        status: reply.statusCode,
        count: 0,
        seconds: 0,
        buckets: DURATION_BUCKETS.map(() => 0),
      };
      counts.set(key, entry);
    }
    const seconds = reply.elapsedTime / 1000;
    entry.count += 1;
    entry.seconds += seconds;
    DURATION_BUCKETS.forEach((bound, index) => {
      if (entry && seconds <= bound) entry.buckets[index] = (entry.buckets[index] ?? 0) + 1;
    });
  });
}

import { createHealthApp, type RouteCount } from '#services/platform/http/index.ts';
import { registerHealthRoutes, type Health } from './health-routes.ts';

export type HealthServer = { readonly address: string; readonly close: () => Promise<unknown> };

/** Serves a process' health on a port of its own, from before it is ready. Throws when the port is taken. */
export async function startHealthServer(
  { host, port, logLevel }: { host: string; port: number; logLevel: string },
  health: Health,
  /** What the process' own server has answered. */
  requests: () => readonly RouteCount[],
): Promise<HealthServer> {
  const app = createHealthApp(logLevel);
  registerHealthRoutes(app, health, requests);
  return { address: await app.listen({ host, port }), close: () => app.close() };
}

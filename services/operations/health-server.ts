import { randomUUID } from 'node:crypto';
import { createHealthApp, listen, type RouteCount } from '#services/platform/http/index.ts';
import { registerHealthRoutes, type Health } from './health-routes.ts';

export type HealthServer = { readonly address: string; readonly close: () => Promise<unknown> };

/** Serves a process' health on a port of its own, from before it is ready. Throws CannotListen. */
export async function startHealthServer(
  { host, port, logLevel }: { host: string; port: number; logLevel: string },
  health: Health,
  /** What the process' own server has answered. */
  requests: () => readonly RouteCount[],
): Promise<HealthServer> {
  const app = createHealthApp(logLevel, randomUUID);
  registerHealthRoutes(app, health, requests);
  return { address: await listen(app, { host, port }, 'VITRINE_HEALTH_PORT'), close: () => app.close() };
}

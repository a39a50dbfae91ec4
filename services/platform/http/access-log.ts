import type { App } from './app.ts';

/** Where a line for each answer goes; pino's loggers fit. */
export type AccessLog = { info(line: object, message: string): void };

/**
 * Writes a line for each answer: method, path without its query, status, milliseconds, the request's id and the user's
 * name, or null without a session. No header, body or query is in it.
 */
export function addAccessLog(app: App, log: AccessLog): void {
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        requestId: request.id,
        user: request.knownCaller?.user.username ?? null,
      },
      'answered',
    );
  });
}

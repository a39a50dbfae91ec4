import type { IncomingMessage } from 'node:http';
import { HEADERS } from '#contracts/api/headers.ts';
import { forRequest } from '../request-context.ts';
import type { App } from './app.ts';

/** Characters that need no escaping in a header, a log line or a query. */
const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id of a request: the one that a proxy or client gave it, if it is well-formed, else a new one. */
export function requestIds(newId: () => string): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = headers[HEADERS.requestId];
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : newId();
  };
}

/**
 * Answers each request with its id, and makes the id known to everything done for it: log lines and events carry it.
 */
export function addRequestIds(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADERS.requestId, request.id);
    forRequest(request.id, done);
  });
  // The body is read in events of the socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => forRequest(request.id, done));
}

import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Session } from './sessions.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses unsafe requests that another site made a browser send: a request with the session cookie needs a good Origin
 * (rule: Sessions on the wire). A bearer token needs no check, because no browser sends one by itself. With the cookie,
 * Origin or Sec-Fetch-Site must be there: every current browser sends one of them.
 * @param session null on public calls, which may leave out both headers
 * @param allowedOrigins under which this server itself is reached, where a proxy changes Host
 * @throws {Refusal} 403
 */
export function checkOrigin(
  request: FastifyRequest,
  session: Session | null,
  allowedOrigins: readonly string[],
): void {
  if (SAFE.has(request.method) || session?.via === 'bearer') return;
  const { origin } = request.headers;
  if (origin !== undefined) {
    if (sameHost(origin, request.host) || allowedOrigins.includes(origin)) return;
    throw new Refusal(403, 'This call was made from another site.', { code: 'CROSS_SITE' });
  }
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined)
    throw new Refusal(403, 'This call was made from another site.', { code: 'CROSS_SITE' });
  if (session) {
    throw new Refusal(
      403,
      'With the session cookie, send the Origin header too; other clients use the bearer token.',
      { code: 'NO_ORIGIN' },
    );
  }
}

/** True when both are the same address by the browser's rules: a default port may be written or left out. */
function sameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: theirs } = new URL(origin);
  const ours = `${protocol}//${host}`;
  return theirs !== '' && URL.canParse(ours) && new URL(ours).host === theirs;
}

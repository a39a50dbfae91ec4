import type { FastifyReply } from 'fastify';
import helmet from 'helmet';
import type { App } from './app.ts';

/**
 * Pages that other sites may show in a frame, when the configuration names those sites (architecture: HTTP).
 */
const EMBEDDABLE = new Set(['/loginform', '/referralform']);

/**
 * Stones' pictures, films and certificates are hosted by vendors and laboratories, so images, media and frames may come
 * from any https address; scripts and calls only from here. MUI writes its styles into the page.
 */
const DIRECTIVES = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:'],
  'media-src': ["'self'", 'blob:', 'https:'],
  'frame-src': ["'self'", 'blob:', 'https:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
};

/** Helmet's headers on every answer, with a strict content security policy. They are made once, not for each call. */
export function addSecurityHeaders(app: App): void {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
    referrerPolicy: { policy: 'same-origin' },
    // Pictures of other addresses carry no such header.
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.raw, reply.raw, () => done());
  });
}

/**
 * Pages with a secret in their address: no other site and none of our own calls learns the address that a person came
 * from, and no search engine lists them.
 */
const SECRET_ADDRESSES = new Set(['/newpassword', '/vendorview', '/clientlink']);

/** Keeps the address of a page that holds a secret to itself; leaves every other page as it is. */
export function hideAddress(reply: FastifyReply, path: string): void {
  if (SECRET_ADDRESSES.has(path))
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' });
}

/** Lets the configured sites frame the embeddable pages; leaves every other page as it is. */
export function allowFraming(reply: FastifyReply, path: string, frameAncestors: readonly string[]): void {
  if (!EMBEDDABLE.has(path) || frameAncestors.length === 0) return;
  const directives = { ...DIRECTIVES, 'frame-ancestors': ["'self'", ...frameAncestors] };
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  reply.header('content-security-policy', policy.join(';'));
  reply.removeHeader('x-frame-options');
}

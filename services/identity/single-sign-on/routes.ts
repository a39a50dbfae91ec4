import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SignInProblem } from '#contracts/vocabulary/sign-in-problems.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { callGroup, rateLimit, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isOutage } from '#services/platform/stores/index.ts';
import type { Sealing } from '../second-factor/sealing.ts';
import { ProviderAway, ProviderRefused, type Provider } from './provider.ts';
import { staffOf } from './staff-of.ts';

export type SingleSignOnRoutes = {
  db: Db;
  clock: Clock;
  sealing: Sealing;
  provider: Provider;
  publicUrl: string;
};

const COOKIE = 'vitrine_single_sign_on';
const PATH = '/login/oidc';
export const CALLBACK = `${PATH}/callback`;
/** How long somebody may take to sign in at the provider. */
const PENDING_MS = 10 * 60_000;
const PURPOSE = 'single sign-on';

const PLACES = {
  portal: { home: '/', signIn: '/login' },
  office: { home: '/admin/', signIn: '/admin/login' },
} as const;
const place = z.enum(['portal', 'office']).catch('portal');
const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.enum(['portal', 'office']),
  until: z.number(),
});
type Pending = z.infer<typeof pendingSchema>;

const forEveryone = callGroup({ access: 'public', surface: 'portal' });

/**
 * Sign-in by the house's provider (rule: Single sign-on): a page that leads there, and one to come back to. State,
 * nonce and PKCE's secret wait in a sealed cookie, so that a sign-in begun in one browser cannot be completed in another.
 */
export function registerSingleSignOnRoutes(
  app: App,
  { db, clock, sealing, provider, publicUrl }: SingleSignOnRoutes,
): void {
  const preHandler = rateLimit(app, { name: 'single sign-on from', max: 60, seconds: 60 });
  const cookieOptions = (request: FastifyRequest) =>
    ({ path: PATH, httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

  const failed = (reply: FastifyReply, to: Pending['to'], problem: SignInProblem): FastifyReply =>
    reply.redirect(`${PLACES[to].signIn}#problem=${problem}`, 302);

  /** A person who is refused ends the session of the browser: who tries may not be who is signed in there (rule: Sessions). */
  const refused = async (
    request: FastifyRequest,
    reply: FastifyReply,
    to: Pending['to'],
    problem: SignInProblem,
  ): Promise<FastifyReply> => {
    if (await app.sessions.of(request)) await app.sessions.end(reply);
    return failed(reply, to, problem);
  };

  const pendingOf = (request: FastifyRequest): Pending | null => {
    const sealed = request.cookies[COOKIE];
    const opened = sealed === undefined ? null : sealing.open(Buffer.from(sealed, 'base64url'), PURPOSE);
    if (!opened) return null;
    const pending = pendingSchema.parse(JSON.parse(opened.toString('utf8')));
    return pending.until > clock().getTime() ? pending : null;
  };

  const placeAsked = ({ query }: FastifyRequest): Pending['to'] =>
    place.parse(z.object({ to: z.unknown() }).parse(query).to);

  /** People are here, not programs: whatever fails, also by the limit, they go to the sign-in page that they came from. */
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error);
    const isKnown = problem !== 'try-again' || isOutage(error) || error instanceof Refusal;
    request.log[isKnown ? 'warn' : 'error']({ err: error, errorId: request.id }, 'a single sign-on failed');
    const isReturn = request.routeOptions.url === CALLBACK;
    return failed(reply, (isReturn && pendingOf(request)?.to) || placeAsked(request), problem);
  };
  const options = { ...forEveryone({ hide: true }), preHandler, errorHandler };

  app.get(PATH, options, async (request, reply) => {
    const to = placeAsked(request);
    const { address, pending } = await provider.begin();
    const kept: Pending = { ...pending, to, until: clock().getTime() + PENDING_MS };
    const sealed = sealing.seal(Buffer.from(JSON.stringify(kept)), PURPOSE).toString('base64url');
    void reply.setCookie(COOKIE, sealed, { ...cookieOptions(request), maxAge: PENDING_MS / 1000 });
    return reply.redirect(address, 302);
  });

  app.get(CALLBACK, options, async (request, reply) => {
    void reply.clearCookie(COOKIE, cookieOptions(request));
    const pending = pendingOf(request);
    if (!pending) return failed(reply, 'portal', 'begin-again');
    const { to } = pending;
    const identity = await provider.complete(new URL(request.url, publicUrl), pending);
    const account = await staffOf(db, clock, identity);
    if (typeof account === 'string') return refused(request, reply, to, account);
    await app.sessions.start(reply, account, true);
    return reply.redirect(PLACES[to].home, 302);
  });
}

function problemOf(error: Error): SignInProblem {
  if (error instanceof ProviderAway) return 'provider-away';
  return error instanceof ProviderRefused ? 'provider-refused' : 'try-again';
}

import type { FastifyRequest } from 'fastify';
import { HEADERS, SESSION_EXPIRED } from '#contracts/api/headers.ts';
import { problemSchema } from '#contracts/api/problems.ts';
import { NO_PRICES, Refusal } from '../refusal.ts';
import type { Accounts } from './accounts.ts';
import type { Access, App } from './app.ts';
import { actingFor, callerOf, isNarrowed, pricesShown, type Caller } from './caller.ts';
import { checkOrigin } from './cross-site.ts';
import type { Session } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls. Throws on a public route, which has no caller. */
    readonly caller: Caller;
    /** The session behind the caller; null on public routes. */
    session: Session | null;
    knownCaller: Caller | null;
  }
}

/**
 * Checks on the server, for every call, that the caller may make it (product: Roles), before the body is
 * read. A route must declare who may call it and which surface its failures belong to; one that does not
 * fails at registration.
 */
export function addAccessChecks(
  app: App,
  { accounts, allowedOrigins }: { accounts: Accounts; allowedOrigins: readonly string[] },
): void {
  app.decorateRequest('session', null);
  app.decorateRequest('knownCaller', null);
  app.decorateRequest('caller', {
    getter(this: FastifyRequest) {
      if (!this.knownCaller)
        throw new Error(`${this.method} ${this.routeOptions.url ?? this.url} is public: it has no caller`);
      return this.knownCaller;
    },
  });

  app.addHook('onRoute', (route) => {
    const name = `${String(route.method)} ${route.url}`;
    if (!route.config?.access) throw new Error(`${name}: say who may call it, config: { access: … }`);
    if (!route.config.surface)
      throw new Error(`${name}: say whose failures it answers, config: { surface: 'portal' | 'rest' }`);
    if (route.schema?.hide) return;
    if (!route.schema?.response)
      throw new Error(`${name}: give the schema of its reply, schema: { response: { 200: … } }`);
    route.schema.response = { '4xx': problemSchema, ...route.schema.response };
  });

  app.addHook('onRequest', async (request) => {
    const { access, surface, wholesale, beforeNewPassword, beforeSecondFactor } = request.routeOptions.config;
    if (access === undefined) return; // an unknown path
    const session = access === 'public' ? null : await app.sessions.of(request);
    checkOrigin(request, session, allowedOrigins);
    if (access === 'public') return;
    if (!session) throw new Refusal(401, SESSION_EXPIRED);
    const { user } = session.account;
    if (user.mustChangePassword && !beforeNewPassword)
      throw new Refusal(surface === 'portal' ? 402 : 403, 'To begin, please choose a new password.', {
        code: 'PASSWORD_TO_BE_CHANGED',
      });
    if (user.mustSetUpSecondFactor && !beforeNewPassword && !beforeSecondFactor)
      throw new Refusal(surface === 'portal' ? 402 : 403, 'To begin, please set up your second factor.', {
        code: 'SECOND_FACTOR_TO_BE_SET_UP',
      });
    if (!allowed(user, access)) throw new Refusal(403, forbidden(access), { code: 'FORBIDDEN' });
    request.knownCaller = callerOf(
      user,
      await actingFor(request.headers[HEADERS.customer], user, accounts),
      pricesShown(request.headers[HEADERS.prices], user),
    );
    if (wholesale !== undefined && isNarrowed(request.knownCaller))
      throw new Refusal(403, `${wholesale} shown with wholesale prices only.`, { code: NO_PRICES });
    request.session = session;
  });
}

function allowed(user: { administrator: boolean; salesRep: boolean }, access: Access): boolean {
  if (access === 'administrator') return user.administrator;
  return access !== 'staff' || user.administrator || user.salesRep;
}

function forbidden(access: Access): string {
  return access === 'administrator'
    ? 'Only an administrator may do this.'
    : 'Only a sales rep or an administrator may do this.';
}

import jwt from '@fastify/jwt';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HEADERS, SESSION_COOKIE, SESSION_SECONDS } from '#contracts/api/problems.ts';
import { showPricesSchema, type User } from '#contracts/api/session.ts';
import type { Clock } from '../clock.ts';
import { maySignIn, type Account, type Accounts } from './accounts.ts';
import type { App } from './app.ts';

/** A token younger than this is not renewed yet: an answer's renewal costs a signature. */
const RENEWED_AFTER_SECONDS = 60;

/** Staff that see the portal as a customer: the session has the customer's restrictions, whoever it is of. */
const viewSchema = z.object({ customerId: z.int().positive(), showPrices: showPricesSchema });
export type View = z.infer<typeof viewSchema>;

const claimsSchema = z.object({
  sub: z.string(),
  ver: z.int(),
  iat: z.int(),
  exp: z.int(),
  view: viewSchema.optional(),
});

export type Session = {
  account: Account;
  /** How the token came; it is renewed the same way. */
  via: 'bearer' | 'cookie';
  /** Seconds since the epoch. */
  issuedAt: number;
  expiresAt: number;
  view: View | undefined;
};

export type Sessions = {
  /** The session of a request; null when its token is missing, forged, expired or revoked, or its user may not sign in. */
  of(request: FastifyRequest): Promise<Session | null>;
  /** Signs the account in: sets the cookie, and answers the token for clients that use the bearer token. */
  start(reply: FastifyReply, account: Account, view?: View): string;
  /** Removes the cookie. */
  end(reply: FastifyReply): void;
};

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
  }
}

/**
 * Sessions of one hour, renewed by every successful answer (specification, section 9; rules, section 13): a signed
 * token, as bearer token or as HttpOnly cookie. Roles are not in it; the user is looked up on every request.
 */
export async function addSessions(
  app: App,
  { jwtSecret, clock, accounts }: { jwtSecret: string; clock: Clock; accounts: Accounts },
): Promise<void> {
  await app.register(jwt, {
    secret: jwtSecret,
    sign: { algorithm: 'HS256' },
    // The clock is ours, so expiry is checked below and not by the library's.
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  });

  const now = (): number => Math.floor(clock().getTime() / 1000);

  const issue = ({ user, tokenVersion }: Account, view: View | undefined): string =>
    app.jwt.sign({
      sub: user.username,
      ver: tokenVersion,
      iat: now(),
      exp: now() + SESSION_SECONDS,
      ...(view && { view }),
    });

  const setCookie = (reply: FastifyReply, token: string): void => {
    void reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(reply), maxAge: SESSION_SECONDS });
  };

  app.decorate('sessions', {
    async of(request) {
      const presented = tokenOf(request);
      if (!presented) return null;
      const claims = verified(app, presented.token);
      if (!claims || claims.exp <= now() || claims.iat > now() + SESSION_SECONDS) return null;
      const account = await accounts.account(claims.sub);
      if (!account || account.tokenVersion !== claims.ver || !(await maySignIn(account, accounts)))
        return null;
      const { view } = claims;
      const user = view ? seenAs(account.user, view) : account.user;
      if (user === null) return null;
      return {
        account: { ...account, user },
        via: presented.via,
        issuedAt: claims.iat,
        expiresAt: claims.exp,
        view,
      };
    },
    start(reply, account, view) {
      const token = issue(account, view);
      // The session that came with the request is over: this answer does not renew it.
      reply.request.session = null;
      setCookie(reply, token);
      return token;
    },
    end(reply) {
      reply.request.session = null;
      void reply.clearCookie(SESSION_COOKIE, cookieOptions(reply));
    },
  });

  app.addHook('onSend', async (request, reply) => {
    const { session } = request;
    if (!session || reply.statusCode >= 400) return;
    if (now() - session.issuedAt < RENEWED_AFTER_SECONDS) return;
    const token = issue(session.account, session.view);
    if (session.via === 'cookie') setCookie(reply, token);
    else reply.header(HEADERS.sessionToken, token);
  });
}

/** The staff's user with a customer's restrictions and nothing of its own; null for whoever is no staff any more. */
function seenAs(user: User, { customerId, showPrices }: View): User | null {
  if (!user.administrator && !user.salesRep) return null;
  return {
    ...user,
    administrator: false,
    salesRep: false,
    customerId,
    showPrices,
    mustChangePassword: false,
    viewingAs: { customerId, role: user.administrator ? 'administrator' : 'salesRep' },
  };
}

/** A bearer token counts before a cookie. */
function tokenOf(request: FastifyRequest): { token: string; via: Session['via'] } | null {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer) return { token: bearer, via: 'bearer' };
  const cookie = request.cookies[SESSION_COOKIE];
  return cookie ? { token: cookie, via: 'cookie' } : null;
}

function verified(app: App, token: string): z.infer<typeof claimsSchema> | null {
  try {
    return claimsSchema.parse(app.jwt.verify(token));
  } catch (error) {
    app.log.debug({ err: error }, 'a session token was refused');
    return null;
  }
}

/** Secure wherever the browser speaks https to us, directly or through a trusted proxy. */
function cookieOptions(reply: FastifyReply) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: reply.request.protocol === 'https' } as const;
}

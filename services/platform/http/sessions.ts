import { finished } from 'node:stream';
import jwt from '@fastify/jwt';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HEADERS, SESSION_COOKIE, SESSION_SECONDS } from '#contracts/api/headers.ts';
import type { User } from '#contracts/api/session.ts';
import type { Clock } from '../clock.ts';
import { isUserOf, maySignIn, type Account, type Accounts } from './accounts.ts';
import type { App } from './app.ts';
import type { SessionRecords } from './session-records.ts';

/** A token younger than this is not renewed yet, because a renewal costs a signature. */
const RENEWED_AFTER_SECONDS = 60;

/** Staff who view the portal as a customer: the session has the customer's restrictions, not those of its user. */
const viewSchema = z.object({
  customerId: z.int().positive(),
  /** The customer's user that is viewed as; null when the customer has none. */
  username: z.string().nullable(),
});
export type View = z.infer<typeof viewSchema>;

const claimsSchema = z.object({
  sub: z.string(),
  sid: z.string(),
  ver: z.int(),
  auth_time: z.int(),
  iat: z.int(),
  exp: z.int(),
  view: viewSchema.optional(),
  sso: z.literal(true).optional(),
});

export type Session = {
  id: string;
  account: Account;
  /** How the token was sent; it is renewed the same way. */
  via: 'bearer' | 'cookie';
  /** Seconds since the epoch. */
  signedInAt: number;
  issuedAt: number;
  expiresAt: number;
  view: View | undefined;
  /** Signed in by the house's provider, which asks for the second factor itself. */
  singleSignOn: boolean;
};

/** Who is signed in, and the token for clients that use the bearer token. */
type Started = { token: string; user: User };

type Sessions = {
  /**
   * The session of a request; null when its token is missing, forged, expired or ended, or its user may no longer sign
   * in. A view that may not go on is ended here (rule: View as customer).
   */
  of(request: FastifyRequest): Promise<Session | null>;
  /**
   * Signs the account in: sets the cookie, and returns the token for clients that use bearer tokens. A session whose
   * cookie is replaced ends; that of a bearer token is ended by the client.
   * @param singleSignOn signed in by the house's provider; unchanged when left out
   */
  start(reply: FastifyReply, account: Account, singleSignOn?: boolean): Promise<Started>;
  /**
   * Like `start`, for staff who are already signed in: begins or ends viewing the portal as a customer. Returns the
   * user as the session has it from then on.
   */
  changeView(reply: FastifyReply, account: Account, view: View | undefined): Promise<Started>;
  /** Ends the session that the request came with and removes the cookie. */
  end(reply: FastifyReply): Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
  }
}

/**
 * Sessions of one hour, renewed by every successful answer to a window in use up to a greatest age: a signed token, as
 * bearer token or as HttpOnly cookie, and a record of the session on the server. The token has no roles; the user is looked up on every
 * request. The token of an ended session is refused and never renewed: an answer that was under way when a person
 * signed out must not sign that person in again.
 */
export async function addSessions(
  app: App,
  {
    jwtSecret,
    clock,
    accounts,
    sessionRecords,
    maxSessionSeconds,
    secondFactorRequired = false,
  }: SessionOptions,
): Promise<void> {
  await app.register(jwt, {
    secret: jwtSecret,
    sign: { algorithm: 'HS256' },
    // The clock is ours, so expiry is checked below and not by the library.
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  });

  const now = (): number => Math.floor(clock().getTime() / 1000);

  const issue = ({ id, account, signedInAt, view, singleSignOn }: Issued): Token => {
    const issuedAt = now();
    const expiresAt = Math.min(issuedAt + SESSION_SECONDS, signedInAt + maxSessionSeconds);
    const text = app.jwt.sign({
      sub: account.user.username,
      sid: id,
      ver: account.tokenVersion,
      auth_time: signedInAt,
      iat: issuedAt,
      exp: expiresAt,
      ...(view && { view }),
      ...(singleSignOn && { sso: true }),
    });
    return { text, seconds: expiresAt - issuedAt };
  };

  const setCookie = (reply: FastifyReply, { text, seconds }: Token): void => {
    void reply.setCookie(SESSION_COOKIE, text, { ...cookieOptions(reply), maxAge: seconds });
  };

  /** Ends the session of a token, even of an expired one; returns a function that announces it. */
  const endSessionOf = async (request: FastifyRequest, token: string | undefined): Promise<() => void> => {
    const claims = token === undefined ? null : verified(app, token);
    // The session is over: this answer does not renew it.
    request.session = null;
    return claims ? sessionRecords.end(claims.sid) : () => undefined;
  };

  /** The user of the account as its own session has it. */
  const asItself = ({ user, secondFactor }: Account, singleSignOn: boolean): User => {
    // The provider asks for its own password and second factor.
    if (singleSignOn) return { ...user, mustChangePassword: false };
    const staff = user.administrator || user.salesRep;
    return secondFactorRequired && staff && !secondFactor ? { ...user, mustSetUpSecondFactor: true } : user;
  };

  /** The user as the session has it; null when it views as a customer and may not, or the viewed user is gone. */
  const asSeen = async (
    account: Account,
    { view, singleSignOn }: Pick<Session, 'view' | 'singleSignOn'>,
  ): Promise<User | null> => {
    const user = asItself(account, singleSignOn);
    if (!view) return user;
    // What comes before everything else is done in one's own session.
    if (user.mustChangePassword || user.mustSetUpSecondFactor) return null;
    return seenAs(user, view, accounts);
  };

  const begin = async (
    reply: FastifyReply,
    account: Account,
    { signedInAt, view, singleSignOn }: Omit<Issued, 'id' | 'account'>,
    replaced: string | undefined,
  ): Promise<Started> => {
    const user = await asSeen(account, { view, singleSignOn });
    if (user === null) throw new Error(`${account.user.username} may not view as ${view?.username}`);
    const announceEnd = await endSessionOf(reply.request, replaced);
    // Only after the new cookie is on its way: a page of the same browser that calls immediately must not get a 401.
    finished(reply.raw, announceEnd);
    const id = await sessionRecords.begin({
      username: account.user.username,
      tokenVersion: account.tokenVersion,
      userAgent: reply.request.headers['user-agent'] ?? '',
      address: reply.request.ip,
      signedInAt: new Date(signedInAt * 1000),
      lastsUntil: new Date((signedInAt + maxSessionSeconds) * 1000),
    });
    const token = issue({ id, account, signedInAt, view, singleSignOn });
    setCookie(reply, token);
    return { token: token.text, user };
  };

  app.decorate('sessions', {
    async of(request) {
      const presented = tokenOf(request);
      if (!presented) return null;
      const claims = verified(app, presented.token);
      if (!claims || claims.exp <= now() || claims.iat > now() + SESSION_SECONDS) return null;
      if (claims.auth_time + maxSessionSeconds <= now()) return null;
      const [open, account] = await Promise.all([
        sessionRecords.isOpen(claims.sid),
        accounts.account(claims.sub, claims.ver),
      ]);
      if (!open || !account || account.tokenVersion !== claims.ver) return null;
      if (!(await maySignIn(account, accounts))) return null;
      const { view } = claims;
      const singleSignOn = claims.sso === true;
      const user = await asSeen(account, { view, singleSignOn });
      if (user === null) {
        // For good: a viewed user or customer that is allowed in again is viewed anew.
        const announceEnd = await sessionRecords.end(claims.sid);
        announceEnd();
        return null;
      }
      return {
        id: claims.sid,
        account: { ...account, user },
        via: presented.via,
        signedInAt: claims.auth_time,
        issuedAt: claims.iat,
        expiresAt: claims.exp,
        view,
        singleSignOn,
      };
    },
    start(reply, account, singleSignOn = reply.request.session?.singleSignOn ?? false) {
      const replaced = reply.request.cookies[SESSION_COOKIE];
      return begin(reply, account, { signedInAt: now(), view: undefined, singleSignOn }, replaced);
    },
    changeView(reply, account, view) {
      const { signedInAt = now(), singleSignOn = false } = reply.request.session ?? {};
      return begin(reply, account, { signedInAt, view, singleSignOn }, tokenOf(reply.request)?.token);
    },
    async end(reply) {
      const announceEnd = await endSessionOf(reply.request, tokenOf(reply.request)?.token);
      announceEnd();
      void reply.clearCookie(SESSION_COOKIE, cookieOptions(reply));
    },
  });

  app.addHook('onSend', async (request, reply) => {
    const { session } = request;
    if (!session || reply.statusCode >= 400) return;
    // Asked by itself: nothing but a person's use keeps a session. The header can only shorten one.
    if (request.headers[HEADERS.unattended] === 'true') return;
    if (now() - session.issuedAt < RENEWED_AFTER_SECONDS) return;
    // It may have ended while this answer was being made.
    if (!(await sessionRecords.isStillOpen(session.id))) return;
    const token = issue(session);
    if (session.via === 'cookie') setCookie(reply, token);
    else reply.header(HEADERS.sessionToken, token.text);
  });
}

type SessionOptions = {
  jwtSecret: string;
  clock: Clock;
  accounts: Accounts;
  sessionRecords: SessionRecords;
  /** Seconds after the sign-in at which a session ends, however often it was renewed. */
  maxSessionSeconds: number;
  /** Staff without a second factor set one up before anything else (rule: Second factor). */
  secondFactorRequired?: boolean;
};

type Issued = Pick<Session, 'id' | 'account' | 'signedInAt' | 'view' | 'singleSignOn'>;
type Token = { text: string; seconds: number };

/**
 * The staff's user with the restrictions that the viewed user has now, and nothing of its own but, where the customer
 * has no user, its price mode (rule: View as customer); null for a user who is no longer staff, when the customer may
 * not log in, or when the viewed user is inactive or no longer one of the customer's.
 */
async function seenAs(user: User, { customerId, username }: View, accounts: Accounts): Promise<User | null> {
  if (!user.administrator && !user.salesRep) return null;
  if (!(await accounts.customerAccess(customerId))?.allowLogin) return null;
  const viewed = username === null ? undefined : (await accounts.account(username))?.user;
  if (username !== null && !(viewed && isUserOf(viewed, customerId))) return null;
  return {
    ...user,
    administrator: false,
    salesRep: false,
    customerId,
    showPrices: viewed?.showPrices ?? user.showPrices,
    viewingAs: { customerId, role: user.administrator ? 'administrator' : 'salesRep', username },
  };
}

/** A bearer token takes precedence over a cookie. */
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

/** Secure whenever the browser speaks https to us, directly or through a trusted proxy. */
function cookieOptions(reply: FastifyReply) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: reply.request.protocol === 'https' } as const;
}

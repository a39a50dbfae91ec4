import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Clock } from '../clock.ts';
import type { Traffic } from '../traffic.ts';
import { HEADERS } from '#contracts/api/headers.ts';
import { addAccessLog, type AccessLog } from './access-log.ts';
import { addAccessChecks } from './access.ts';
import type { Accounts } from './accounts.ts';
import { addApiDocument, registerApiDocs } from './api-docs.ts';
import type { App } from './app.ts';
import type { Attempts, CountMany } from './attempts.ts';
import { addCallLimit } from './call-limit.ts';
import { addFailures, answer } from './failures.ts';
import { validateInput } from './input-messages.ts';
import { addPages } from './pages.ts';
import { addRateLimits } from './rate-limits.ts';
import { addRequestIds, requestIds } from './request-ids.ts';
import { addRequestMetrics } from './request-metrics.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addGracefulShutdown } from './shutdown.ts';
import type { SessionRecords } from './session-records.ts';
import { addSessions } from './sessions.ts';

export type HttpServerOptions = {
  clock: Clock;
  newId: () => string;
  accounts: Accounts;
  sessionRecords: SessionRecords;
  /** Seconds after the sign-in at which a session ends, however often it was renewed; 12 hours when left out. */
  maxSessionSeconds?: number;
  /** Staff without a second factor set one up before anything else; false when left out. */
  secondFactorRequired?: boolean;
  /** Counts the requests as they come; not counted when left out. */
  traffic?: Traffic;
  /** At least 32 characters. */
  jwtSecret: string;
  /** `silent` when left out. */
  logLevel?: string;
  /** Gets a line for each answer; no access log when left out. */
  accessLog?: AccessLog;
  /** Built pages: absolute paths; left out or not built: no pages. */
  portalFolder?: string;
  adminFolder?: string;
  /** Sites that may frame /loginform and /referralform, e.g. `https://www.example.com`. */
  frameAncestors?: readonly string[];
  /** Origins under which this server itself is reached, where a proxy changes Host. */
  allowedOrigins?: readonly string[];
  /** Counts for rate limits; in this process' memory when left out. */
  attempts?: Attempts;
  /** How many calls one user may make in a minute, and what counts them for all processes; no limit when left out. */
  callLimit?: { max: number; countMany: CountMany };
  /**
   * Proxies that are trusted in X-Forwarded-* headers: true for all, or their addresses and subnets.
   */
  trustProxy?: boolean | string[];
};

const DEFAULT_BODY_LIMIT = 1_048_576;
const DEFAULT_MAX_SESSION_SECONDS = 12 * 3600;

/**
 * The HTTP server, without capabilities (architecture: HTTP): sessions, access, problems, limits, pages and OpenAPI.
 * Register routes on it, then `listen`. `close()` lets requests under way finish.
 * Every route has `config: { access, surface }` and the zod schemas of its request and reply.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<App> {
  const {
    clock,
    newId,
    accounts,
    sessionRecords,
    maxSessionSeconds = DEFAULT_MAX_SESSION_SECONDS,
    secondFactorRequired = false,
    jwtSecret,
    allowedOrigins = [],
    frameAncestors = [],
    portalFolder,
    adminFolder,
  } = options;
  const app: App = fastify({
    logger: {
      level: options.logLevel ?? 'silent',
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(newId),
    bodyLimit: DEFAULT_BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: 120_000,
    // A connection kept alive without a request does not hold up a shutdown.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      void answer(request, reply.header(HEADERS.requestId, request.id), error),
  }).withTypeProvider<ZodTypeProvider>();

  app.decorate('newId', newId);
  app.setValidatorCompiler(validateInput);
  app.setSerializerCompiler(serializerCompiler);
  acceptJsonOnly(app);
  addFailures(app);
  addRequestIds(app);
  if (options.accessLog) addAccessLog(app, options.accessLog);
  addGracefulShutdown(app);
  addRequestMetrics(app);
  const { traffic } = options;
  if (traffic) app.addHook('onRequest', async () => void (traffic.received += 1));
  addSecurityHeaders(app);
  keepAnswersOutOfCaches(app);
  await app.register(cookie);
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
  await addRateLimits(app, options.attempts);
  await addApiDocument(app);
  addAccessChecks(app, { accounts, allowedOrigins });
  if (options.callLimit) addCallLimit(app, { clock, ...options.callLimit });
  await addSessions(app, {
    jwtSecret,
    clock,
    accounts,
    sessionRecords,
    maxSessionSeconds,
    secondFactorRequired,
  });
  registerApiDocs(app);
  await addPages(app, {
    ...(portalFolder !== undefined && { portalFolder }),
    ...(adminFolder !== undefined && { adminFolder }),
    frameAncestors,
  });
  return app;
}

/**
 * Answers are not cached unless they say otherwise, because they may contain secrets, people or prices. Pages set their
 * own rule.
 */
function keepAnswersOutOfCaches(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/**
 * Accepts JSON bodies only: a form or plain text is what another site could make a browser send. An empty body counts
 * as none, because many clients send the list calls, POSTs without a body, as application/json.
 */
function acceptJsonOnly(app: App): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  });
}

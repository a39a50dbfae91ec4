import rateLimitPlugin, {
  normalizeIP,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { App } from './app.ts';
import type { Attempts, Counted } from './attempts.ts';

export type RateLimit = {
  /** What is counted together: limits of one name share a count. */
  name: string;
  /** Attempts allowed in each window. */
  max: number;
  seconds: number;
  /** Who is counted; the address when left out. The body is read by then. */
  key?: (request: FastifyRequest) => string;
};

/** Limits are counted by `attempts`; without it in this process' memory, where others allow as many again. */
export async function addRateLimits(app: App, attempts?: Attempts): Promise<void> {
  await app.register(rateLimitPlugin, { global: false, ...(attempts && { store: storeOf(attempts) }) });
}

/** The plugin's own way of asking, which has a store for each limit. */
function storeOf(attempts: Attempts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, counted?: Counted) => void, windowMs = 0): void {
      attempts(key, windowMs).then(
        (counted) => done(null, counted),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

/**
 * A `preHandler` that refuses what comes too often, with 429 (402 on portal calls) and Retry-After: limits on
 * sign-in, referral and password calls (architecture: HTTP). A route may have several, each with its own
 * count.
 */
export function rateLimit(
  app: App,
  limit: RateLimit,
  /** Only while this one is used up too. */
  onlyWhile?: RateLimit,
): preHandlerAsyncHookHandler {
  const counts = [limit, ...(onlyWhile ? [onlyWhile] : [])].map(({ name, max, seconds, key = addressOf }) =>
    app.createRateLimit({
      max,
      timeWindow: seconds * 1000,
      keyGenerator: (request) => `${name} ${key(request)}`,
    }),
  );
  return async (request, reply) => {
    const [counted, ...others] = await Promise.all(counts.map((count) => count(request)));
    if (!counted || counted.isAllowed || !counted.isExceeded) return;
    if (others.some((other) => other.isAllowed || !other.isExceeded)) return;
    reply.header('retry-after', String(counted.ttlInSeconds));
    throw tooMany(counted.ttlInSeconds);
  };
}

/** The refusal of what comes too often, for as many seconds. */
export const tooMany = (seconds: number): Refusal =>
  new Refusal(429, `Too many attempts. Please try again in ${inWords(seconds)}.`, { code: 'TOO_MANY' });

/** The caller, as far as the network shows; an IPv6 address counts by its /64. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

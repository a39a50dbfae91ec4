import rateLimitPlugin, {
  normalizeIP,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { Refusal } from '../refusal.ts';
import { asError } from '../message-of.ts';
import type { App } from './app.ts';
import type { Attempts, Counted } from './attempts.ts';

export type RateLimit = {
  /** Limits with the same name share one count. */
  name: string;
  /** Attempts allowed in each window. */
  max: number;
  seconds: number;
  /** Who is counted; the address when left out. Called after the body was read. */
  key?: (request: FastifyRequest) => string;
};

/**
 * Rate limits are counted by `attempts`. Without it they are counted in this process' memory, and each process allows
 * as many.
 */
export async function addRateLimits(app: App, attempts?: Attempts): Promise<void> {
  await app.register(rateLimitPlugin, { global: false, ...(attempts && { store: storeOf(attempts) }) });
}

/** Adapts our counts to the plugin, which takes a store for each limit. */
function storeOf(attempts: Attempts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: (error: Error | null, counted?: Counted) => void, windowMs = 0): void {
      attempts(key, windowMs).then(
        (counted) => done(null, counted),
        (error: unknown) => done(asError(error)),
      );
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

/**
 * A `preHandler` that refuses calls that come too often with 429 (402 on portal calls) and Retry-After: for sign-in,
 * referral and password calls (architecture: HTTP). A route may have several, each with its own count.
 */
export function rateLimit(
  app: App,
  limit: RateLimit,
  /** Refuses only while this limit is used up too. */
  onlyWhile?: RateLimit,
): preHandlerAsyncHookHandler {
  const counts = [limit, ...(onlyWhile ? [onlyWhile] : [])].map(({ name, max, seconds, key = addressOf }) =>
    app.createRateLimit({
      max,
      timeWindow: seconds * 1000,
      keyGenerator: (request) => `${name} ${key(request)}`,
    }),
  );
  return async (request) => {
    const [counted, ...others] = await Promise.all(counts.map((count) => count(request)));
    if (!counted || counted.isAllowed || !counted.isExceeded) return;
    if (others.some((other) => other.isAllowed || !other.isExceeded)) return;
    throw tooMany(counted.ttlInSeconds);
  };
}

/** The refusal of calls that come too often, for this many seconds. */
export const tooMany = (seconds: number): Refusal =>
  new Refusal(429, `Too many attempts. Please try again in ${durationText(seconds)}.`, {
    code: 'TOO_MANY',
    retryAfter: seconds,
  });

/** The caller as the network shows it; an IPv6 address counts by its /64. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}

function durationText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

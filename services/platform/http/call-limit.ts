import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { App } from './app.ts';
import type { CountMany } from './attempts.ts';
import { sharedCounts } from './shared-counts.ts';

export type CallLimit = {
  clock: Clock;
  /** Calls that one user may make in a minute, in all processes together; far more than people need. */
  max: number;
  countMany: CountMany;
};

const WINDOW_MS = 60_000;
/**
 * How often, in milliseconds, processes exchange their counts. Until a process knows the counts of the others, it
 * allows too many calls: at most those of this time.
 */
const EXCHANGE_EVERY_MS = 2_000;

/**
 * Refuses a signed-in user's calls beyond a number a minute with 429 (402 on portal calls) and Retry-After, so that one
 * user's program cannot take the server away from everyone else. Register it after the access checks.
 */
export function addCallLimit(app: App, { clock, max, countMany }: CallLimit): void {
  const counts = sharedCounts(clock, WINDOW_MS, countMany);
  app.addHook('onRequest', async (request) => {
    const username = request.session?.account.user.username;
    if (username === undefined || counts.count(`calls of ${username}`) <= max) return;
    throw new Refusal(429, 'You are sending too many requests. Please try again in a minute.', {
      code: 'TOO_MANY',
      retryAfter: Math.ceil((WINDOW_MS - (clock().getTime() % WINDOW_MS)) / 1000),
    });
  });
  const exchanging = setInterval(() => {
    counts
      .exchange()
      .catch((error: unknown) => app.log.warn({ err: error }, 'calls are counted in this process alone'));
  }, EXCHANGE_EVERY_MS);
  exchanging.unref();
  app.addHook('onClose', async () => clearInterval(exchanging));
}

import type { Attempts } from '#services/platform/http/index.ts';
import { tooMany } from '#services/platform/http/index.ts';

const MINUTE_MS = 60_000;
/** Limits for a user from one address, and from all together: one in ten thousand of the codes within an hour. */
const LIMITS = [
  { max: 10, windowMs: 5 * MINUTE_MS, from: (address: string) => address },
  { max: 30, windowMs: 60 * MINUTE_MS, from: () => 'anywhere' },
];

/**
 * Counts an attempt at a user's second factor. Only someone with the password gets this far, so others cannot use up
 * the attempts (rule: Second factor).
 * @throws {Refusal} 429 when there were too many
 */
export const countCodeAttempt = (attempts: Attempts, username: string, address: string): Promise<void> =>
  count(attempts, `second factor of ${username}`, address);

/**
 * Counts an attempt at a user's password, asked for again in its session, apart from those at the code.
 * @throws {Refusal} 429 when there were too many
 */
export const countPasswordAttempt = (attempts: Attempts, username: string, address: string): Promise<void> =>
  count(attempts, `password for the second factor of ${username}`, address);

async function count(attempts: Attempts, name: string, address: string): Promise<void> {
  for (const { max, windowMs, from } of LIMITS) {
    const { current, ttl } = await attempts(`${name} from ${from(address)}`, windowMs);
    if (current > max) throw tooMany(Math.ceil(ttl / 1000));
  }
}

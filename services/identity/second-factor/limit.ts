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
export async function countCodeAttempt(attempts: Attempts, username: string, address: string): Promise<void> {
  for (const { max, windowMs, from } of LIMITS) {
    const { current, ttl } = await attempts(`second factor of ${username} from ${from(address)}`, windowMs);
    if (current > max) throw tooMany(Math.ceil(ttl / 1000));
  }
}

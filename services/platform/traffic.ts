import { pause } from './pause.ts';

/** How many requests this process has received; none without the role `api`. */
export type Traffic = { received: number };

/** Rests after a piece of background work that took so many milliseconds. */
export type GiveWay = (tookMs: number) => Promise<void>;

/** No rest is longer (milliseconds): a slow piece does not hold the work up for as long again. */
const LONGEST_REST_MS = 100;

/**
 * Lets background work give way to those who ask its process: a piece during which, or in the rest before which, a
 * request came is followed by a rest of its own length. So half of the time is theirs, the work still ends, and alone
 * it never rests. An aborted signal ends a rest.
 */
export function givingWayTo(traffic: Readonly<Traffic>, signal: AbortSignal, rest = pause): GiveWay {
  let seen = traffic.received;
  return async (tookMs) => {
    if (traffic.received === seen) return;
    seen = traffic.received;
    await rest(Math.min(tookMs, LONGEST_REST_MS), signal);
  };
}

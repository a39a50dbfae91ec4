import type { Clock } from '#services/platform/clock.ts';

export interface SettableClock {
  /** To be handed to the code under test. */
  readonly now: Clock;
  /** Moves the clock forward (milliseconds). */
  advance(ms: number): void;
  /** Sets the clock, forward or back (an instant of ISO 8601, or a Date). */
  set(to: Date | string): void;
}

/** A clock that stands still until a test moves it. */
export function settableClock(start: Date | string = '2026-01-15T12:00:00.000Z'): SettableClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
    set(to) {
      at = new Date(to).getTime();
    },
  };
}

import type { Instant } from '../vocabulary/house-time.ts';
import type { EventType } from './event-shapes.ts';

/**
 * When what comes next in a stream is recorded: now, never earlier than the stream's last event (rule: Two axes). A change
 * of date is recorded later than that, also beside a clock that is ahead: of two of one entry the later one counts (rule:
 * Corrections).
 * @param last when the stream's last event was recorded
 */
export function recordedNext(types: readonly EventType[], now: Instant, last: Instant): Instant {
  if (now > last) return now;
  return types.includes('EventDateChanged') ? new Date(Date.parse(last) + 1).toISOString() : last;
}

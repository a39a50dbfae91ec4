import type { EventFilter, RecordedEvent } from './event-store.ts';
import { isSystemEvent } from './recorded-events.ts';

/** The choice that a server makes for a subscription, made on this side for reads. */
export function matches(filter: EventFilter | undefined, event: RecordedEvent): boolean {
  if (isSystemEvent(event)) return false;
  if (filter === undefined) return true;
  return 'streamPrefixes' in filter
    ? filter.streamPrefixes.some((prefix) => event.stream.startsWith(prefix))
    : filter.typePrefixes.some((prefix) => event.type.startsWith(prefix));
}

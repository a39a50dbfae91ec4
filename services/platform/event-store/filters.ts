import { eventTypeFilter, excludeSystemEvents, streamNameFilter } from '@eventstore/db-client';
import type { Filter } from '@eventstore/db-client';
import type { EventFilter, RecordedEvent } from './event-store.ts';
import { isSystemEvent } from './recorded-events.ts';

// A checkpoint after every 4 search windows of 32 events: often enough for a consumer that matches little.
const CHECKPOINT_INTERVAL = 4;

/** The filter the server applies; checkpoints are sent only with one, so there always is one. */
export function serverFilter(
  filter: EventFilter | undefined,
  checkpointReached: (position: bigint) => void,
): Filter {
  const common = {
    checkpointInterval: CHECKPOINT_INTERVAL,
    checkpointReached: (_: unknown, position: { commit: bigint }): void => checkpointReached(position.commit),
  };
  if (filter === undefined) return excludeSystemEvents(common);
  return 'streamPrefixes' in filter
    ? streamNameFilter({ ...common, prefixes: [...filter.streamPrefixes] })
    : eventTypeFilter({ ...common, prefixes: [...filter.typePrefixes] });
}

/** The same choice made on this side, for reads: the client's readAll has no filter. */
export function matches(filter: EventFilter | undefined, event: RecordedEvent): boolean {
  if (isSystemEvent(event)) return false;
  if (filter === undefined) return true;
  return 'streamPrefixes' in filter
    ? filter.streamPrefixes.some((prefix) => event.stream.startsWith(prefix))
    : filter.typePrefixes.some((prefix) => event.type.startsWith(prefix));
}

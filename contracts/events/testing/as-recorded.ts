import type { DomainEvent } from '../index.ts';
import type { Recorded } from '../stream-family.ts';

/** An event as it would be recorded at a place in the log: for tests of folds and deciders. */
export function asRecorded<Event extends DomainEvent>(event: Event, place = 0): Recorded<Event> {
  return {
    ...event,
    id: `event-${place}`,
    position: BigInt(place),
    metadata: {
      recordedAt: '2026-03-01T15:00:00.000Z',
      shape: 1,
      actor: { username: 'tester', role: 'administrator' },
      commandId: `command-${place}`,
    },
  };
}

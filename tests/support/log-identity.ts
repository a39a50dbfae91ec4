import { randomUUID } from 'node:crypto';
import { systemClock } from '#services/platform/clock.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';

/** The event store, its log with an identity: as every start of Vitrine leaves it. */
export async function identified(events: EventStore): Promise<EventStore> {
  await ensureLogIdentity({ events, clock: systemClock, newId: randomUUID });
  return events;
}

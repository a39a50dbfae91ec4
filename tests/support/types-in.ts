import type { EventStore } from '#services/platform/event-store/index.ts';

/** The types of a stream's events, in order. */
export async function typesIn(events: Pick<EventStore, 'readStream'>, stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const event of events.readStream(stream)) types.push(event.type);
  return types;
}

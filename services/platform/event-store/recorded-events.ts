import type { ResolvedEvent } from '@eventstore/db-client';
import type { EventMetadata, RecordedEvent } from './event-store.ts';

// What servers send in a stream read when they do not know the event's place in $all.
const UNKNOWN_POSITION = 0xffff_ffff_ffff_ffffn;

/** Turns what the client resolved into a recorded event; undefined for a link whose target is gone. */
export function toRecordedEvent(resolved: ResolvedEvent): RecordedEvent | undefined {
  const event = resolved.event;
  if (event === undefined) return undefined;
  const position = event.position?.commit ?? resolved.commitPosition ?? 0n;
  return {
    id: event.id,
    stream: event.streamId,
    revision: event.revision,
    type: event.type,
    data: event.data,
    metadata: isRecord(event.metadata) ? event.metadata : {},
    position: position === UNKNOWN_POSITION ? 0n : position,
    storedAt: event.created,
  };
}

/** System events belong to the store itself (metadata, links, statistics). */
export function isSystemEvent(event: RecordedEvent): boolean {
  return event.type.startsWith('$') || event.stream.startsWith('$');
}

function isRecord(value: unknown): value is EventMetadata {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

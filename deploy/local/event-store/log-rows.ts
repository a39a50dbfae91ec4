import { bufferOf, isText, TOMBSTONE_REVISION, TOMBSTONE_REVISION_STORED } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';

/** A row of event_store.events, every value as text. */
export type EventRow = {
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  readonly flags: string;
  readonly data: string;
  readonly metadata: string;
  readonly stored_ms: string;
};

// Nearly all data is JSON, and text costs half of bytea on its way through pg; what is no text is kept in base64.
const JSON_DATA = 1;
const BASE64_DATA = 2;
const BASE64_METADATA = 4;

export function rowToEvent(row: EventRow): StoredEvent {
  const flags = Number(row.flags);
  return {
    position: Number(row.position),
    stream: row.stream,
    revision: parseRevision(row.revision),
    id: row.id,
    type: row.type,
    isJson: (flags & JSON_DATA) !== 0,
    data: Buffer.from(row.data, (flags & BASE64_DATA) === 0 ? 'utf8' : 'base64'),
    metadata: Buffer.from(row.metadata, (flags & BASE64_METADATA) === 0 ? 'utf8' : 'base64'),
    storedAt: Number(row.stored_ms),
  };
}

export function parseRevision(text: string): number {
  return text === TOMBSTONE_REVISION_STORED ? TOMBSTONE_REVISION : Number(text);
}

/** The columns of many events, as parameters for unnest. */
export function eventsToColumns(events: readonly StoredEvent[]): unknown[] {
  const positions: number[] = [];
  const streams: string[] = [];
  const revisions: string[] = [];
  const ids: string[] = [];
  const types: string[] = [];
  const flags: number[] = [];
  const data: string[] = [];
  const metadata: string[] = [];
  const stored: number[] = [];
  for (const event of events) {
    const dataIsText = isText(event.data);
    const metadataIsText = isText(event.metadata);
    positions.push(event.position);
    streams.push(event.stream);
    revisions.push(
      event.revision === TOMBSTONE_REVISION ? TOMBSTONE_REVISION_STORED : String(event.revision),
    );
    ids.push(event.id);
    types.push(event.type);
    flags.push(
      (event.isJson ? JSON_DATA : 0) |
        (dataIsText ? 0 : BASE64_DATA) |
        (metadataIsText ? 0 : BASE64_METADATA),
    );
    data.push(bufferOf(event.data).toString(dataIsText ? 'utf8' : 'base64'));
    metadata.push(bufferOf(event.metadata).toString(metadataIsText ? 'utf8' : 'base64'));
    stored.push(event.storedAt);
  }
  return [positions, streams, revisions, ids, types, flags, data, metadata, stored];
}

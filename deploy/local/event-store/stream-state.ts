import { parseRevision } from './log-rows.ts';
import { METASTREAM_METADATA, NO_METADATA, parseMetadata } from './retention.ts';
import type { StreamMetadata } from './retention.ts';
import type { StreamRow } from './log-database.ts';
import { isMetastream, originalOf, TOMBSTONE_REVISION } from './stored-event.ts';

/** What a stream is at, together with its metadata stream; revision −1 when there are no events. */
export type StreamState = {
  readonly revision: number;
  readonly tombstoned: boolean;
  readonly metadata: StreamMetadata;
  readonly metadataRevision: number;
};

/** The stream under which the state of a stream, or of its metadata stream, is kept. */
export function baseOf(stream: string): string {
  return isMetastream(stream) ? originalOf(stream) : stream;
}

/** The state as a stream of its own: a metadata stream lives and dies with the stream it describes. */
export function stateSeenAs(stream: string, base: StreamState): StreamState {
  if (!isMetastream(stream)) return base;
  const { metadataRevision, tombstoned } = base;
  return { revision: metadataRevision, tombstoned, metadata: METASTREAM_METADATA, metadataRevision: -1 };
}

export function stateFromRow(row: StreamRow | undefined): StreamState {
  const revision = parseRevision(row?.revision ?? '-1');
  return {
    revision,
    tombstoned: revision === TOMBSTONE_REVISION,
    metadata: row?.metadata ? parseMetadata(row.metadata) : NO_METADATA,
    metadataRevision: parseRevision(row?.metadata_revision ?? '-1'),
  };
}

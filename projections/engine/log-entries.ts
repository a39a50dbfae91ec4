import { eventMetadataSchema, parseEvent } from '#contracts/events/index.ts';
import type { RecordedEvent } from '#services/platform/event-store/index.ts';
import { reasonOf } from './failures.ts';
import type { ProjectedEvent } from './projection.ts';

/** One place of the log: the parsed event, or why it cannot be read. */
export type LogEntry = {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly type: string;
  readonly read: ProjectedEvent | { readonly failure: string };
};

/**
 * A stretch of the log, after `after` up to and including `position`: `count` events, of which `entries` are those of
 * the streams that somebody here reads.
 */
export type LogBatch = {
  readonly entries: readonly LogEntry[];
  readonly count: number;
  readonly after: bigint;
  readonly position: bigint;
};

export function isReadable(read: LogEntry['read']): read is ProjectedEvent {
  return !('failure' in read);
}

/** Parses and upcasts a recorded event once for all projections; never throws. */
export function toLogEntry(recorded: RecordedEvent): LogEntry {
  const { stream, revision, position, type } = recorded;
  return { stream, revision, position, type, read: readEvent(recorded) };
}

function readEvent(recorded: RecordedEvent): LogEntry['read'] {
  try {
    const metadata = eventMetadataSchema.parse(recorded.metadata);
    const { id, stream, revision, position } = recorded;
    return Object.assign(parseEvent(recorded.type, recorded.data, metadata.shape), {
      id,
      stream,
      revision,
      position,
      metadata,
    });
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

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
 * A stretch of the log, after `after` up to and including `position`: the positions of all its events, of which `entries`
 * are those of the streams that somebody here reads.
 */
export type LogBatch = {
  readonly entries: readonly LogEntry[];
  readonly positions: readonly bigint[];
  readonly after: bigint;
  readonly position: bigint;
};

/**
 * What of a batch has not been taken yet by one who is at `place`: each event behind it, once and in the log's order,
 * however often it was handed over. Also how many events that are, those without a reader included.
 */
export function notYetTaken(
  { entries, positions }: LogBatch,
  place: bigint,
): { readonly entries: LogEntry[]; readonly count: number } {
  return {
    entries: rising(entries, ({ position }) => position, place),
    count: rising(positions, (position) => position, place).length,
  };
}

function rising<Item>(items: readonly Item[], positionOf: (item: Item) => bigint, place: bigint): Item[] {
  let last = place;
  return items.filter((item) => {
    const position = positionOf(item);
    if (position <= last) return false;
    last = position;
    return true;
  });
}

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

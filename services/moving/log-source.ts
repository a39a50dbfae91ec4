import { LOG_STREAM } from '#contracts/events/index.ts';
import { StreamDeleted, type EventStore, type RecordedEvent } from '#services/platform/event-store/index.ts';

/** A log to be copied: in an event store, or in the files of a backup. */
export type LogSource = {
  /** What checkpoints of this log have beside them. */
  readonly logId: string;
  /** Every event but those about the log itself, in the order of the log. */
  events(): AsyncIterable<RecordedEvent>;
  /**
   * The newest metadata of each of these streams that has some, as the `$metadata` event of `$$stream`. A tombstoned
   * stream has none: it cannot be read.
   */
  metadataOf(streams: Iterable<string>): AsyncIterable<RecordedEvent>;
};

/** The log that an event store holds, as it is now. */
export function logOfStore(events: Pick<EventStore, 'readAll' | 'readStream'>, logId: string): LogSource {
  return {
    logId,
    async *events() {
      for await (const event of events.readAll()) if (event.stream !== LOG_STREAM) yield event;
    },
    async *metadataOf(streams) {
      for (const stream of streams) {
        try {
          yield* events.readStream(`$$${stream}`, { direction: 'backwards', maxCount: 1 });
        } catch (error) {
          if (!(error instanceof StreamDeleted)) throw error;
        }
      }
    },
  };
}

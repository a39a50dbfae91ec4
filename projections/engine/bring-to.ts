import type { EventStore } from '#services/platform/event-store/index.ts';
import type { BuildWriter } from './build-writer.ts';
import { readLogUntil } from './log-reader.ts';

/**
 * Reads the log from where a writer is to `until`, inclusive, and writes it; `onWritten` is called after each batch.
 */
export async function bringTo(
  writer: BuildWriter,
  until: bigint,
  {
    events,
    batchSize,
    signal,
    onWritten,
  }: {
    readonly events: EventStore;
    readonly batchSize: number;
    readonly signal?: AbortSignal | undefined;
    readonly onWritten?: () => void;
  },
): Promise<void> {
  await readLogUntil({
    events,
    after: writer.position(),
    until,
    streams: writer.projection.streams,
    batchSize,
    write: async (batch) => {
      await writer.write(batch);
      onWritten?.();
    },
    ...(signal ? { signal } : {}),
  });
}

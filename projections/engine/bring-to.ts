import type { EventStore } from '#services/platform/event-store/index.ts';
import type { GiveWay } from '#services/platform/traffic.ts';
import type { BuildWriter } from './build-writer.ts';
import { readLogUntil } from './log-reader.ts';

/**
 * Reads the log from where a writer is to `until`, inclusive, and writes it. After each batch `onWritten` is called, then
 * `giveWay`, with how long the batch took to write.
 */
export async function bringTo(
  writer: BuildWriter,
  until: bigint,
  {
    events,
    batchSize,
    signal,
    onWritten,
    giveWay,
  }: {
    readonly events: EventStore;
    readonly batchSize: number;
    readonly signal?: AbortSignal | undefined;
    readonly onWritten?: () => void;
    readonly giveWay?: GiveWay | undefined;
  },
): Promise<void> {
  await readLogUntil({
    events,
    after: writer.position(),
    until,
    streams: writer.projection.streams,
    batchSize,
    write: async (batch) => {
      const startedAt = performance.now();
      await writer.write(batch);
      onWritten?.();
      await giveWay?.(performance.now() - startedAt);
    },
    ...(signal ? { signal } : {}),
  });
}

import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { RecordedEvent } from '#services/platform/event-store/index.ts';
import { keepCompressed, linesOf, type KeptFile } from './kept-files.ts';
import type { LogSource } from './log-source.ts';

const LOG = 'log.ndjson.gz';
const METADATA = 'stream-metadata.ndjson.gz';

/** A line of the log's file: one event. */
const line = z.object({
  id: z.string(),
  stream: z.string(),
  revision: z.string().regex(/^\d+$/).transform(BigInt),
  position: z.string().regex(/^\d+$/).transform(BigInt),
  type: z.string(),
  data: z.unknown(),
  metadata: z.record(z.string(), z.unknown()),
  storedAt: z.iso.datetime().transform((text) => new Date(text)),
});

const lineOf = ({
  id,
  stream,
  revision,
  position,
  type,
  data,
  metadata,
  storedAt,
}: RecordedEvent): string => {
  if (data instanceof Uint8Array)
    throw new Error(`event ${id} of ${stream} is no JSON: Vitrine did not write it`);
  return `${JSON.stringify({ id, stream, revision: String(revision), position: String(position), type, data, metadata, storedAt })}\n`;
};

/**
 * Writes a log up to a position into a folder, an event a line, in order, with ids and metadata; and the newest metadata
 * of its streams. Gives how many events there are.
 */
export async function writeLog(
  source: LogSource,
  upTo: bigint,
  folder: string,
): Promise<{ events: number; files: KeptFile[] }> {
  let events = 0;
  const streams = new Set<string>();
  async function* lines(): AsyncGenerator<string> {
    for await (const event of source.events()) {
      if (event.position > upTo) break;
      events += 1;
      streams.add(event.stream);
      yield lineOf(event);
    }
  }
  async function* metadataLines(): AsyncGenerator<string> {
    for await (const event of source.metadataOf(streams)) yield lineOf(event);
  }
  const log = await keepCompressed(Readable.from(lines()), path.join(folder, LOG));
  const metadata = await keepCompressed(Readable.from(metadataLines()), path.join(folder, METADATA));
  const files = [
    { file: LOG, sha256: log },
    { file: METADATA, sha256: metadata },
  ];
  return { events, files };
}

/** The log in a folder. Reading it throws ZodError for a line that is not an event. */
export function logOfFiles(folder: string, logId: string): LogSource {
  async function* read(file: string): AsyncGenerator<RecordedEvent> {
    for await (const text of linesOf(path.join(folder, file))) yield line.parse(JSON.parse(text));
  }
  return {
    logId,
    events: () => read(LOG),
    async *metadataOf(streams) {
      const wanted = new Set([...streams].map((stream) => `$$${stream}`));
      for await (const event of read(METADATA)) if (wanted.has(event.stream)) yield event;
    },
  };
}

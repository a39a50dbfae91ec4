import { hash } from 'node:crypto';
import { BILL_PLACES_STREAM, LOG_STREAM } from '#contracts/events/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { EventStore, RecordedEvent } from '#services/platform/event-store/index.ts';
import type { LogSource } from './log-source.ts';
import { createPlaces, type Places } from './places.ts';

/** The copy differs from the original. The message names the place, and what to do. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
  constructor(where: string) {
    super(
      `The target is no copy of this log: ${where}. Nothing more was written; copy into an empty event store.`,
    );
  }
}

export type Compared = {
  readonly places: Places;
  readonly events: number;
  readonly streams: ReadonlySet<string>;
  /** How many revisions later each stream began in the source that has lost its beginning; the others are not named. */
  readonly lost: ReadonlyMap<string, bigint>;
  /** Of all events, stream by stream. */
  readonly sha256: string;
};

/** The events that a copy took over: neither about the copy itself nor of what it notes of bills. */
export async function* copiedEvents(events: Pick<EventStore, 'readAll'>): AsyncGenerator<RecordedEvent> {
  for await (const event of events.readAll()) if (isCopied(event)) yield event;
}

/** Notes of bills' places are of one log: a copy gets its own. */
export const isCopied = ({ stream }: RecordedEvent): boolean =>
  stream !== LOG_STREAM && stream !== BILL_PLACES_STREAM;

/**
 * Reads a log and its copy side by side and compares them: the order, each event's id, type, data and metadata, how
 * many there are, and a hash of each stream. Throws CopyDiffers.
 * @param options.most how many events were copied; later ones were recorded since. All when left out.
 * @param options.onEvent called with each event of the source
 */
export async function compareLogs(
  source: LogSource,
  target: Pick<EventStore, 'readAll'>,
  options: { most?: number | undefined; onEvent?: (event: RecordedEvent) => void } = {},
): Promise<Compared> {
  const { most = Number.POSITIVE_INFINITY, onEvent } = options;
  const places = createPlaces();
  const lost = new Map<string, bigint>();
  const [there, here] = [streamHashes(), streamHashes()];
  const copy = copiedEvents(target);
  let events = 0;
  try {
    for await (const event of source.events()) {
      if (!isCopied(event)) {
        onEvent?.(event);
        continue;
      }
      if (events === most) break;
      const { value: same } = await copy.next();
      if (!same)
        throw new CopyDiffers(`event ${event.id} of ${event.stream} is missing after ${events} events`);
      if (same.id !== event.id || same.stream !== event.stream)
        throw new CopyDiffers(
          `in place ${events + 1} it has ${same.id} of ${same.stream}, and not ${event.id} of ${event.stream}`,
        );
      if (same.revision !== event.revision) lost.set(event.stream, event.revision - same.revision);
      places.add(event.position, same.position);
      there.take(event);
      here.take(same);
      onEvent?.(event);
      events += 1;
    }
    if (!Number.isFinite(most) && !(await copy.next()).done)
      throw new CopyDiffers(`it has events behind the ${events} of this log`);
  } finally {
    await copy.return(undefined);
  }
  const differing = there.differing(here);
  if (differing.length > 0)
    throw new CopyDiffers(`${differing.length} streams differ, such as ${differing.slice(0, 3).join(', ')}`);
  return { places, events, lost, streams: there.names(), sha256: there.sum() };
}

/** A count and a hash of each stream, that changes with every event's id, type, data, metadata and place in it. */
function streamHashes() {
  const streams = new Map<string, { count: number; sha256: string }>();
  return {
    take({ stream, id, type, data, metadata }: RecordedEvent): void {
      const { count, sha256 } = streams.get(stream) ?? { count: 0, sha256: '' };
      const text = JSON.stringify([sha256, id, type, data, metadata]);
      streams.set(stream, { count: count + 1, sha256: hash('sha256', text) });
    },
    names: (): ReadonlySet<string> => new Set(streams.keys()),
    differing: (other: { of(stream: string): string | undefined }): string[] =>
      [...streams.keys()].filter((stream) => other.of(stream) !== JSON.stringify(streams.get(stream))),
    of: (stream: string): string | undefined => JSON.stringify(streams.get(stream)),
    sum: (): string => hash('sha256', JSON.stringify([...streams].sort(([a], [b]) => compareText(a, b)))),
  };
}

import type { EventStore, NewEvent, RecordedEvent } from '#services/platform/event-store/index.ts';

/**
 * The event store with what this process wrote and read kept at hand, so that loading a stream again costs nothing: for
 * the only writer of a log. Everything written goes to the store before it is kept here.
 */
export function rememberingStore(store: EventStore): EventStore {
  const streams = new Map<string, RecordedEvent[]>();

  async function known(stream: string): Promise<RecordedEvent[]> {
    const kept = streams.get(stream);
    if (kept) return kept;
    const read: RecordedEvent[] = [];
    for await (const event of store.readStream(stream)) read.push(event);
    streams.set(stream, read);
    return read;
  }

  return {
    ...store,
    async append(stream, expected, events) {
      const kept = streams.get(stream) ?? (expected === 'no_stream' ? [] : undefined);
      // Until it is known how this ends the stream is not known either; the positions of several events are not known.
      streams.delete(stream);
      const appended = await store.append(stream, expected, events);
      const [event, ...more] = events;
      if (kept && event && more.length === 0 && appended.revision === BigInt(kept.length)) {
        streams.set(stream, [...kept, recorded(stream, event, appended)]);
      }
      return appended;
    },
    async *readStream(stream, options = {}) {
      if (options.direction === 'backwards') yield* store.readStream(stream, options);
      else
        yield* (await known(stream)).slice(
          Number(options.from ?? 0n),
          options.maxCount === undefined ? undefined : Number(options.from ?? 0n) + options.maxCount,
        );
    },
  };
}

/** The event as a read would give it: what JSON leaves out is left out. */
function recorded(
  stream: string,
  event: NewEvent,
  { revision, position }: { revision: bigint; position: bigint },
): RecordedEvent {
  const { id, type } = event;
  const { data, metadata } = JSON.parse(
    JSON.stringify({ data: event.data, metadata: event.metadata }),
  ) as Pick<RecordedEvent, 'data' | 'metadata'>;
  return { id, stream, revision, type, data, metadata, position, storedAt: new Date(0) };
}

import type { StoredEvent } from './stored-event.ts';

const MOST_EVENTS = 16_384;
const MOST_BYTES = 32 * 1024 * 1024;

/** The newest events of the log in memory, so that live subscribers and busy streams do not ask Postgres. */
export type Tail = {
  push(events: readonly StoredEvent[]): void;
  /** Events with from ≤ position ≤ to, or undefined when not all of them are held any more. */
  slice(from: number, to: number): readonly StoredEvent[] | undefined;
  /** Events of a stream with from ≤ revision ≤ to, or undefined when not all of them are held. */
  sliceOfStream(stream: string, from: number, to: number): readonly StoredEvent[] | undefined;
  clear(): void;
};

export function createTail(): Tail {
  let events: StoredEvent[] = [];
  let bytes = 0;
  const byStream = new Map<string, StoredEvent[]>();
  const sizeOf = (event: StoredEvent): number => event.data.length + event.metadata.length + 200;

  const add = (event: StoredEvent): void => {
    events.push(event);
    bytes += sizeOf(event);
    const held = byStream.get(event.stream);
    if (held === undefined) byStream.set(event.stream, [event]);
    else held.push(event);
  };
  const forgetOldest = (count: number): void => {
    const forgotten = new Map<string, number>();
    for (const event of events.splice(0, count)) {
      bytes -= sizeOf(event);
      forgotten.set(event.stream, (forgotten.get(event.stream) ?? 0) + 1);
    }
    // The oldest of the log are the oldest of their streams too.
    for (const [stream, ofStream] of forgotten) {
      const held = byStream.get(stream);
      if (held?.length === ofStream) byStream.delete(stream);
      else held?.splice(0, ofStream);
    }
  };
  const between = <T>(
    list: readonly T[],
    first: number | undefined,
    from: number,
    to: number,
  ): T[] | undefined =>
    first === undefined || from < first ? undefined : list.slice(from - first, to - first + 1);

  return {
    push(added) {
      added.forEach(add);
      // Dropped in halves: moving the array at each push would cost more than the memory it saves.
      while (events.length > 2 * MOST_EVENTS || bytes > 2 * MOST_BYTES) {
        forgetOldest(Math.ceil(events.length / 2));
      }
    },
    slice: (from, to) => between(events, events[0]?.position, from, to),
    sliceOfStream(stream, from, to) {
      const held = byStream.get(stream) ?? [];
      return between(held, held[0]?.revision, from, to);
    },
    clear() {
      events = [];
      bytes = 0;
      byStream.clear();
    },
  };
}

import type { StoredEvent } from './stored-event.ts';

const MOST_EVENTS = 16_384;
const MOST_BYTES = 32 * 1024 * 1024;

/** The newest events of the log in memory, so that live subscribers do not ask Postgres. */
export type Tail = {
  push(events: readonly StoredEvent[]): void;
  /** Events with from ≤ position ≤ to, or undefined when not all of them are held any more. */
  slice(from: number, to: number): readonly StoredEvent[] | undefined;
  clear(): void;
};

export function createTail(): Tail {
  let events: StoredEvent[] = [];
  let bytes = 0;
  const sizeOf = (event: StoredEvent): number => event.data.length + event.metadata.length + 200;
  return {
    push(added) {
      for (const event of added) {
        events.push(event);
        bytes += sizeOf(event);
      }
      // Dropped in halves: moving the array at each push would cost more than the memory it saves.
      while (events.length > 2 * MOST_EVENTS || bytes > 2 * MOST_BYTES) {
        const dropped = events.splice(0, Math.ceil(events.length / 2));
        for (const event of dropped) bytes -= sizeOf(event);
      }
    },
    slice(from, to) {
      const first = events[0]?.position;
      if (first === undefined || from < first) return undefined;
      return events.slice(from - first, to - first + 1);
    },
    clear() {
      events = [];
      bytes = 0;
    },
  };
}

import { expect } from 'vitest';
import { connectEventStore, isRetryable } from '#services/platform/event-store/index.ts';
import type { EventStore, NewEvent } from '#services/platform/event-store/index.ts';
import { all, anEvent, ids, until } from './events.ts';
import { newStream } from './targets.ts';

/** An append of the load fails after so many milliseconds without an answer. */
export const APPEND_DEADLINE_MS = 300;

/**
 * Writers that append without pause, each to its own stream, repeating unchanged what failed with an
 * unknown outcome; and a reader that follows the log. Afterwards `check` compares what was acknowledged
 * and seen with what the log holds.
 */
export function startLoad(connectionString: string, writers: number) {
  // Shorter than a server takes to start again: the repetitions that follow are the writers' own.
  const store = connectEventStore({ connectionString, appendDeadlineMs: APPEND_DEADLINE_MS });
  const stopping = new AbortController();
  const prefix = newStream('load');
  const acknowledged: string[] = [];
  const seen: string[] = [];
  let failures = 0;

  const write = async (stream: string): Promise<void> => {
    let revision: bigint | 'no_stream' = 'no_stream';
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const events = [anEvent({ n }), anEvent({ n })];
      revision = await appendUntilKept(store, stream, revision, events, () => (failures += 1));
      acknowledged.push(...ids(events));
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, n) => write(`${prefix}-${n}`)));
  const reading = store.subscribeToAll({
    after: 0n,
    filter: { streamPrefixes: [prefix] },
    signal: stopping.signal,
    onEvents: (events) => void seen.push(...ids(events)),
  });

  let broken: { reason: unknown } | undefined;
  Promise.all([writing, reading]).catch((reason: unknown) => {
    broken = { reason };
  });

  return {
    /** Resolves when so many more events have been acknowledged; rejects when a writer or the reader met what no repetition cures. */
    async advance(count: number): Promise<void> {
      const before = acknowledged.length;
      await until(() => broken !== undefined || acknowledged.length >= before + count);
      if (broken !== undefined) throw new Error('the load broke', { cause: broken.reason });
    },
    failures: () => failures,
    async stopAndCheck(): Promise<void> {
      stopping.abort();
      await Promise.all([writing, reading]);
      const log = await all(store.readAll({ filter: { streamPrefixes: [prefix] } }));
      const kept = new Set(ids(log));
      expect(kept.size).toBe(log.length);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(new Set(seen).size).toBe(seen.length);
      expect(ids(log).slice(0, seen.length)).toEqual(seen);
      for (let n = 0; n < writers; n += 1) {
        const stream = log.filter((event) => event.stream === `${prefix}-${n}`);
        expect(stream.map(({ revision }) => revision)).toEqual(stream.map((_, index) => BigInt(index)));
        expect(stream.map(({ data }) => data)).toEqual(
          stream.map((_, index) => ({ n: Math.floor(index / 2) })),
        );
      }
      const disordered = log.filter(({ position }, index) => position <= (log[index - 1]?.position ?? 0n));
      expect(disordered).toEqual([]);
      await store.close();
    },
  };
}

async function appendUntilKept(
  store: EventStore,
  stream: string,
  revision: bigint | 'no_stream',
  events: readonly NewEvent[],
  onFailure: () => void,
): Promise<bigint> {
  for (;;) {
    try {
      return (await store.append(stream, revision, events)).revision;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      onFailure();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

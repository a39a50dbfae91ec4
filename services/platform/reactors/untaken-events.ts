import type { EventStore, RecordedEvent } from '../event-store/index.ts';
import type { LogState } from '../log-identity.ts';
import type { Reactor } from './reactor.ts';

/** A running reactor's checkpoint follows the log within seconds, whether its events concern it or not. */
const LOOK_AHEAD = 200;

/** What was seen behind a reactor's checkpoint before the first event that it has still to take. */
type Seen = {
  readonly logId: string | null;
  readonly after: bigint;
  readonly passed: readonly Pick<RecordedEvent, 'position' | 'storedAt'>[];
};

export type Untaken = {
  /** Of the next 200 events. */
  readonly count: number;
  /** When the first was stored, or the first of 200 events that passed without moving the checkpoint. */
  readonly oldest: Date | null;
};

/**
 * Looks for the events behind checkpoints that their reactors have still to take. A checkpoint may rest behind the head
 * of the log while nothing is left to do, so what was seen to ask nothing of a reactor is remembered, and each look
 * reads on from there, once for all reactors that are as far. Throws the event store's errors.
 */
export function looksForUntaken(events: Pick<EventStore, 'readAll'>) {
  const seen = new Map<string, Seen>();

  /** A look at the log up to its newest event. */
  return ({ id: logId }: LogState, head: bigint) => {
    const reads = new Map<bigint, Promise<RecordedEvent[]>>();
    const readAfter = (after: bigint): Promise<RecordedEvent[]> => {
      const read = reads.get(after) ?? eventsBetween(events, after, head);
      reads.set(after, read);
      return read;
    };

    return async (
      { name, eventTypes, concerns }: Pick<Reactor, 'name' | 'eventTypes' | 'concerns'>,
      after: bigint,
    ): Promise<Untaken> => {
      const before = seen.get(name);
      const goesOn = before !== undefined && before.logId === logId && before.after <= after;
      const passed = goesOn ? before.passed.filter(({ position }) => position > after) : [];
      const from = passed.at(-1)?.position ?? after;
      const left = LOOK_AHEAD - passed.length;
      const ahead = from >= head || left === 0 ? [] : (await readAfter(from)).slice(0, left);
      const isWanted = (event: RecordedEvent): boolean =>
        eventTypes.includes(event.type) && concerns?.(event) !== false;
      const wanted = ahead.filter(isWanted);
      const next = wanted[0] === undefined ? ahead : ahead.slice(0, ahead.indexOf(wanted[0]));
      seen.set(name, {
        logId,
        after,
        passed: [...passed, ...next.map(({ position, storedAt }) => ({ position, storedAt }))],
      });
      // So many events passed without moving the checkpoint: no process follows the log for it.
      const stuck = ahead.length === left ? (passed[0] ?? ahead[0]) : undefined;
      return { count: wanted.length, oldest: (wanted[0] ?? stuck)?.storedAt ?? null };
    };
  };
}

async function eventsBetween(
  events: Pick<EventStore, 'readAll'>,
  after: bigint,
  head: bigint,
): Promise<RecordedEvent[]> {
  const read: RecordedEvent[] = [];
  for await (const event of events.readAll({ after, maxCount: LOOK_AHEAD })) {
    if (event.position > head) break;
    read.push(event);
  }
  return read;
}

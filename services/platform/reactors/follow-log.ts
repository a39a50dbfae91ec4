import { createBell } from '../bell.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore, RecordedEvent } from '../event-store/index.ts';
import { logIdOf, readLog, whyNotBelieved } from '../log-identity.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Passing } from './keep-passed.ts';
import type { Reactor } from './reactor.ts';
import { takeOver } from './tasks.ts';
import { handOver, type Inbox } from './work-off.ts';

/** Events kept in memory between being taken over and being reacted to; the others are read again. */
const MOST_FRESH = 2_000;
/** Events left alone in memory; beyond that all are taken over, and left alone as tasks. */
const MOST_HELD = 10_000;
const LOOK_AGAIN_MS = 60_000;

/** An event that is left alone; the log was read up to `before` when it came. */
type Held = { readonly event: RecordedEvent; readonly dueAt: number; readonly before: bigint };

export type FollowOptions = { db: Db; events: EventStore; clock: Clock };

/**
 * Follows the log for a reactor until the signal is aborted. What it has to react to is taken over into Postgres with the
 * checkpoint. What a later event may settle stays in the log first, before the checkpoint, for as long as it is to be
 * left alone: settled, it is never taken over.
 * @param passing is given what the reactor passes by
 */
export async function followLog(
  { db, events, clock }: FollowOptions,
  reactor: Reactor,
  after: bigint,
  signal: AbortSignal,
  inbox: Inbox,
  passing: Passing[],
): Promise<void> {
  const { settles, afterMs = () => 0 } = reactor;
  let position = after;
  /** The newest event that came, and how far the log was read: the events before `position` came before. */
  let newest = after;
  let reached = after;
  const held: Held[] = [];
  // The connection was lost: the store that answers next may hold another log.
  let unsure = false;
  const logId = await logIdOf(events);
  const makeSure = async (): Promise<void> => {
    if (!unsure) return;
    const why = whyNotBelieved({ logId, position }, await readLog(events));
    if (why !== null) throw new Error(`reactor ${reactor.name} cannot go on: ${why}`);
    unsure = false;
    timer.ring();
  };
  // The checkpoint is moved by what comes, by what was left alone for long enough, and by what is passed over meanwhile.
  const inTurn = oneAtATime<'checkpoint'>();
  const wanted = new Set(reactor.eventTypes);
  const timer = createBell();

  const dueAt = (event: RecordedEvent): number => {
    const now = clock().getTime();
    // Read again after a kill, it has been left alone meanwhile.
    return settles ? Math.min(event.storedAt.getTime(), now) + afterMs(event) : now;
  };
  /** Takes over events that have been held back long enough, with those before them. */
  const takeDue = async (): Promise<void> => {
    const now = clock();
    const crowded = held.length > MOST_HELD;
    const waiting = held.findIndex((one) => !crowded && one.dueAt > now.getTime());
    const due = held.slice(0, waiting === -1 ? held.length : waiting);
    const last = due.at(-1);
    if (!last) return;
    const taken = due.map(({ event }) => event);
    for (const event of taken)
      if (inbox.fresh.size < MOST_FRESH) inbox.fresh.set(Number(event.position), event);
    const to = waiting === -1 ? newest : last.event.position;
    const { name } = reactor;
    const stillLeftAlone = settles && !crowded ? { name } : { name, afterMs };
    await handOver(inbox, () => takeOver(db, stillLeftAlone, position, to, taken, now));
    position = to;
    held.splice(0, due.length);
    inbox.bell.ring();
  };
  const take = async (batch: readonly RecordedEvent[]): Promise<void> => {
    for (const event of batch) {
      // What came before, over a connection that was lost, is held or taken over.
      if (event.position <= newest) continue;
      const settled = held.findIndex(
        (one) => one.event.stream === event.stream && settles?.(one.event, event) === true,
      );
      if (settled !== -1) held.splice(settled, 1);
      if (wanted.has(event.type) && reactor.concerns?.(event) !== false)
        held.push({ event, dueAt: dueAt(event), before: reached < event.position ? reached : newest });
      newest = event.position;
      reached = event.position;
    }
    await takeDue();
    timer.ring();
  };

  const following = events.subscribeToAll({
    after: position,
    filter: { typePrefixes: reactor.eventTypes },
    signal,
    async onEvents(batch) {
      await makeSure();
      await inTurn('checkpoint', () => take(batch));
    },
    async onCheckpoint(to) {
      await makeSure();
      reached = to;
    },
    // Of a log that nothing was added to since, this is all that comes.
    onCaughtUp: makeSure,
    onDropped: () => {
      unsure = true;
    },
  });
  passing.push({
    reactor: reactor.name,
    inTurn: (work) => inTurn('checkpoint', work),
    from: () => position,
    to: () => (unsure ? position : (held[0]?.before ?? reached)),
    moved(to) {
      position = to;
    },
  });
  const taking = async (): Promise<void> => {
    while (!signal.aborted) {
      const next = unsure ? undefined : held[0];
      await timer.wait(next ? Math.max(0, next.dueAt - clock().getTime()) : LOOK_AGAIN_MS, signal);
      if (!signal.aborted && !unsure) await inTurn('checkpoint', takeDue);
    }
  };
  await Promise.all([following, ...(settles ? [taking()] : [])]);
}

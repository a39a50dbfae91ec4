import { createBell } from '../bell.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore, RecordedEvent } from '../event-store/index.ts';
import { logIdOf, readLog, checkpointProblem } from '../log-identity.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Passing } from './keep-passed.ts';
import type { Reactor } from './reactor.ts';
import { takeOver } from './tasks.ts';
import { inHand, type Inbox, type Turn } from './work-off.ts';

/** Events kept in memory between being taken over and being reacted to; the others are read again. */
const MOST_FRESH = 2_000;
/** Events left alone in memory; beyond that all are taken over, and left alone as tasks. */
const MOST_HELD = 10_000;
/** Events in hand; beyond that all are taken over. */
const MOST_IN_HAND = 1_000;
/** Milliseconds after which an event not yet reacted to is taken over: nothing behind it can pass the checkpoint. */
const LONGEST_IN_HAND_MS = 2_000;
const LOOK_AGAIN_MS = 60_000;

/**
 * An event before the checkpoint: in hand, or left alone. It is due to be taken over at `dueAt`; the log was read up to
 * `before` when it came.
 */
type Held = {
  readonly event: RecordedEvent;
  readonly dueAt: number;
  readonly before: bigint;
  /** Of an event in hand. */
  readonly turn: Turn | null;
};

export type FollowOptions = { db: Db; events: EventStore; clock: Clock };

/**
 * Follows the log for a reactor until the signal is aborted. What comes is in hand first: it stays in the log, before the
 * checkpoint, and one that is reacted to there costs no task. What fails, what takes long, and what comes while there
 * are tasks is taken over into Postgres with the checkpoint. What a later event may settle stays in the log for as long
 * as it is to be left alone: settled, it is never taken over.
 * @param passing is given what the reactor passes by
 */
export async function followForReactor(
  { db, events, clock }: FollowOptions,
  reactor: Reactor,
  after: bigint,
  signal: AbortSignal,
  inbox: Inbox,
  passing: Passing[],
): Promise<void> {
  const { settles, afterMs = () => 0 } = reactor;
  const mostHeld = settles ? MOST_HELD : MOST_IN_HAND;
  let position = after;
  /** The newest event that came, and how far the log was read: the events before `position` came before. */
  let newest = after;
  let reached = after;
  let held: Held[] = [];
  let hasReacted = false;
  // The connection was lost: the store that answers next may hold another log.
  let unsure = false;
  const logId = await logIdOf(events);
  const makeSure = async (): Promise<void> => {
    if (!unsure) return;
    const why = checkpointProblem({ logId, position }, await readLog(events));
    if (why !== null) throw new Error(`reactor ${reactor.name} cannot go on: ${why}`);
    unsure = false;
    timer.ring();
  };
  // The checkpoint is moved by what comes, by what was left alone for long enough, and by what is passed over meanwhile.
  const inTurn = oneAtATime<'checkpoint'>();
  const wanted = new Set(reactor.eventTypes);
  const timer = createBell();

  const hold = (event: RecordedEvent): Held => {
    const now = clock();
    const alone = afterMs(event);
    const before = reached < event.position ? reached : newest;
    // Read again after a kill, it has been left alone meanwhile.
    const since = Math.min(event.storedAt.getTime(), now.getTime());
    if (settles) return { event, before, dueAt: since + alone, turn: null };
    if (alone > 0) return { event, before, dueAt: now.getTime(), turn: null };
    const turn = inHand(reactor.name, event, now);
    return { event, before, dueAt: now.getTime() + LONGEST_IN_HAND_MS, turn };
  };
  const dropDone = (): void => {
    const left = held.filter(({ turn }) => !turn?.done);
    hasReacted ||= left.length < held.length;
    held = left;
  };
  /** Takes the oldest `count` of what is held over, and moves the checkpoint behind them. */
  const takeOldest = async (count: number, isLeftAlone: boolean): Promise<void> => {
    const taken = held.slice(0, count);
    const last = taken.at(-1);
    if (!last) return;
    for (const { event } of taken)
      if (inbox.fresh.size < MOST_FRESH) inbox.fresh.set(Number(event.position), event);
    const to = count === held.length ? newest : last.event.position;
    const tasks = taken.map(({ event }) => ({ event, afterMs: isLeftAlone ? afterMs(event) : 0 }));
    const kept = takeOver(db, reactor.name, { from: position, to }, tasks, clock());
    for (const { turn } of taken) if (turn) turn.kept = kept;
    inbox.waiting = inbox.waiting.filter((turn) => turn.kept === null);
    await kept;
    position = to;
    const gone = new Set(taken);
    held = held.filter((one) => !gone.has(one));
    inbox.more = true;
    inbox.bell.ring();
  };
  /** Takes over what has been held long enough, with what is before it; all, when there is too much. */
  const takeDue = async (): Promise<void> => {
    dropDone();
    const now = clock().getTime();
    const isCrowded = held.length > mostHeld;
    const waiting = isCrowded ? -1 : held.findIndex(({ dueAt }) => dueAt > now);
    await takeOldest(waiting === -1 ? held.length : waiting, !settles || isCrowded);
  };
  const takeAll = async (): Promise<void> => {
    dropDone();
    await takeOldest(held.length, true);
  };
  inbox.keep = () => inTurn('checkpoint', takeAll);
  const take = async (batch: readonly RecordedEvent[]): Promise<void> => {
    for (const event of batch) {
      // What came before, over a connection that was lost, is held or taken over.
      if (event.position <= newest) continue;
      const settled = held.findIndex(
        (one) => one.event.stream === event.stream && settles?.(one.event, event) === true,
      );
      if (settled !== -1) held.splice(settled, 1);
      if (wanted.has(event.type) && reactor.concerns?.(event) !== false) {
        const one = hold(event);
        held.push(one);
        if (one.turn) inbox.waiting.push(one.turn);
      }
      newest = event.position;
      reached = event.position;
    }
    // An earlier event of a stream may be a task, or is to be one: those after it wait behind it as tasks too.
    const asTasks = inbox.more || held.some(({ turn }) => turn === null);
    await (asTasks && !settles ? takeAll() : takeDue());
    timer.ring();
    inbox.bell.ring();
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
    to() {
      dropDone();
      return unsure ? position : (held[0]?.before ?? reached);
    },
    newest: () => newest,
    hasReacted: () => hasReacted,
    moved(to) {
      position = to;
      hasReacted = false;
    },
  });
  const taking = async (): Promise<void> => {
    while (!signal.aborted) {
      dropDone();
      const next = unsure ? undefined : held[0];
      await timer.wait(next ? Math.max(0, next.dueAt - clock().getTime()) : LOOK_AGAIN_MS, signal);
      if (!signal.aborted && !unsure) await inTurn('checkpoint', takeDue);
    }
  };
  await Promise.all([following, taking()]);
}

import { againAt, type Backoff } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import { eventAt, type EventStore, type RecordedEvent } from '../event-store/index.ts';
import { createBell, type Bell } from '../bell.ts';
import type { Reactor } from './reactor.ts';
import { nextTasks, taskFailed, taskOf, tasksDone, type Task } from './tasks.ts';
import { withDeadline } from './with-deadline.ts';
import { messageOf } from '../message-of.ts';
import type { ProcessLog } from '../process-log.ts';

/** An event's turn to be reacted to: of a task, or in hand. */
export type Turn = {
  readonly task: Task;
  /** Of an event in hand; another is read from the log. */
  readonly event: RecordedEvent | null;
  /** When it is in the database; null while it is in the log alone, before the checkpoint. */
  kept: Promise<void> | null;
  /** It was reacted to while it was in the log alone. */
  done: boolean;
};

/** The turn of an event that came now and is in the log alone. */
export const inHand = (reactor: string, event: RecordedEvent, now: Date): Turn => ({
  task: taskOf(reactor, event, now),
  event,
  kept: null,
  done: false,
});

const ofTask = (task: Task): Turn => ({ task, event: null, kept: Promise.resolve(), done: false });

/** Between what follows the log for a reactor and what works its events off. */
export type Inbox = {
  bell: Bell;
  /** In hand and not begun, in their order; begun only while the database is known to hold nothing that comes first. */
  waiting: Turn[];
  /** Takes all that is in hand over into the database, what is under way too. */
  keep: () => Promise<void>;
  /** Events just taken over, by log position: they need not be read again. */
  fresh: Map<number, RecordedEvent>;
  /** The database may hold tasks that are not under way: it has to be asked. */
  more: boolean;
};

/** For a reactor of whose tasks nothing is known yet. */
export const createInbox = (): Inbox => ({
  bell: createBell(),
  waiting: [],
  keep: () => Promise.resolve(),
  fresh: new Map(),
  more: true,
});

type WorkOffOptions = {
  db: Db;
  events: EventStore;
  clock: Clock;
  log: ProcessLog;
  backoff: Backoff;
  concurrency: number;
};

const DEFAULT_TIMEOUT_MS = 30_000;
/** Looks again at least this often. */
const LONGEST_WAIT_MS = 60_000;
const LOOK_AHEAD = 64;

/** Works the reactor's tasks off until the signal is aborted: streams side by side, the events of one in their order. */
export async function workOff(
  options: WorkOffOptions,
  reactor: Reactor,
  signal: AbortSignal,
  inbox: Inbox,
): Promise<void> {
  const { db, clock, concurrency } = options;
  const underWay = new Map<string, { turn: Turn; ended: Promise<void> }>();
  const succeeded: Task[] = [];
  const broken: unknown[] = [];
  let ready: Turn[] = [];

  const run = async (turn: Turn): Promise<void> => {
    const { stream } = turn.task;
    try {
      const success = await work(options, reactor, turn, signal, inbox);
      if (success && turn.kept) {
        await turn.kept;
        succeeded.push(turn.task);
        return;
      }
      underWay.delete(stream);
      if (success) turn.done = true;
      else inbox.more = true;
    } catch (error) {
      broken.push(error);
    } finally {
      inbox.bell.ring();
    }
  };
  const clearSucceeded = async (): Promise<void> => {
    const done = succeeded.splice(0);
    if (done.length === 0) return;
    await tasksDone(db, reactor.name, done);
    // Only now is the next event of the stream its oldest.
    for (const { stream } of done) underWay.delete(stream);
  };

  /** Readies what is in hand, the first of each stream. */
  const readyInHand = (): void => {
    const taken = new Set([...underWay.keys(), ...ready.map(({ task }) => task.stream)]);
    const left: Turn[] = [];
    for (const turn of inbox.waiting.splice(0)) {
      if (taken.has(turn.task.stream) || ready.length >= LOOK_AHEAD) left.push(turn);
      else ready.push(turn);
      taken.add(turn.task.stream);
    }
    inbox.waiting = left;
  };

  while (!signal.aborted && broken.length === 0) {
    await clearSucceeded();
    let waitMs = LONGEST_WAIT_MS;
    if (inbox.more && ready.length === 0 && underWay.size < concurrency) {
      inbox.more = false;
      // What is in hand while it is looked for may come into the database meanwhile, uncounted.
      const isCounted = [...underWay.values()].every(({ turn }) => turn.event === null);
      const { tasks, known } = await nextTasks(db, reactor.name, LOOK_AHEAD, [...underWay.keys()]);
      const now = clock().getTime();
      const due = tasks.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() <= now);
      ready = due.map(ofTask);
      const later = tasks[due.length];
      if (later) waitMs = Math.min(waitMs, later.nextAttemptAt.getTime() - now);
      if (later || !known || !isCounted) inbox.more = true;
    }
    if (!inbox.more) readyInHand();
    for (const turn of ready.splice(0, concurrency - underWay.size))
      underWay.set(turn.task.stream, { turn, ended: run(turn) });
    await inbox.bell.wait(waitMs, signal);
  }
  await Promise.all([...underWay.values()].map(({ ended }) => ended));
  await clearSucceeded();
  if (broken.length > 0) throw broken[0];
}

/** True when it succeeded; a failure is written down. Throws when that cannot be. */
async function work(
  options: WorkOffOptions,
  reactor: Reactor,
  turn: Turn,
  signal: AbortSignal,
  { fresh, keep }: Inbox,
): Promise<boolean> {
  const { task } = turn;
  const { db, events, clock, log, backoff } = options;
  const what = `reactor ${reactor.name}: ${task.eventType} of ${task.stream}`;
  try {
    const event = turn.event ?? fresh.get(task.position) ?? (await eventOf(events, task));
    // A reaction that hangs counts as failed; should it end later all the same, its effect is idempotent.
    await withDeadline(reactor.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal, (inTime) =>
      reactor.react(event, inTime),
    );
  } catch (error) {
    // Broken off by us: it is not the event's fault, and the next run begins again.
    if (signal.aborted) return false;
    const reason = messageOf(error);
    await (turn.kept ?? keep());
    const nextAttemptAt = againAt(clock(), task.attempts + 1, backoff);
    if (task.attempts === 0) log.warn(`${what} failed and is tried again: ${reason}`);
    await taskFailed(db, task, reason.slice(0, 1000), nextAttemptAt);
    return false;
  } finally {
    fresh.delete(task.position);
  }
  if (task.attempts > 0) log.info(`${what} succeeded at attempt ${task.attempts + 1}`);
  return true;
}

async function eventOf(events: EventStore, task: Task): Promise<RecordedEvent> {
  for await (const event of events.readStream(task.stream, { from: BigInt(task.revision), maxCount: 1 })) {
    if (event.revision === BigInt(task.revision)) return eventAt(event, BigInt(task.position));
  }
  throw new Error(`event ${task.revision} of ${task.stream} is no longer in the log`);
}

import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import { eventAt, type EventStore, type RecordedEvent } from '../event-store/index.ts';
import { createBell, type Bell } from '../bell.ts';
import type { Reactor, ReactorLog } from './reactor.ts';
import { nextTasks, taskFailed, tasksDone, type Task } from './tasks.ts';
import { withDeadline } from './with-deadline.ts';
import { messageOf } from '../message-of.ts';

export type Backoff = { firstMs: number; longestMs: number };

/** Between the one who takes events over from the log and the one who works them off. */
export type Inbox = {
  bell: Bell;
  /** Events just taken over, by log position: they need not be read again. */
  fresh: Map<number, RecordedEvent>;
  /** Tasks just taken over, in their order: they need not be looked up. */
  taken: Task[];
  /** The database may hold tasks that are neither under way nor among those just taken over: it has to be asked. */
  more: boolean;
  /** One more before and after each look into the database: odd while one is under way. */
  looks: number;
};

/**
 * Hands over what `takeOver` takes over. A look into the database meanwhile may have seen it already: then it is left to
 * looks, so that nothing is begun twice and each stream keeps its order.
 */
export async function handOver(inbox: Inbox, taking: () => Promise<readonly Task[]>): Promise<void> {
  const before = inbox.looks;
  const tasks = await taking();
  if (tasks.length === 0) return;
  if (before % 2 === 0 && inbox.looks === before && tasks.length <= LOOK_AHEAD) inbox.taken.push(...tasks);
  else inbox.more = true;
}

/** For a reactor of whose tasks nothing is known yet. */
export const createInbox = (): Inbox => ({
  bell: createBell(),
  fresh: new Map(),
  taken: [],
  more: true,
  looks: 0,
});

type WorkOffOptions = {
  db: Db;
  events: EventStore;
  clock: Clock;
  log: ReactorLog;
  backoff: Backoff;
  concurrency: number;
};

const DEFAULT_TIMEOUT_MS = 30_000;
/** Looks again at least this often. */
const LONGEST_WAIT_MS = 60_000;
const LOOK_AHEAD = 64;

/** The pause before attempt number `attempts + 1`, in milliseconds. */
export function pauseAfter(attempts: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 30));
}

/** Works the reactor's tasks off until the signal is aborted: streams side by side, the events of one in their order. */
export async function workOff(
  options: WorkOffOptions,
  reactor: Reactor,
  signal: AbortSignal,
  inbox: Inbox,
): Promise<void> {
  const { db, clock, concurrency } = options;
  const underWay = new Map<string, Promise<void>>();
  const succeeded: Task[] = [];
  const broken: unknown[] = [];
  let ready: Task[] = [];

  const start = (task: Task): void => {
    const run = work(options, reactor, task, signal, inbox)
      .then(
        (success) => {
          if (success) succeeded.push(task);
          else {
            underWay.delete(task.stream);
            inbox.more = true;
          }
        },
        (error: unknown) => void broken.push(error),
      )
      .finally(inbox.bell.ring);
    underWay.set(task.stream, run);
  };
  const clearSucceeded = async (): Promise<void> => {
    const done = succeeded.splice(0);
    if (done.length === 0) return;
    await tasksDone(db, reactor.name, done);
    // Only now is the next event of the stream its oldest.
    for (const { stream } of done) underWay.delete(stream);
  };

  /** Begins what was just taken over, as long as it is known to come first in its stream. */
  const takeFresh = (now: number): void => {
    for (const task of inbox.taken.splice(0)) {
      const waits =
        ready.length >= LOOK_AHEAD ||
        underWay.has(task.stream) ||
        ready.some(({ stream }) => stream === task.stream);
      if (inbox.more || waits || task.nextAttemptAt.getTime() > now) inbox.more = true;
      else ready.push(task);
    }
  };

  while (!signal.aborted && broken.length === 0) {
    await clearSucceeded();
    let waitMs = LONGEST_WAIT_MS;
    takeFresh(clock().getTime());
    if (inbox.more && ready.length === 0 && underWay.size < concurrency) {
      inbox.more = false;
      inbox.looks += 1;
      const { tasks, known } = await nextTasks(db, reactor.name, LOOK_AHEAD, [...underWay.keys()]);
      inbox.looks += 1;
      const now = clock().getTime();
      ready = tasks.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() <= now);
      const later = tasks[ready.length];
      if (later) waitMs = Math.min(waitMs, later.nextAttemptAt.getTime() - now);
      if (later || !known) inbox.more = true;
    }
    for (const task of ready.splice(0, concurrency - underWay.size)) start(task);
    await inbox.bell.wait(waitMs, signal);
  }
  await Promise.all(underWay.values());
  await clearSucceeded();
  if (broken.length > 0) throw broken[0];
}

/** True when it succeeded; a failure is written down. Throws when that cannot be. */
async function work(
  options: WorkOffOptions,
  reactor: Reactor,
  task: Task,
  signal: AbortSignal,
  { fresh }: Inbox,
): Promise<boolean> {
  const { db, events, clock, log, backoff } = options;
  const what = `reactor ${reactor.name}: ${task.eventType} of ${task.stream}`;
  try {
    const event = fresh.get(task.position) ?? (await eventOf(events, task));
    fresh.delete(task.position);
    // A reaction that hangs counts as failed; should it end later all the same, its effect is idempotent.
    await withDeadline(reactor.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal, (inTime) =>
      reactor.react(event, inTime),
    );
  } catch (error) {
    // Broken off by us: it is not the event's fault, and the next run begins again.
    if (signal.aborted) return false;
    const reason = messageOf(error);
    const nextAttemptAt = new Date(clock().getTime() + pauseAfter(task.attempts + 1, backoff));
    if (task.attempts === 0) log.warn(`${what} failed and is tried again: ${reason}`);
    await taskFailed(db, task, reason.slice(0, 1000), nextAttemptAt);
    return false;
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

import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore, RecordedEvent } from '../event-store/index.ts';
import type { Bell } from './bell.ts';
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
};

type WorkOffOptions = {
  db: Db;
  events: EventStore;
  clock: Clock;
  log: ReactorLog;
  backoff: Backoff;
  concurrency: number;
};

const DEFAULT_TIMEOUT_MS = 30_000;
/** Looks again at least this often: an administrator may have asked for a retry in another process. */
const LONGEST_WAIT_MS = 5_000;
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
          else underWay.delete(task.stream);
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

  while (!signal.aborted && broken.length === 0) {
    await clearSucceeded();
    let waitMs = LONGEST_WAIT_MS;
    if (ready.length === 0 && underWay.size < concurrency) {
      const tasks = await nextTasks(db, reactor.name, LOOK_AHEAD, [...underWay.keys()]);
      const now = clock().getTime();
      ready = tasks.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() <= now);
      const later = tasks[ready.length];
      if (later) waitMs = Math.min(waitMs, later.nextAttemptAt.getTime() - now);
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
    if (event.revision === BigInt(task.revision)) return { ...event, position: BigInt(task.position) };
  }
  throw new Error(`event ${task.revision} of ${task.stream} is no longer in the log`);
}

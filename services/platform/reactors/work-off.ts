import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore, RecordedEvent } from '../event-store/index.ts';
import type { Bell } from './bell.ts';
import type { Reactor } from './reactor.ts';
import type { ReactorLog } from './run-reactors.ts';
import { withDeadline } from './with-deadline.ts';
import { dueTasks, nextDue, taskDone, taskFailed, type Task } from './tasks.ts';

export type Backoff = { firstMs: number; longestMs: number };

type WorkOffOptions = { db: Db; events: EventStore; clock: Clock; log: ReactorLog; backoff: Backoff; concurrency: number };

const DEFAULT_TIMEOUT_MS = 30_000;
/** Looks again at least this often: an administrator may have asked for a retry in another process. */
const LONGEST_WAIT_MS = 5_000;

/** The pause before attempt number `attempts + 1`, in milliseconds. */
export function pauseAfter(attempts: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 30));
}

/** Works the reactor's tasks off until the signal is aborted: streams side by side, the events of one in their order. */
export async function workOff(options: WorkOffOptions, reactor: Reactor, signal: AbortSignal, bell: Bell): Promise<void> {
  const { db, clock, concurrency } = options;
  const underWay = new Map<string, Promise<void>>();
  let broken: unknown;
  while (!signal.aborted && broken === undefined) {
    const free = concurrency - underWay.size;
    const tasks = free > 0 ? await dueTasks(db, reactor.name, clock(), free, [...underWay.keys()]) : [];
    for (const task of tasks) {
      const run = work(options, reactor, task, signal)
        .catch((error: unknown) => {
          broken = error;
        })
        .finally(() => {
          underWay.delete(task.stream);
          bell.ring();
        });
      underWay.set(task.stream, run);
    }
    // The bell tells of new tasks and of streams that are free again; what is left waits for its time.
    const due = underWay.size < concurrency ? await nextDue(db, reactor.name, [...underWay.keys()]) : null;
    const waitMs = due === null ? LONGEST_WAIT_MS : due.getTime() - clock().getTime();
    await bell.wait(Math.max(0, Math.min(LONGEST_WAIT_MS, waitMs)), signal);
  }
  await Promise.all(underWay.values());
  if (broken !== undefined) throw broken;
}

async function work({ db, events, clock, log, backoff }: WorkOffOptions, reactor: Reactor, task: Task, signal: AbortSignal): Promise<void> {
  try {
    const event = await eventOf(events, task);
    // A reaction that hangs counts as failed; should it end later all the same, its effect is idempotent.
    await withDeadline(reactor.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal, (inTime) => reactor.react(event, inTime));
  } catch (error) {
    // Broken off by us: it is not the event's fault, and whoever runs next begins anew.
    if (signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    const attempts = task.attempts + 1;
    if (task.attempts === 0) log.warn(`reactor ${reactor.name}: ${task.eventType} of ${task.stream} failed and is tried again: ${reason}`);
    await taskFailed(db, task, reason.slice(0, 1000), new Date(clock().getTime() + pauseAfter(attempts, backoff)));
    return;
  }
  await taskDone(db, task);
  if (task.attempts > 0) log.info(`reactor ${reactor.name}: ${task.eventType} of ${task.stream} succeeded at attempt ${task.attempts + 1}`);
}

async function eventOf(events: EventStore, task: Task): Promise<RecordedEvent> {
  for await (const event of events.readStream(task.stream, { from: BigInt(task.revision), maxCount: 1 })) {
    if (event.revision === BigInt(task.revision)) return { ...event, position: BigInt(task.position) };
  }
  throw new Error(`event ${task.revision} of ${task.stream} is no longer in the log`);
}

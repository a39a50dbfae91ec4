import { setMaxListeners } from 'node:events';
import type { Backoff } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore } from '../event-store/index.ts';
import { alwaysUnderLease, type Leases } from '../leases/index.ts';
import { isUnwritten, logIdOf, readLog, checkpointProblem } from '../log-identity.ts';
import { pause } from '../pause.ts';
import type { ProcessLog } from '../process-log.ts';
import type { WorkNotices } from '../work-notices/index.ts';
import type { Reactor } from './reactor.ts';
import { orderOf, startOf, type Start } from './first-start.ts';
import { followForReactor } from './follow-for-reactor.ts';
import { keepLast, keepPassed, type Passing } from './keep-passed.ts';
import {
  checkpointOf,
  hasCheckpoints,
  isKnownWhole,
  keepStarts,
  noteFollowing,
  noteWaiting,
  reactorsWithTasks,
  waitingReactors,
} from './tasks.ts';
import { createInbox, workOff, type Inbox } from './work-off.ts';

export type RunReactorsOptions = {
  db: Db;
  /** One process at a time runs them. */
  leases: Leases;
  events: EventStore;
  reactors: readonly Reactor[];
  clock: Clock;
  log: ProcessLog;
  signal: AbortSignal;
  work: WorkNotices;
  /** Milliseconds before a failed reaction is tried again: the first pause, doubled each time up to the longest. */
  backoff?: Backoff;
  /**
   * Begins without an order at the reactor's `startAt`, whatever the log holds: for a demo, whose history was made up
   * and concerns no one.
   */
  withoutOrders?: boolean;
  /** Milliseconds until a waiting reactor looks again whether it has its order; 5,000 when left out. */
  lookForOrdersMs?: number;
  /** Most reactions of one reactor at the same time; 8 when left out. */
  concurrency?: number;
};

const LOOK_FOR_ORDERS_MS = 5_000;
const LOOK_AGAIN_MS = 60_000;
const DEFAULT_BACKOFF: Backoff = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Runs the reactors until the signal is aborted, in one process at a time (the others stand by). Each follows
 * $all from its own checkpoint, which is moved behind an event when it was reacted to, or when it was copied into Postgres
 * to be worked off: so an event is never lost and a failing one holds up its own stream only (architecture: Reactors). When a store cannot be reached it reports that and keeps trying.
 */
export async function runReactors(options: RunReactorsOptions): Promise<void> {
  const { leases, reactors, log, signal } = options;
  if (reactors.length === 0) return;
  await alwaysUnderLease({ leases, name: 'reactors', log, signal }, (held) => runAll(options, held));
}

async function runAll(options: RunReactorsOptions, held: AbortSignal): Promise<void> {
  // One that fails ends all: the store they share is gone, or another process has taken over.
  const ended = new AbortController();
  const signal = AbortSignal.any([held, ended.signal]);
  // Each reactor listens to it in several places; Node takes more than ten for a leak.
  setMaxListeners(0, signal);
  await beginNew(options);
  const inboxes = new Map<string, Inbox>();
  const passing: Passing[] = [];
  const runs = options.reactors.flatMap((reactor) => {
    const inbox = createInbox();
    inboxes.set(reactor.name, inbox);
    const working = { backoff: DEFAULT_BACKOFF, concurrency: 8, ...options };
    // What was taken over from another log is left alone until the reactor has begun in this one.
    const place = begun(options, reactor, signal);
    return [
      place.then((after) =>
        after === null ? undefined : followForReactor(options, reactor, after, signal, inbox, passing),
      ),
      place.then((after) => (after === null ? undefined : workOff(working, reactor, signal, inbox))),
    ];
  });
  runs.push(ringWhenAnnounced(options, inboxes, signal), keepPassed(options, passing, signal));
  const settled = await Promise.allSettled(runs.map((run) => run.finally(() => ended.abort())));
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  if (options.signal.aborted) await keepLast(options, passing);
}

/** An administrator may make what failed due again, in another process. Those without tasks need not look. */
async function ringWhenAnnounced(
  { db, work }: RunReactorsOptions,
  inboxes: ReadonlyMap<string, Inbox>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await work.until('reactions', LOOK_AGAIN_MS, signal);
    for (const reactor of await reactorsWithTasks(db)) {
      const inbox = inboxes.get(reactor);
      if (!inbox) continue;
      inbox.more = true;
      inbox.bell.ring();
    }
  }
}

/**
 * Decides once, for all reactors without a checkpoint together, where they begin or that they wait for an order: were
 * one to begin before the next is judged, the next would seem to be of a later release.
 */
async function beginNew({
  db,
  events,
  reactors,
  clock,
  withoutOrders = false,
}: RunReactorsOptions): Promise<void> {
  const logId = await logIdOf(events);
  const noted = new Set((await waitingReactors(db)).map(({ reactor }) => reactor));
  const fresh: Reactor[] = [];
  for (const reactor of reactors)
    if ((await checkpointOf(db, reactor.name)) === null && (withoutOrders || !noted.has(reactor.name)))
      fresh.push(reactor);
  if (fresh.length === 0) return;
  const situation = {
    kept: null,
    log: await readLog(events),
    isUnwritten: await isUnwritten(events),
    isKnownWhole: await isKnownWhole(db, logId),
    hasOthers: await hasCheckpoints(db, logId),
  };
  const head = await events.headPosition();
  const starts = fresh.map((reactor): [string, Start] => [
    reactor.name,
    withoutOrders ? { after: reactor.startAt === 'head' ? head : 0n } : startOf(reactor, situation),
  ]);
  await keepStarts(db, new Map(starts), logId, clock());
}

/** Where the reactor goes on; waits until it is ordered where it must not by itself. Null when aborted meanwhile. */
async function begun(
  { db, events, clock, log, lookForOrdersMs = LOOK_FOR_ORDERS_MS }: RunReactorsOptions,
  { name }: Reactor,
  signal: AbortSignal,
): Promise<bigint | null> {
  let logged: string | undefined;
  while (!signal.aborted) {
    const kept = await checkpointOf(db, name);
    const why = kept
      ? checkpointProblem(kept, await readLog(events))
      : (await waitingReactors(db)).find(({ reactor }) => reactor === name)?.reason;
    if (kept && why === null) {
      await noteFollowing(db, name, await logIdOf(events));
      return kept.position;
    }
    if (why && why !== logged) {
      logged = why;
      await noteWaiting(db, { reactor: name, reason: why, since: clock() });
      log.warn(`reactor ${name} waits for an order: ${why}. ${orderOf(name)}`);
    }
    await pause(lookForOrdersMs, signal);
  }
  return null;
}

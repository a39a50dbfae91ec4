import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore, RecordedEvent } from '../event-store/index.ts';
import { alwaysUnderLease, type Leases } from '../leases/index.ts';
import type { Reactor } from './reactor.ts';
import { checkpointOf, takeOver } from './tasks.ts';
import { createBell } from './bell.ts';
import { workOff, type Backoff, type Inbox } from './work-off.ts';

export type ReactorLog = {
  info(message: string): void;
  warn(message: string): void;
};

export type RunReactorsOptions = {
  db: Db;
  /** One process at a time runs them. */
  leases: Leases;
  events: EventStore;
  reactors: readonly Reactor[];
  clock: Clock;
  log: ReactorLog;
  signal: AbortSignal;
  /** Milliseconds before a failed reaction is tried again: the first pause, doubled each time up to the longest. */
  backoff?: Backoff;
  /** Most reactions of one reactor at the same time; 8 when left out. */
  concurrency?: number;
};

/** Events kept in memory between being taken over and being reacted to; the others are read again. */
const MOST_FRESH = 2_000;
const DEFAULT_BACKOFF: Backoff = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Runs the reactors until the signal is aborted, in one process at a time (the others stand by). Each follows
 * $all from its own checkpoint; events that it has to react to are first copied into Postgres together with
 * the checkpoint, then worked off, so that an event is never lost and a failing one holds up its own stream
 * only (architecture: Reactors). When a store cannot be reached it reports that and keeps trying.
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
  const runs = options.reactors.flatMap((reactor) => {
    const inbox: Inbox = { bell: createBell(), fresh: new Map() };
    const working = { backoff: DEFAULT_BACKOFF, concurrency: 8, ...options };
    return [followLog(options, reactor, signal, inbox), workOff(working, reactor, signal, inbox)];
  });
  const settled = await Promise.allSettled(runs.map((run) => run.finally(() => ended.abort())));
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function followLog(
  { db, events, clock }: RunReactorsOptions,
  reactor: Reactor,
  signal: AbortSignal,
  { bell, fresh }: Inbox,
): Promise<void> {
  const first = async (): Promise<bigint> => (reactor.startAt === 'head' ? events.headPosition() : 0n);
  let position = await checkpointOf(db, reactor.name, first, clock());
  const moveTo = async (to: bigint, taken: readonly RecordedEvent[]): Promise<void> => {
    await takeOver(db, reactor, position, to, taken, clock());
    position = to;
  };
  const wanted = new Set(reactor.eventTypes);
  await events.subscribeToAll({
    after: position,
    filter: { typePrefixes: reactor.eventTypes },
    signal,
    async onEvents(batch) {
      const last = batch.at(-1);
      if (last === undefined) return;
      const taken = batch.filter(({ type }) => wanted.has(type));
      await moveTo(last.position, taken);
      for (const event of taken) if (fresh.size < MOST_FRESH) fresh.set(Number(event.position), event);
      bell.ring();
    },
    onCheckpoint: (reached) => (reached > position ? moveTo(reached, []) : undefined),
  });
}

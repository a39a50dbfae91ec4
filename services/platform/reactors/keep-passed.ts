import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore } from '../event-store/index.ts';
import { pause } from '../pause.ts';
import { movePlaces } from './tasks.ts';

/** Between two times that the places of those are kept that have reacted: after a kill they react again. */
const KEEP_REACTED_MS = 1_000;
/** Rounds after which those that only passed events by have their places kept. */
const EVERY = 5;

/** How far a reactor is beyond its checkpoint: nothing up to there is left to react to. */
export type Passing = {
  readonly reactor: string;
  /** Runs while the checkpoint is moved by nothing else. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  readonly from: () => bigint;
  readonly to: () => bigint;
  /** The newest event that came to it. */
  readonly newest: () => bigint;
  /** True when it has reacted to an event beyond its checkpoint. */
  readonly hasReacted: () => boolean;
  readonly moved: (to: bigint) => void;
};

/** Keeps the places that reactors have come to, all in one statement, until the signal is aborted. Throws CheckpointMoved. */
export async function keepPassed(
  { db, events, clock }: { db: Db; events: EventStore; clock: Clock },
  passing: readonly Passing[],
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 1; !signal.aborted; turn += 1) {
    await pause(KEEP_REACTED_MS, signal);
    const behind = passing.filter(
      ({ from, to, hasReacted }) => to() > from() && (hasReacted() || turn % EVERY === 0),
    );
    if (signal.aborted || behind.length === 0) continue;
    await keep({ db, clock }, behind, await events.endPosition());
  }
}

/** Keeps the places at an end in order: what was reacted to is not reacted to again. Throws CheckpointMoved. */
export async function keepLast(stores: Stores, passing: readonly Passing[]): Promise<void> {
  await keep(stores, passing, 0n);
}

type Stores = { db: Db; clock: Clock };

async function keep({ db, clock }: Stores, passing: readonly Passing[], end: bigint): Promise<void> {
  await inAllTurns(passing, async () => {
    const moves = passing
      .map((one) => ({ one, reactor: one.reactor, from: one.from(), to: believed(one, end) }))
      .filter(({ from, to }) => to > from);
    if (moves.length === 0) return;
    await movePlaces(db, moves, clock());
    for (const { one, to } of moves) one.moved(to);
  });
}

/** A position beyond the log's end is invalid; that of an event that arrived is valid. */
function believed({ to, newest }: Passing, end: bigint): bigint {
  const [place, event] = [to(), newest()];
  return place <= end || place < event ? place : event;
}

async function inAllTurns([first, ...rest]: readonly Passing[], work: () => Promise<void>): Promise<void> {
  if (!first) return work();
  return first.inTurn(() => inAllTurns(rest, work));
}

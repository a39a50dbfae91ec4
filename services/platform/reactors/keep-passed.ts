import type { Clock } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { EventStore } from '../event-store/index.ts';
import { pause } from '../pause.ts';
import { movePlaces } from './tasks.ts';

/** Between two times that the places are kept to which the log was read without anything of interest. */
const KEEP_PASSED_MS = 5_000;

/** How far a reactor has read beyond its checkpoint without anything to react to. */
export type Passing = {
  readonly reactor: string;
  /** Runs while the checkpoint is moved by nothing else. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  readonly from: () => bigint;
  readonly to: () => bigint;
  readonly moved: (to: bigint) => void;
};

/** Keeps the places of all reactors that pass events by, in one statement every few seconds, until the signal is aborted. */
export async function keepPassed(
  { db, events, clock }: { db: Db; events: EventStore; clock: Clock },
  passing: readonly Passing[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(KEEP_PASSED_MS, signal);
    const behind = passing.filter(({ from, to }) => to() > from());
    if (signal.aborted || behind.length === 0) continue;
    // A place beyond the log's end is no place in it.
    const end = await events.endPosition();
    await inAllTurns(behind, async () => {
      const moves = behind
        .map((one) => ({ one, reactor: one.reactor, from: one.from(), to: one.to() }))
        .filter(({ from, to }) => to > from && to <= end);
      if (moves.length === 0) return;
      await movePlaces(db, moves, clock());
      for (const { one, to } of moves) one.moved(to);
    });
  }
}

async function inAllTurns([first, ...rest]: readonly Passing[], work: () => Promise<void>): Promise<void> {
  if (!first) return work();
  return first.inTurn(() => inAllTurns(rest, work));
}

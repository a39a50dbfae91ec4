import type { Bus } from '#services/platform/bus/index.ts';
import type { ReadState } from '#services/platform/http/index.ts';
import { COMMITS_SUBJECT, commitNoticeSchema, type CommitNotice } from './announce-commits.ts';

/** A moment in what a journal has received. */
export type Moment = { readonly epoch: number; readonly heard: number };

/** The announced commits of the read models, without a gap: they show whether an answer is still valid. */
export type CommitJournal = {
  /** Call it before reading what the answer to be kept is made of. */
  now(): Moment;
  /** True when every commit up to these positions was announced here. */
  covers(places: ReadState['places']): boolean;
  /**
   * True when no notice since then touches one of these (null: none at all). False when a notice may have been missed.
   */
  unchangedSince(moment: Moment, concerns: readonly string[] | null): boolean;
};

/** How many words are remembered; beyond that, everything is forgotten. */
const MOST_REMEMBERED = 50_000;

/**
 * Opens the journal of a process. It proves something only together with the checkpoints in Postgres, which a reader
 * looks at first (`covers`), because notices may be lost or late. Each notice says where it begins, so that a missing
 * one is noticed with the next, and everything received before is discarded.
 */
export function openCommitJournal(bus: Bus): CommitJournal {
  const reached = new Map<string, bigint>();
  const touchedAt = new Map<string, number>();
  let epoch = 0;
  let heard = 0;

  const forget = (): void => {
    epoch += 1;
    touchedAt.clear();
  };

  const hear = ({ steps, touched }: CommitNotice): void => {
    heard += 1;
    let complete = touched !== null;
    for (const { projection, from, to } of steps) {
      if (from === null || reached.get(projection) !== BigInt(from)) complete = false;
      reached.set(projection, BigInt(to));
    }
    if (!complete || touchedAt.size > MOST_REMEMBERED) forget();
    for (const concern of touched ?? []) touchedAt.set(concern, heard);
  };

  bus.subscribe(
    COMMITS_SUBJECT,
    (message) => {
      try {
        hear(commitNoticeSchema.parse(message));
      } catch (error) {
        reached.clear();
        forget();
        throw error;
      }
    },
    () => {
      reached.clear();
      forget();
    },
  );

  return {
    now: () => ({ epoch, heard }),
    covers: (places) =>
      [...places].every(([projection, position]) => (reached.get(projection) ?? -1n) >= position),
    unchangedSince(moment, concerns) {
      if (moment.epoch !== epoch) return false;
      if (moment.heard === heard) return true;
      return concerns !== null && concerns.every((concern) => (touchedAt.get(concern) ?? 0) <= moment.heard);
    },
  };
}

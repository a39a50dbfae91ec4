import type { Bus } from '#services/platform/bus/index.ts';
import type { ReadState } from '#services/platform/http/index.ts';
import { COMMITS_SUBJECT, commitNoticeSchema, type CommitNotice } from './announce-commits.ts';

/** A moment in what a journal has heard. */
export type Moment = { readonly epoch: number; readonly heard: number };

/** The announced commits into the read models, without a gap: they show whether an answer is still good. */
export type CommitJournal = {
  /** Before a question whose answer is to be kept. */
  now(): Moment;
  /** True when every commit up to these places was announced here. */
  covers(places: ReadState['places']): boolean;
  /** True when nothing was heard since that touches one of these; null: nothing at all. False when something may have been missed. */
  unchangedSince(moment: Moment, concerns: readonly string[] | null): boolean;
};

/** Words that are remembered; with more of them everything is forgotten. */
const MOST_REMEMBERED = 50_000;

/**
 * Opens the journal of a process. It is proof only together with the checkpoints that Postgres has, which a reader looks
 * at first (`covers`): notices may be lost or late. Each says where it begins, so that one that is missing is noticed by
 * the next at latest, and everything heard before is then worth nothing.
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

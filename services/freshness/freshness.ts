import { parcelStreams } from '#contracts/events/index.ts';
import { DEFAULT_TIME_ZONE } from '#contracts/vocabulary/time-zone.ts';
import { parkedStreams, type Positions } from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { parcelAudience } from '#services/live-changes/index.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import type { Freshness } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { openCommitJournal, type CommitJournal } from './commit-journal.ts';
import { isPartOf, type Parked } from './parked-answers.ts';

/** The audit answers staff only, and the calls that show figures wait for them themselves. */
const APART: readonly string[] = ['audit', 'parcel_figures', 'bill_figures'];

/** The read models behind the answers to calls: a read is as new as the oldest of them. */
export const ANSWERING_READ_MODELS: readonly string[] =
  // Their names are the same in every time zone.
  createProjections(DEFAULT_TIME_ZONE)
    .map(({ name }) => name)
    .filter((name) => !APART.includes(name));

/** Milliseconds in which a late audit is not waited for again: it may stand still, or be rebuilt for minutes. */
const AUDIT_LATE_MS = 10_000;
/** One look at its checkpoint. */
const GLANCE_MS = 100;

const PARKED_KEPT_MS = 1000;

/** How the codes of refusals begin that say: there is no such thing. */
const UNKNOWN = 'UNKNOWN_';

export type FreshnessDeps = {
  bus: Bus;
  db: Db;
  events: Pick<EventStore, 'headPosition'>;
  clock: Clock;
  positions: Positions;
  /** How long, in milliseconds, a read waits to be as new as was asked (rule: Read your own writes). */
  freshWithinMs: number;
};

/** How new the read models are, and how to wait for them. */
export type Fresh = {
  journal: CommitJournal;
  freshness: Freshness;
  /**
   * Carries out a command that looks into read models. They may be behind the log, so a refused command is tried again
   * once they have caught up (it waits as a read does; rule: Read your own writes). Refusals write nothing, so nothing
   * is done twice. Throws Refusal 503 where they have not, and it is refused for what they do not know, perhaps not yet.
   */
  retryOnceFresh<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Waits a while for these read models to reach a log position; false when they have not. */
  reached(readModels: readonly string[], position: bigint): Promise<boolean>;
  /**
   * Waits a while for the audit and the read models behind calls to reach a log position; false when they have not. An
   * audit that was late a moment ago gets one look.
   */
  allReached(position: bigint): Promise<boolean>;
  /** Waits a while for these read models to catch up with the log; false when they have not. */
  caughtUp(readModels: readonly string[]): Promise<boolean>;
};

/** Created once for a process. */
export function openFreshness({ bus, db, events, clock, positions, freshWithinMs }: FreshnessDeps): Fresh {
  const parked = recentAnswers(clock, PARKED_KEPT_MS, async (): Promise<Parked[]> => {
    const streams = new Set((await parkedStreams(db, ANSWERING_READ_MODELS)).map(({ stream }) => stream));
    const named = (stream: string) => (parcelStreams.includes(stream) ? parcelStreams.keyOf(stream) : null);
    const known = new Map(
      (
        await parcelAudience(
          db,
          [...streams].flatMap((stream) => named(stream) ?? []),
        )
      ).map((parcel) => [parcel.parcelName, parcel]),
    );
    return [...streams].map((stream) => ({ stream, parcel: known.get(named(stream) ?? '') }));
  });
  const reached: Fresh['reached'] = (readModels, position) =>
    positions.waitForPosition(readModels, position, freshWithinMs);
  let auditLateUntil = 0;
  const auditReached = async (position: bigint): Promise<boolean> => {
    const wasLate = clock().getTime() < auditLateUntil;
    const inTime = await positions.waitForPosition(['audit'], position, wasLate ? GLANCE_MS : freshWithinMs);
    if (inTime) auditLateUntil = 0;
    else if (!wasLate) auditLateUntil = clock().getTime() + AUDIT_LATE_MS;
    return inTime;
  };
  const caughtUp: Fresh['caughtUp'] = async (readModels) => reached(readModels, await events.headPosition());

  return {
    journal: openCommitJournal(bus),
    reached,
    allReached: async (position) =>
      (await reached(ANSWERING_READ_MODELS, position)) && auditReached(position),
    caughtUp,
    async freshness(atLeast, content) {
      const inTime = atLeast === null || (await reached(ANSWERING_READ_MODELS, atLeast));
      const [{ position, state: version, mark, places }, all] = await Promise.all([
        positions.stateOf(ANSWERING_READ_MODELS),
        parked.get('all'),
      ]);
      const state = { version, mark, places };
      if (all.length === 0) return { position, state, stale: !inTime };
      const { parcels } = content;
      const answer = { ...content, parcels: typeof parcels === 'function' ? await parcels() : parcels };
      return { position, state, stale: !inTime || all.some((one) => isPartOf(one, answer)) };
    },
    async retryOnceFresh(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const asNewAsTheLog = await caughtUp(ANSWERING_READ_MODELS);
        try {
          return await work();
        } catch (again) {
          const isUnknown = again instanceof Refusal && again.code?.startsWith(UNKNOWN);
          if (asNewAsTheLog || !isUnknown) throw again;
          throw new Refusal(503, 'Please try again in a moment.', { code: 'READ_MODEL_BEHIND' });
        }
      }
    },
  };
}

import { z } from 'zod';
import type { Committed, ProjectionsOptions } from '#projections/engine/index.ts';
import { positionSchema } from '#contracts/vocabulary/schemas.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import { touchedBy } from './concerns.ts';

/** The bus' subject for commits of the read models, and what they touched. */
export const COMMITS_SUBJECT = 'commits';

export const commitNoticeSchema = z.object({
  /** The log positions between which each read model was written; null: earlier writes were not announced. */
  steps: z.array(z.object({ projection: z.string(), from: positionSchema.nullable(), to: positionSchema })),
  /** What was touched; null: too much to name. */
  touched: z.array(z.string()).nullable(),
});
export type CommitNotice = z.infer<typeof commitNoticeSchema>;

/** With more than this, what was touched is not named. */
const MOST_TOUCHED = 1_000;

export type CommitAnnouncer = Required<Pick<ProjectionsOptions, 'onCommitted' | 'onJoined'>>;

/**
 * The hooks of the projection engine. They announce what this process writes to the live read models, one notice for a
 * batch. Each says where it begins, so that a process that missed the previous one notices.
 */
export function announceCommits(bus: Bus): CommitAnnouncer {
  const announced = new Map<string, bigint>();
  let pending: Committed[] = [];

  const send = (): void => {
    if (pending.length === 0) return;
    const committed = pending;
    pending = [];
    const steps = committed.map(({ projection, position }) => {
      const from = announced.get(projection);
      announced.set(projection, position);
      return { projection, from: from === undefined ? null : String(from), to: String(position) };
    });
    const touched = new Set(
      committed.flatMap(({ projection, events }) => events.flatMap((event) => touchedBy(projection, event))),
    );
    const notice: CommitNotice = { steps, touched: touched.size > MOST_TOUCHED ? null : [...touched] };
    bus.publish(COMMITS_SUBJECT, notice);
  };

  return {
    onCommitted(committed) {
      // Read models that were written together are announced together.
      if (pending.length === 0) queueMicrotask(send);
      pending.push(committed);
    },
    onJoined(projection, position) {
      send();
      announced.set(projection, position);
      const notice: CommitNotice = {
        steps: [{ projection, from: null, to: String(position) }],
        touched: [],
      };
      bus.publish(COMMITS_SUBJECT, notice);
    },
  };
}

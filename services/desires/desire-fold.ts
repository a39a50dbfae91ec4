import { desireEvents, type DesireEvent } from '#contracts/events/index.ts';
import { evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import type { Fact, Fold } from '#services/platform/commands/index.ts';

/** What a command wrote: its body's hash, where in the log, and the desire it left. */
export type Written = { bodyHash: string | undefined; position: string; desire: Desire };

/**
 * A desire, and by event id the outcome of each command: what answers a repeated one (rule: Repeated
 * commands).
 */
export type DesireState = { desire: Desire | undefined; written: Readonly<Record<string, Written>> };

/** How `desire-{desireId}` becomes a desire. A desire's stream is a handful of events. */
export const desireFold: Fold<DesireState> = {
  name: 'desire-1',
  initial: () => ({ desire: undefined, written: {} }),
  evolve(state, fact) {
    if (!isDesireFact(fact)) throw new Error(`${fact.type} does not belong in a desire's stream`);
    const desire = evolveDesire(state.desire, fact);
    const { bodyHash } = fact.metadata;
    const written = { bodyHash, position: fact.position.toString(), desire };
    return { desire, written: { ...state.written, [fact.id]: written } };
  },
};

function isDesireFact(fact: Fact): fact is Fact & DesireEvent {
  return Object.hasOwn(desireEvents, fact.type);
}

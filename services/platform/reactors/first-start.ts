import type { KeptPlace, LogState } from '../log-identity.ts';
import { checkpointProblem } from '../log-identity.ts';
import type { Reactor } from './reactor.ts';

/** What is known when a reactor is started. */
export type Situation = {
  /** Its checkpoint; null when it has none. */
  readonly kept: KeptPlace | null;
  readonly log: LogState;
  /** The log holds nothing but its identity. */
  readonly isUnwritten: boolean;
  /** This database has known the log since it held nothing: what the database holds was never lost. */
  readonly isKnownWhole: boolean;
  /** Other reactors have checkpoints in this log. */
  readonly hasOthers: boolean;
};

/** Where a reactor begins: behind a position, or nowhere until it is ordered; `waits` is the end of a sentence. */
export type Start = { readonly after: bigint } | { readonly waits: string };

/**
 * Where a reactor begins. What it does to others cannot be taken back, so it never begins by itself with events that
 * may have been reacted to before, nor leaves out silently what may not have been (docs/decisions/014). Pure.
 */
export function startOf(reactor: Pick<Reactor, 'startAt'>, situation: Situation): Start {
  const { kept, log, isUnwritten, isKnownWhole, hasOthers } = situation;
  if (kept) {
    const why = checkpointProblem(kept, log);
    return why === null ? { after: kept.position } : { waits: why };
  }
  if (isUnwritten) return { after: 0n };
  if (hasOthers)
    return reactor.startAt === 'head'
      ? { after: log.end }
      : { waits: 'it is new here, and the log holds events from before that it would react to' };
  return isKnownWhole
    ? { after: 0n }
    : {
        waits:
          'this database has no checkpoint of any reactor, and the log is not empty: what was reacted to before is not known',
      };
}

/** The order that a waiting reactor needs, as a sentence. */
export const orderOf = (reactor: string): string =>
  `Order it: npm run reactors -- start ${reactor} --from beginning, head, or the id of the last event it has reacted to.`;

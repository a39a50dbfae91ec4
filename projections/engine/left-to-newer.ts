import type { Build } from './builds.ts';
import type { EngineLog } from './engine-log.ts';
import { OfNewerVersion } from './of-this-log.ts';
import type { AnyProjection } from './projection.ts';
import { LEFT_TO_LEADER_MS } from './whose-turn.ts';

// A newer program that stands by waits itself before it takes up what it has made: after twice as long it is missing.
const MISSING_AFTER_MS = 2 * LEFT_TO_LEADER_MS;

export type LeftToNewer = {
  /** Call it at each look with the live build, and whether no other process follows it. */
  readonly note: (projection: AnyProjection, seen: Build | undefined, isFree: boolean) => void;
};

/**
 * Warns of read models that are left to a newer program while there is none, once for each build. In an upgrade the newer
 * program has them, and nothing is wrong.
 */
export function leftToNewer(log: Pick<EngineLog, 'warn'>): LeftToNewer {
  /** Since when no process has them; null once that was logged. */
  const freeSince = new Map<string, number | null>();
  return {
    note(projection, seen, isFree) {
      if (!seen || seen.version <= projection.version) return;
      const build = `${seen.name} ${seen.build}`;
      const since = freeSince.get(build);
      if (since === null) return;
      if (!isFree) freeSince.delete(build);
      else if (since === undefined) freeSince.set(build, performance.now());
      else if (performance.now() - since >= MISSING_AFTER_MS) {
        freeSince.set(build, null);
        log.warn({ projection: projection.name }, new OfNewerVersion(projection, seen.version).message);
      }
    },
  };
}

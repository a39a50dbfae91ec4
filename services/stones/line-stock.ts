import type { Line } from '#contracts/vocabulary/lines.ts';
import { availableNames, changedForMatching, lineVersion } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { sharedRefresh } from '#services/platform/shared-refresh.ts';
import { arranged, rearranged, type Shelf } from './stock-shelves.ts';

/** The names of a line's available parcels, a process its own, as new as the read model is when it is asked for. */
export type LineStock = {
  /**
   * The shelves in the order of their names; one that a change touched is another shelf from then on.
   * @param state of the read models (`freshness`): while it stays the same nothing is looked up
   */
  at(state: string): Promise<readonly Shelf[]>;
};

export type LineStockDeps = {
  db: Db;
  line: Line;
  /** Changes when rows may have changed though the log did not go on: after a rebuild or a retry. */
  mark(): Promise<string>;
};

const PAGE = 5_000;

/**
 * Reads the names once, then only what changed since, by the log position that each row carries. The read model is
 * written in the order of the log, a batch at a time, so whatever is newer than the newest row seen is yet to be read.
 */
export function lineStock({ db, line, mark }: LineStockDeps): LineStock {
  let shelves: readonly Shelf[] = [];
  let seen: { mark: string; position: number } | undefined;
  let lookedAt: string | undefined;

  const refresh = sharedRefresh(async () => {
    const current = await mark();
    if (seen?.mark !== current) {
      // What changes meanwhile is newer than this, and is read again by what changed.
      const position = await lineVersion(db, line);
      shelves = arranged(await availableNames(db, line));
      seen = { mark: current, position };
    }
    for (;;) {
      const page = await changedForMatching(db, line, seen.position, PAGE);
      shelves = rearranged(
        shelves,
        page.map(({ parcelName, available }) => ({ parcelName, available: available !== null })),
      );
      seen.position = page.at(-1)?.changedPosition ?? seen.position;
      if (page.length < PAGE) return;
    }
  });

  return {
    async at(state) {
      if (state !== lookedAt) {
        await refresh();
        lookedAt = state;
      }
      return shelves;
    },
  };
}

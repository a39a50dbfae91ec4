import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { availableNamesOf, lineVersion, type AvailabilityChange } from '#projections/parcels/index.ts';
import { concerns, type CommitJournal, type Moment } from '#services/freshness/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { ReadState } from '#services/platform/http/index.ts';
import { sharedRefresh } from '#services/platform/shared-refresh.ts';
import { arranged, rearranged, type Shelf } from './name-shelves.ts';

/** The names of the available parcels, a process its own, as new as the read model is when they are asked for. */
export type AvailableNames = {
  /** A line's shelves in the order of their names; one that a change touched is another shelf from then on. */
  at(line: Line, state: ReadState): Promise<readonly Shelf[]>;
};

/** How the names are followed. */
export type AvailableNamesReaders = {
  /**
   * What changed in all lines after a log position, in the order of the log, with a word that changes when a rebuild or
   * a retry may have changed rows though the log did not go on.
   */
  availabilityAfter(
    position: number,
    limit: number,
  ): Promise<{ mark: string; changes: readonly AvailabilityChange[] }>;
};

const PAGE = 5_000;

/**
 * Reads the names once, then only what changed since, of all lines together, by the log position that each row carries.
 * The read model is written in the order of the log, a batch at a time, so whatever is newer than the newest row seen is
 * yet to be read. Nothing is read while the journal proves that no parcel changed.
 */
export function openAvailableNames(
  { db, availabilityAfter }: { db: Db } & AvailableNamesReaders,
  journal: CommitJournal,
): AvailableNames {
  const shelves = new Map<Line, readonly Shelf[]>();
  let seen: { mark: string; position: number } | undefined;
  let looked: { version: string; mark: string; since: Moment } | undefined;

  async function readAll(mark: string): Promise<void> {
    // What changes meanwhile is newer than this, and is read again by what changed.
    const position = Math.max(...(await Promise.all(LINES.map((line) => lineVersion(db, line)))));
    const names = await availableNamesOf(db, LINES);
    for (const line of LINES)
      shelves.set(line, arranged(names.flatMap((row) => (row.line === line ? row.parcelName : []))));
    seen = { mark, position };
  }

  const refresh = sharedRefresh(async () => {
    const since = journal.now();
    for (;;) {
      const { mark, changes } = await availabilityAfter(seen?.position ?? Number.MAX_SAFE_INTEGER, PAGE);
      if (seen?.mark !== mark) {
        await readAll(mark);
        continue;
      }
      for (const line of LINES) {
        const ofLine = changes.filter((row) => row.line === line);
        shelves.set(line, rearranged(shelves.get(line) ?? [], ofLine));
      }
      seen.position = changes.at(-1)?.changedPosition ?? seen.position;
      if (changes.length < PAGE) return since;
    }
  });

  const isGood = (state: ReadState): boolean =>
    looked?.version === state.version ||
    (looked?.mark === state.mark &&
      journal.covers(state.places) &&
      journal.unchangedSince(looked.since, [concerns.parcels]));

  return {
    async at(line, state) {
      if (!isGood(state)) {
        const since = await refresh();
        looked = { version: state.version, mark: state.mark, since };
      }
      return shelves.get(line) ?? [];
    },
  };
}

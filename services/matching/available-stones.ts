import type { Line } from '#contracts/vocabulary/lines.ts';
import {
  availableForMatching,
  changedForMatching,
  lineVersion,
  matchingWithin,
  type MatchingRow,
} from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { pagesAhead } from '#services/platform/pages-ahead.ts';
import { sharedRefresh } from '#services/platform/shared-refresh.ts';
import { comparableOf, type AvailableStone } from './comparable-stone.ts';
import { createStoneShelves } from './stone-shelves.ts';

/** The available stones of a line, as new as the read model is when they are asked for. */
export type AvailableStones = {
  /**
   * Of these shapes, or of all where it is null, within two weights, both included, in thousandths of a carat.
   * @param state of the read models (`freshness`): while it stays the same nothing is looked up; always when left out
   */
  within(
    shapes: readonly string[] | null,
    lightest: number,
    heaviest: number,
    state?: string,
  ): Promise<AvailableStone[]>;
};

export type AvailableStonesDeps = {
  db: Db;
  line: Line;
  /** Changes when rows may have changed though the log did not go on: after a rebuild or a retry. */
  mark(): Promise<string>;
  /** More than this are not kept in memory (some 200 bytes each) but read for each question. */
  mostKept?: number;
};

const MOST_KEPT = 300_000;
const PAGE = 5_000;

/**
 * Keeps a line's available stones in memory, a process its own: read once, then only what changed since, by the log
 * position that each row carries. The read model is written in the order of the log, a batch at a time, so whatever
 * is newer than the newest row seen is yet to be read, and nothing else is.
 */
export function availableStones({
  db,
  line,
  mark,
  mostKept = MOST_KEPT,
}: AvailableStonesDeps): AvailableStones {
  const shelves = createStoneShelves();
  let seen: { mark: string; position: number; tooMany: boolean } | undefined;

  /** Reads everything. What changes meanwhile is newer than `position`, and is read again by what changed. */
  async function readAll(current: string): Promise<void> {
    const position = await lineVersion(db, line);
    shelves.clear();
    seen = undefined;
    let tooMany = false;
    const pages = pagesAhead<MatchingRow>(PAGE, (last) =>
      availableForMatching(db, line, last?.parcelName ?? '', PAGE),
    );
    for await (const page of pages) {
      for (const row of page) shelves.put(toAvailable(line, row));
      tooMany = shelves.size > mostKept;
      if (tooMany) break;
    }
    if (tooMany) shelves.clear();
    seen = { mark: current, position, tooMany };
  }

  async function readChanged(known: NonNullable<typeof seen>): Promise<void> {
    for (;;) {
      const page = await changedForMatching(db, line, known.position, PAGE);
      for (const { parcelName, available, changedPosition } of page) {
        if (available) shelves.put(toAvailable(line, available));
        else shelves.remove(parcelName);
        known.position = changedPosition;
      }
      if (page.length < PAGE) break;
    }
    if (shelves.size > mostKept) {
      shelves.clear();
      known.tooMany = true;
    }
  }

  /** Makes the shelves as new as the read model, unless there are too many stones to keep. */
  async function refresh(): Promise<void> {
    const [current] = await Promise.all([mark(), seen && !seen.tooMany ? readChanged(seen) : undefined]);
    if (seen?.mark !== current) {
      await readAll(current);
      if (seen && !seen.tooMany) await readChanged(seen);
    }
  }

  const fresh = sharedRefresh(refresh);
  let lookedAt: string | undefined;

  return {
    async within(shapes, lightest, heaviest, state) {
      if (state === undefined || state !== lookedAt) {
        await fresh();
        lookedAt = state;
      }
      // Nothing is known while another one reads everything again.
      if (seen?.tooMany !== false) {
        const rows = await matchingWithin(db, line, shapes, lightest, heaviest);
        return rows.map((row) => toAvailable(line, row));
      }
      const stretches = (shapes ?? shelves.shapes()).map((shape) =>
        shelves.within(shape, lightest, heaviest),
      );
      return new Array<AvailableStone>().concat(...stretches);
    },
  };
}

function toAvailable(line: Line, { parcelName, attributes, totalCents, fm }: MatchingRow): AvailableStone {
  // Not by spread: an object with so many spread keys takes four times the memory, and is several times slower to read.
  return Object.assign(comparableOf(parcelName, line, attributes), { listCents: totalCents, fm });
}

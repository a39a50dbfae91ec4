import type { Timeline, TimelineStep } from '#contracts/api/history.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { entryName } from '../components/entry-name.ts';

/** A stretch of one status, in columns: from one moment to the next that changes it. */
export type Bar = { from: number; to: number; status: Status };
/** Something that happened, or was learnt, at a column; `row` counts those that share it. */
export type Mark = { id: string; column: number; row: number; name: string; at: string; live: boolean };
/** From what happened to when it was learnt; or from a correction to what it corrected. */
export type Link = { id: string; was: number; known: number; kind: 'learnt' | 'corrects' };

/** A timeline in columns, one a moment: as many happen within minutes, and others after months, columns are even. */
export type DrawnTimeline = {
  columns: { at: string }[];
  was: { bars: Bar[]; marks: Mark[] };
  known: { bars: Bar[]; marks: (Mark & { position: string })[] };
  links: Link[];
  /** The column after which nothing was known, when the knowledge is cut. */
  cut: number | null;
};

/** What is learnt within this time of what happened is one moment, in milliseconds. */
const ONE_MOMENT_MS = 60_000;
const NOON_MS = 12 * 3_600_000;

/** Steps that say what becomes of the parcel; prices, descriptions and availability do not. */
export function isDecisive({ type }: Pick<TimelineStep, 'type'>): boolean {
  return !['StoneDescribed', 'StoneRepriced', 'VendorAvailabilityChanged'].includes(type);
}

/** A document's bare day stands at its noon. */
const timeOf = (at: string): number => (at.length === 10 ? Date.parse(at) + NOON_MS : Date.parse(at));

/** The two lanes of a parcel, over one row of moments. Pure. */
export function drawnTimeline({ entries, steps, cut, newest }: Timeline): DrawnTimeline {
  const drawn = steps.filter(isDecisive);
  const columns = momentsOf([
    ...entries.map(({ effectiveAt }) => effectiveAt),
    ...drawn.map(({ recordedAt }) => recordedAt),
  ]);
  const columnOf = (at: string): number =>
    Math.max(
      0,
      columns.findLastIndex((column) => timeOf(column.at) <= timeOf(at)),
    );
  const end = columns.length;

  const wasMarks = stacked(
    entries.map(({ eventId, type, effectiveAt, state }) => ({
      id: eventId,
      column: columnOf(effectiveAt),
      name: entryName(type),
      at: effectiveAt,
      live: state === 'LIVE',
    })),
  );
  const cutAt = newest ? null : BigInt(cut?.position ?? 0);
  const knownMarks = stacked(
    drawn.map(({ id, type, recordedAt, position }) => ({
      id,
      column: columnOf(recordedAt),
      name: auditTypeName(type),
      at: recordedAt,
      position,
      live: cutAt === null || BigInt(position) <= cutAt,
    })),
  );
  const wasAt = new Map(wasMarks.map(({ id, column }) => [id, column]));
  const listed = drawn[0] ? [{ column: 0, status: firstStatus(drawn[0]) }] : [];
  const lastKnown = knownMarks.findLast(({ live }) => live);
  return {
    columns,
    was: {
      marks: wasMarks,
      bars: barsOf(
        [
          ...listed,
          ...entries.flatMap(({ effectiveAt, statusAfter }) =>
            statusAfter ? [{ column: columnOf(effectiveAt), status: statusAfter }] : [],
          ),
        ],
        end,
      ),
    },
    known: {
      marks: knownMarks,
      bars: barsOf(
        drawn.map(({ recordedAt, statusKnown }) => ({ column: columnOf(recordedAt), status: statusKnown })),
        end,
      ),
    },
    links: drawn.flatMap(({ id, recordedAt, corrects }): Link[] => {
      const target = wasAt.get(corrects ?? id);
      if (target === undefined) return [];
      return [
        {
          id,
          was: target,
          known: columnOf(recordedAt),
          kind: corrects === undefined ? 'learnt' : 'corrects',
        },
      ];
    }),
    cut: cutAt === null ? null : (lastKnown?.column ?? -1),
  };
}

/** Before anybody had it: as its first entry says. */
const firstStatus = ({ type, statusKnown }: TimelineStep): Status =>
  type === 'StoneListed' ? statusKnown : 'NOT_AVAILABLE';

/** Each moment once, in order. */
function momentsOf(moments: readonly string[]): { at: string }[] {
  const columns: { at: string }[] = [];
  for (const at of moments.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const last = columns.at(-1);
    if (!last || timeOf(at) - timeOf(last.at) > ONE_MOMENT_MS) columns.push({ at });
  }
  return columns;
}

function stacked<Kind extends Omit<Mark, 'row'>>(marks: readonly Kind[]): (Kind & { row: number })[] {
  const taken = new Map<number, number>();
  return marks.map((mark) => {
    const row = taken.get(mark.column) ?? 0;
    taken.set(mark.column, row + 1);
    return { ...mark, row };
  });
}

/** Changes in order as stretches; the last goes to the end, and what lasts no column is not drawn. */
function barsOf(changes: readonly { column: number; status: Status }[], end: number): Bar[] {
  const bars: Bar[] = [];
  for (const { column, status } of changes) {
    const last = bars.at(-1);
    if (last?.status === status) continue;
    if (last) last.to = column;
    bars.push({ from: column, to: end, status });
  }
  return bars.filter(({ from, to }) => to > from);
}

import type { Timeline, TimelineEntry, TimelineStep } from '#contracts/api/history.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { timeOf } from '#web-shared/formats/moments.ts';
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

/** Steps that say what becomes of the parcel; prices, descriptions and availability do not. */
export function isDecisive({ type }: Pick<TimelineStep, 'type'>): boolean {
  return !['StoneDescribed', 'StoneRepriced', 'VendorAvailabilityChanged'].includes(type);
}

/** Something at its time, in milliseconds since 1970. */
type Timed = { at: string; time: number };

/** The two lanes of a parcel, over one row of moments. Pure. */
export function drawnTimeline({ entries, steps, cut, newest }: Timeline): DrawnTimeline {
  const drawn = steps.filter(isDecisive);
  const happened = inOrder(entries);
  const learnt = drawn.map(({ recordedAt }) => ({ at: recordedAt, time: timeOf(recordedAt) }));
  const columns = momentsOf([...happened, ...learnt]);
  const columnOf = (time: number): number =>
    Math.max(
      0,
      columns.findLastIndex((column) => column.time <= time),
    );
  const columnKnown = (at: string): number => columnOf(timeOf(at));
  const end = columns.length;

  const wasMarks = stacked(
    happened.map(({ eventId, type, effectiveAt, state, time }) => ({
      id: eventId,
      column: columnOf(time),
      name: entryName(type),
      at: effectiveAt,
      live: state === 'LIVE',
    })),
  );
  const cutAt = newest ? null : BigInt(cut?.position ?? 0);
  const knownMarks = stacked(
    drawn.map(({ id, type, recordedAt, position }) => ({
      id,
      column: columnKnown(recordedAt),
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
          ...happened.flatMap(({ time, statusAfter }) =>
            statusAfter ? [{ column: columnOf(time), status: statusAfter }] : [],
          ),
        ],
        end,
      ),
    },
    known: {
      marks: knownMarks,
      bars: barsOf(
        drawn.map(({ recordedAt, statusKnown }) => ({
          column: columnKnown(recordedAt),
          status: statusKnown,
        })),
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
          known: columnKnown(recordedAt),
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

/**
 * The entries with their times, in the server's order, which is the one that counts. A time is exact; a document's bare day
 * stands at its noon, but after the entry before it and before the next that has a time: the memo of the day answers a
 * request of the afternoon, and comes before a sale of the morning (rule: Order within a day). What does not stand moves
 * nothing.
 */
function inOrder(entries: readonly TimelineEntry[]): (TimelineEntry & Timed)[] {
  let before = -Infinity;
  return entries.map((entry, index) => {
    const own = timeOf(entry.effectiveAt);
    const next = entries.slice(index + 1).find((later) => later.state === 'LIVE' && !isBareDay(later));
    const time = isBareDay(entry) ? between(before, own, next ? timeOf(next.effectiveAt) : Infinity) : own;
    if (entry.state === 'LIVE') before = time;
    return { ...entry, at: entry.effectiveAt, time };
  });
}

const isBareDay = ({ effectiveAt }: TimelineEntry): boolean => effectiveAt.length === 10;

/** A time, moved after `before` and before `after`: a moment of its own where there is room. */
function between(before: number, time: number, after: number): number {
  const moved = time < before ? before + 2 * ONE_MOMENT_MS : time;
  return Math.max(before, Math.min(moved, after - 2 * ONE_MOMENT_MS));
}

/** Each moment once, in order. */
function momentsOf(moments: readonly Timed[]): Timed[] {
  const columns: Timed[] = [];
  for (const { at, time } of moments.toSorted((a, b) => a.time - b.time)) {
    const last = columns.at(-1);
    if (!last || time - last.time > ONE_MOMENT_MS) columns.push({ at, time });
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

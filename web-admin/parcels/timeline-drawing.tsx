import type { Timeline } from '#contracts/api/history.ts';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { drawnTimeline, type Bar, type Link, type Mark } from './drawn-timeline.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import styles from './parcel.module.css';

/** Pixels. */
const COLUMN = { least: 96, most: 190 };
/** The name of the last mark stands beyond its column. */
const EDGE = { start: 14, end: 50 };
const ROW = 15;
const BAR = 18;
const GAP = 64;
const DATES = 22;

/** A region that scrolls is reached by key too (WCAG 2.1.1). */
const SCROLLS = { role: 'region', tabIndex: 0, 'aria-label': 'Timeline, scrolls' };

type TimelineDrawingProps = { timeline: Timeline; onCut: (position: string | undefined) => void };

/**
 * Two lanes over the same moments: above what was, below what we knew. A line leads from what happened to when it was
 * learnt: upright when immediately, slanted when late. A dashed one leads from a correction to what it corrected. Every
 * mark can be reached by key: above it leads to the entry, below it cuts the knowledge there.
 */
export function TimelineDrawing({ timeline, onCut }: TimelineDrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const available = useWidth(frame);
  const drawn = useMemo(() => drawnTimeline(timeline), [timeline]);
  const column = Math.min(
    COLUMN.most,
    Math.max(COLUMN.least, (available - EDGE.start - EDGE.end) / Math.max(1, drawn.columns.length)),
  );
  const width = Math.max(available, drawn.columns.length * column + EDGE.start + EDGE.end);
  const rows = (marks: readonly Mark[]): number => Math.max(1, ...marks.map(({ row }) => row + 1));
  const wasY = 20 + rows(drawn.was.marks) * ROW;
  const knownY = wasY + BAR + GAP;
  const height = knownY + BAR + rows(drawn.known.marks) * ROW + 12 + DATES;
  const x = (place: number): number => EDGE.start + (place + 0.5) * column;
  const newest = `${drawn.columns.length} moments, ${timeline.entries.length} entries`;
  return (
    <figure className={styles['figure']}>
      <figcaption>
        <span>What was</span>
        <span>What we knew</span>
      </figcaption>
      <div className={styles['drawing']} ref={frame} {...SCROLLS}>
        <svg width={width} height={height} role="group" aria-label={`What was and what we knew: ${newest}`}>
          {drawn.links.map((link) => (
            <Joined key={`${link.kind} ${link.id}`} link={link} x={x} top={wasY + BAR} bottom={knownY} />
          ))}
          {drawn.was.bars.map((bar) => (
            <Stretch key={`${bar.from} ${bar.status}`} bar={bar} x={x} y={wasY} end={width - EDGE.start} />
          ))}
          {drawn.known.bars.map((bar) => (
            <Stretch key={`${bar.from} ${bar.status}`} bar={bar} x={x} y={knownY} end={width - EDGE.start} />
          ))}
          {drawn.was.marks.map((mark) => (
            <a key={mark.id} href={`#was-${mark.id}`} aria-label={`${mark.name}, ${formatMoment(mark.at)}`}>
              <Dot mark={mark} x={x(mark.column)} y={wasY - 8 - mark.row * ROW} />
            </a>
          ))}
          {drawn.known.marks.map((mark) => (
            <g
              key={mark.id}
              role="button"
              tabIndex={0}
              aria-label={`As known after ${mark.name}, ${formatMoment(mark.at)}`}
              onClick={() => onCut(mark.position)}
              onKeyDown={(event) => pressed(event) && onCut(mark.position)}
            >
              <Dot mark={mark} x={x(mark.column)} y={knownY + BAR + 13 + mark.row * ROW} />
            </g>
          ))}
          {drawn.cut !== null && (
            <line
              className={styles['cutLine']}
              x1={x(drawn.cut) + column / 2}
              x2={x(drawn.cut) + column / 2}
              y1={knownY - 10}
              y2={height - DATES}
            />
          )}
          {drawn.columns.map(({ at }, place) => (
            <text key={place} className={styles['date']} x={x(place)} y={height - 6} textAnchor="middle">
              {dateOf(at, drawn.columns[place - 1]?.at)}
            </text>
          ))}
        </svg>
      </div>
    </figure>
  );
}

type Place = (column: number) => number;

function Stretch({ bar: { from, to, status }, x, y, end }: { bar: Bar; x: Place; y: number; end: number }) {
  const left = x(from);
  const right = Math.min(x(to), end);
  const words = statusName(status, 'requestable');
  const name = status === 'NOT_AVAILABLE' ? 'Not available' : words;
  return (
    <g className={styles['bar']} data-status={status}>
      <title>{name}</title>
      <rect x={left} y={y} width={Math.max(2, right - left)} height={BAR} rx={4} />
      {right - left > name.length * 6.6 + 12 && (
        <text x={left + 8} y={y + BAR - 5}>
          {name}
        </text>
      )}
    </g>
  );
}

function Joined({ link, x, top, bottom }: { link: Link; x: Place; top: number; bottom: number }) {
  return (
    <line
      className={styles['join']}
      data-kind={link.kind}
      x1={x(link.was)}
      y1={top}
      x2={x(link.known)}
      y2={bottom}
    />
  );
}

function Dot({ mark: { name, live }, x, y }: { mark: Mark; x: number; y: number }) {
  return (
    <g className={styles['dot']} data-live={live}>
      <circle cx={x} cy={y - 3} r={4} />
      <text x={x + 8} y={y + 1}>
        {name}
      </text>
    </g>
  );
}

/** The day, or of a moment on the same day as the one before it the time. */
function dateOf(at: string, before: string | undefined): string {
  const [day, time] = splitMoment(at);
  return before !== undefined && time !== '' && splitMoment(before)[0] === day ? time : day;
}

function splitMoment(at: string): [day: string, time: string] {
  const words = formatMoment(at);
  const [, day = words, time = ''] = /^(.*?) (\d+:.*)$/.exec(words) ?? [];
  return [day, time];
}

function pressed(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  event.preventDefault();
  return true;
}

/** The width that there is; follows the window. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = (): void => setWidth(node.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

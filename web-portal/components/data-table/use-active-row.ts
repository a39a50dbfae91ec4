import { useEffect, useRef, useState, type RefObject } from 'react';
import { SIZES } from '#web-shared/theme/tokens.ts';
import type { DataTable } from './use-data-table.ts';

/** Pixels of a row; `--row` in the styles. */
export const ROW_HEIGHTS = { comfortable: SIZES.row, compact: 30 } as const;

type ActiveRow = {
  /** The row that takes the focus when the table is entered; the first one of the page unless another was visited. */
  key: string | null;
  /** The row that had the focus last, on this page or another; null before any had it. */
  visited: string | null;
  set: (key: string) => void;
  /** True when the key moved the focus or turned the page. */
  handleKey: (key: string) => boolean;
  /** The row was pressed or chosen: a run starts from it. Rows that the arrows merely pass start none. */
  startRun: (key: string) => void;
  /** The keys of the page from the row that was pressed or chosen last to this one. */
  runTo: (key: string) => string[];
};

/** One row of the page is in the tab order (roving tabindex); arrows, Home, End and Page keys move it. */
export function useActiveRow<Row>(table: DataTable<Row>, body: RefObject<HTMLElement | null>): ActiveRow {
  const { page, keyOf, pageNumber, pageCount } = table;
  const [visited, setVisited] = useState<string | null>(null);
  const runStart = useRef<string | null>(null);
  /** Where the focus goes when the next page has come. */
  const landing = useRef<'first' | 'last' | null>(null);
  const keys = page.map(keyOf);
  const place = visited === null ? -1 : keys.indexOf(visited);
  const key = place >= 0 ? visited : (keys[0] ?? null);

  const focus = (index: number): boolean => {
    const target = keys[index];
    if (target === undefined) return false;
    setVisited(target);
    const rowOf = (): HTMLElement | null | undefined =>
      body.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(target)}"]`);
    const drawn = rowOf();
    if (drawn) drawn.focus();
    else {
      // Of a long page only the rows in sight are drawn: go there first.
      body.current?.closest('table')?.parentElement?.scrollTo({ top: index * ROW_HEIGHTS[table.density] });
      requestAnimationFrame(() => requestAnimationFrame(() => rowOf()?.focus()));
    }
    return true;
  };
  useEffect(() => {
    if (landing.current === null) return;
    const index = landing.current === 'first' ? 0 : keys.length - 1;
    landing.current = null;
    focus(index);
  });

  const turn = (by: 1 | -1): boolean => {
    const wanted = pageNumber + by;
    if (wanted < 1 || wanted > pageCount) return false;
    landing.current = by > 0 ? 'first' : 'last';
    table.goToPage(wanted);
    return true;
  };

  return {
    key,
    visited,
    set: setVisited,
    handleKey(pressed) {
      const at = Math.max(0, place);
      switch (pressed) {
        case 'ArrowDown':
          return at + 1 < keys.length ? focus(at + 1) : turn(1);
        case 'ArrowUp':
          return at > 0 ? focus(at - 1) : turn(-1);
        case 'Home':
          return focus(0);
        case 'End':
          return focus(keys.length - 1);
        case 'PageDown':
          return turn(1);
        case 'PageUp':
          return turn(-1);
        default:
          return false;
      }
    },
    startRun: (from) => {
      runStart.current = from;
    },
    runTo(to) {
      const from = keys.indexOf(runStart.current ?? to);
      const until = keys.indexOf(to);
      return from < 0 ? [to] : keys.slice(Math.min(from, until), Math.max(from, until) + 1);
    },
  };
}

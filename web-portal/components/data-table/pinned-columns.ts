import type { CSSProperties } from 'react';
import type { Column } from './column.ts';

export type PinnedStyle = Pick<CSSProperties, 'left' | 'right' | 'minWidth' | 'maxWidth' | 'paddingRight'>;

/** Pixels of the column of checkboxes, which is always pinned first. */
export const CHECK_WIDTH = 36;
const DEFAULT_WIDTH = 60;

/**
 * Where each pinned column stops when the table scrolls sideways: after those before it, at either edge, the left one's
 * beginning at `from`. The last column before those at the right keeps clear of where columns fade out.
 */
export function pinnedStyles<Row>(
  columns: readonly Column<Row>[],
  from: number,
): ReadonlyMap<string, PinnedStyle> {
  const styles = new Map<string, PinnedStyle>();
  let left = from;
  for (const { id, pinned, width = DEFAULT_WIDTH } of columns) {
    if (pinned !== 'left') continue;
    styles.set(id, { left, minWidth: width, maxWidth: width });
    left += width;
  }
  let right = 0;
  for (const { id, pinned, width = DEFAULT_WIDTH } of columns.toReversed()) {
    if (pinned !== 'right') continue;
    styles.set(id, { right, minWidth: width });
    right += width;
  }
  const lastFree = columns.findLast(({ pinned }) => pinned === undefined);
  if (right > 0 && lastFree) styles.set(lastFree.id, { paddingRight: 'var(--seam)' });
  return styles;
}

import type { Line } from '#contracts/vocabulary/lines.ts';
import { listQuery } from '../../lists/api/get-list.ts';
import type { ListKind } from '../../lists/list-kinds.ts';
import { totalOf } from '../../lists/stone-facts.ts';

/** What a sub-tab shows of its list. The value is in dollars, undefined where prices are hidden. */
export type ListCount = { pieces: number; total: number | undefined };

function countOf({ rows }: { rows: readonly { total?: number | undefined }[] }): ListCount {
  return { pieces: rows.length, total: totalOf(rows) };
}

/** The count of one of a line's lists, read from the list itself: it follows every change. */
export const countQuery = (line: Line, kind: ListKind) => ({ ...listQuery(line, kind), select: countOf });

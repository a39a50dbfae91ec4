import type { BackOrdered } from '#contracts/api/jewellery.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { ON_MEMO, type Intent } from '#contracts/vocabulary/statuses.ts';
import { createShared } from '#web-shared/shared-value.ts';
import type { ListRow } from './list-row.ts';

/** The memo of an instruction that was just carried out. */
export type MemoToKeep = {
  action: Intent;
  lines: readonly Line[];
  rows: readonly ListRow[];
  /** What waits for a stone or a piece. */
  desires: readonly ListRow[];
  backOrders: readonly BackOrdered[];
  remarks: string;
};

const shared = createShared<MemoToKeep | null>(null);

export const showMemo = shared.show;

/** The memo that its message was asked for; null when none is open. */
export const useMemoToKeep = shared.use;

/** A row as the instruction left it, also one that was read after it; what is not on memo has no days of one. */
export function rowAfter(row: ListRow, action: Intent, at: string): ListRow {
  // What was on memo may have been read again, as on its way back, before the answer came.
  const returned = ON_MEMO.includes(row.status) ? ('PENDING_RETURN' as const) : ('AVAILABLE' as const);
  const status = { REQUEST: 'REQUESTED' as const, SOLD: 'SOLD' as const, RETURN: returned }[action];
  const { memoDate, dueDate, ...others } = row;
  return { ...others, ...(ON_MEMO.includes(status) && { memoDate, dueDate }), status, lastAction: at };
}

/** '2 × RI-P' */
export const orderWords = ({ model, quantity }: BackOrdered): string => `${quantity} × ${model}`;

/** Parcels that could not be read of which the names are given. */
const MOST_NAMED = 5;

/** Why there is no memo: the parcels that could not be read, at most five by name. */
export function noMemoWords(parcelNames: readonly string[]): string {
  const left = parcelNames.length - MOST_NAMED;
  const named = parcelNames.slice(0, MOST_NAMED).join(', ');
  const names = left > 0 ? `${named} and ${formatCount(left)} more` : named;
  return `The memo could not be made: ${names} could not be read. Please try again in a moment.`;
}

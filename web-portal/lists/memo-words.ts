import { daysOut, memoNearness, nearnessWords } from '#contracts/lifecycle/memo-clock.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import type { ListRow } from './list-row.ts';

/** Of a memo whose length is agreed neither with the customer nor by the house (rule: Memo clock). */
export const NO_DUE_DATE = 'No date';

/** A memo in words, with what colour its end has: '2026-11-03, 20 days', '2026-12-03, 3 left'; none off memo. */
export function memoWords(
  { memoDate, dueDate }: Pick<ListRow, 'memoDate' | 'dueDate'>,
  today: string,
): { since: string; due: string; tone: 'due' | 'overdue' | undefined } | undefined {
  if (memoDate === undefined) return undefined;
  const out = daysOut(memoDate, today);
  const since = `${memoDate}, ${formatNumberOf(out, ['day', 'days'])}`;
  if (dueDate === undefined) return { since, due: NO_DUE_DATE, tone: undefined };
  const { daysLeft, tone } = memoNearness(dueDate, today);
  return { since, due: `${dueDate}, ${nearnessWords(daysLeft)}`, tone };
}

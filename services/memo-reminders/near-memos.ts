import { nearnessWords } from '#contracts/lifecycle/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { daysBetween, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Mail } from '#services/mail/index.ts';

/** A memo with a due date. */
export type DatedMemo = { parcelName: string; certificate: string; memoDate: HouseDay; dueDate: HouseDay };
/** One that is worth a reminder. */
export type NearMemo = DatedMemo & { daysLeft: number; overdue: boolean };

/** The memos that are due within so many days or overdue, the longest overdue first (rule: Memo reminders). Pure. */
export const nearMemos = (memos: readonly DatedMemo[], daysBefore: number, today: HouseDay): NearMemo[] =>
  memos
    .map((memo) => {
      const daysLeft = daysBetween(today, memo.dueDate);
      return { ...memo, daysLeft, overdue: daysLeft < 0 };
    })
    .filter(({ daysLeft }) => daysLeft <= daysBefore)
    .sort((a, b) => a.daysLeft - b.daysLeft || compareText(a.parcelName, b.parcelName));

/** Memos that are named in one mail. */
const MOST_NAMED = 500;

/** The mail about them, the first 500 by name; it names no price, as not everybody may see one. Pure. */
export function reminderMail(
  memos: readonly NearMemo[],
  customerName: string,
  portal: string,
): Pick<Mail, 'subject' | 'text'> {
  const count = formatNumberOf(memos.length, ['memo', 'memos']);
  const over = memos.filter(({ overdue }) => overdue).length;
  const subject = `${count} of ${customerName} due back${over > 0 ? `, ${formatCount(over)} overdue` : ''}`;
  const more = memos.length - MOST_NAMED;
  const lines = memos
    .slice(0, MOST_NAMED)
    .map(({ parcelName, certificate, memoDate, dueDate, daysLeft }) =>
      [
        [parcelName, certificate].filter(Boolean).join(', '),
        `on memo since ${memoDate}`,
        `due ${dueDate} (${nearnessWords(daysLeft)})`,
      ].join(' · '),
    );
  return {
    subject,
    text: [
      `These stones of ${customerName} are to be returned or marked sold:`,
      '',
      ...lines,
      ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
      '',
      `They are under My Inventory in ${PRODUCT_NAME}: ${portal}`,
      'You set these reminders in your profile, under Memo reminders.',
    ].join('\n'),
  };
}

import { today } from '#web-shared/formats/moments.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { memoWords } from '../../../lists/memo-words.ts';
import type { Fact } from './facts.tsx';
import styles from './memo-facts.module.css';

/** Since when a parcel is on memo and when it is due back; nothing where it is not on memo (rule: Memo clock). */
export function memoFacts(row: ListRow): readonly Fact[] {
  const memo = memoWords(row, today());
  if (!memo) return [];
  return [
    ['On memo since', memo.since],
    [
      'Due back',
      <span key="due" className={styles['due']} data-tone={memo.tone}>
        {memo.due}
      </span>,
    ],
  ];
}

import { daysOut, memoNearness, nearnessWords } from '#contracts/lifecycle/memo-clock.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { NO_DUE_DATE } from '../../../lists/memo-words.ts';
import type { ListColumn } from './list-column.ts';
import styles from './stone-columns.module.css';

/** The clock of what is on memo: days out, and the day on which it is due back (rule: Memo clock). */
export const memoColumns = (today: string): ListColumn[] => [days(today), due(today)];

const daysOf = ({ memoDate }: ListRow, today: string): number | undefined =>
  memoDate === undefined ? undefined : daysOut(memoDate, today);

const days = (today: string): ListColumn => ({
  id: 'daysOut',
  label: 'Days Out',
  name: 'Days on memo',
  kind: 'number',
  align: 'right',
  look: 'quiet',
  read: (row) => daysOf(row, today),
  print: (row) => String(daysOf(row, today) ?? ''),
  exported: { place: 41, width: 10, format: '0' },
});

/** Nothing is invented: a memo without an agreed length says that it has no date. */
const printDue = ({ memoDate, dueDate }: ListRow): string =>
  memoDate === undefined ? '' : (dueDate ?? NO_DUE_DATE);

const due = (today: string): ListColumn => ({
  id: 'dueDate',
  label: 'Due',
  name: 'Due back',
  kind: 'date',
  width: 122,
  narrow: 78,
  look: 'quiet',
  read: (row) => row.dueDate,
  print: printDue,
  cell: (row) => {
    if (row.dueDate === undefined) return printDue(row);
    const { daysLeft, tone } = memoNearness(row.dueDate, today);
    return (
      <span className={styles['due']} data-tone={tone}>
        <span>{row.dueDate}</span>
        {tone && <small>{nearnessWords(daysLeft)}</small>}
      </span>
    );
  },
  exported: { place: 42, label: 'Due back', width: 13 },
});

import type { ReactNode } from 'react';
import { Scroller } from '../scroller/scroller.tsx';
import styles from './plain-table.module.css';

type PlainTableProps = {
  /** What the table holds, for screen readers. */
  label: string;
  head: readonly string[];
  /** Which columns are figures: all but the first, only the last, or those of these titles, with `data-figure` cells. */
  figures?: boolean | 'last' | readonly string[];
  /** Rows: `tr`, the first cell a `th`. A row with `data-line` belongs to the row above it. */
  children: ReactNode;
};

/** A table to be read: not sorted, not filtered; it scrolls where it is wider than the page. */
export function PlainTable({ label, head, figures = false, children }: PlainTableProps) {
  const named = typeof figures === 'object' ? figures : [];
  return (
    <Scroller label={label}>
      <table className={styles['table']} data-figures={typeof figures === 'object' ? undefined : figures}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" data-figure={named.includes(title) || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  );
}

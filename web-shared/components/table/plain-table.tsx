import type { ReactNode } from 'react';
import { Scroller } from '../scroller/scroller.tsx';
import styles from './plain-table.module.css';

type PlainTableProps = {
  /** What the table holds, for screen readers. */
  label: string;
  head: readonly string[];
  /** Which columns are figures: all but the first, or only the last. */
  figures?: boolean | 'last';
  /** Rows: `tr`, the first cell a `th`. A row with `data-line` belongs to the row above it. */
  children: ReactNode;
};

/** A table to be read: not sorted, not filtered; it scrolls where it is wider than the page. */
export function PlainTable({ label, head, figures = false, children }: PlainTableProps) {
  return (
    <Scroller label={label}>
      <table className={styles['table']} data-figures={figures}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
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

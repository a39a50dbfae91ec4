import type { ReactNode } from 'react';
import styles from './models.module.css';

type ModelsTableProps = {
  /** The headings: of words, of figures, and of words again. */
  words: readonly string[];
  figures: readonly string[];
  more?: readonly string[];
  /** What the button at the end of each row does. */
  action: string;
  /** Rows: `tr`, the first cell a `th`. */
  children: ReactNode;
};

/** The tables of the dialogs about models. */
export function ModelsTable({ words, figures, more = [], action, children }: ModelsTableProps) {
  const heading = (label: string, isFigure: boolean) => (
    <th key={label} scope="col" data-figure={isFigure || undefined}>
      {label}
    </th>
  );
  return (
    <div className={styles['scroller']}>
      <table className={styles['models']}>
        <thead>
          <tr>
            {words.map((label) => heading(label, false))}
            {figures.map((label) => heading(label, true))}
            {more.map((label) => heading(label, false))}
            <th scope="col">
              <span className="visually-hidden">{action}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

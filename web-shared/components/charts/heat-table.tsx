import type { CSSProperties, ReactNode } from 'react';
import { Scroller } from '../scroller/scroller.tsx';
import styles from './charts.module.css';

type HeatTableProps = {
  /** What the table holds, for screen readers. */
  label: string;
  /** What its rows are: the head of the first column. */
  rowsAre: string;
  rows: readonly string[];
  columns: readonly string[];
  /** How strongly a cell is coloured, from 0 to 1, and its content; null for an empty cell. */
  cell: (row: string, column: string) => { heat: number; content: ReactNode } | null;
};

/** A table whose cells are coloured by their values. */
export function HeatTable({ label, rowsAre, rows, columns, cell }: HeatTableProps) {
  return (
    <Scroller label={label}>
      <table className={styles['heat']}>
        <thead>
          <tr>
            {[rowsAre, ...columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column) => {
                const found = cell(row, column);
                return (
                  <td key={column} style={{ '--heat': found?.heat ?? 0 } as CSSProperties}>
                    {found?.content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

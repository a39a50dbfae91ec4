import type { RaRecord } from 'react-admin';
import type { Column } from './column.ts';
import { RecordLink } from './record-link.tsx';
import styles from './record-cards.module.css';

type RecordCardsProps<Row extends RaRecord> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  opens: boolean;
};

/** The rows of a table as cards, for narrow screens: the first column is the card's heading. */
export function RecordCards<Row extends RaRecord>({ label, rows, columns, opens }: RecordCardsProps<Row>) {
  const [name, ...rest] = columns;
  if (!name) return null;
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={styles['card']} data-opens={opens}>
          <h2>{opens ? <RecordLink row={row}>{name.cell(row)}</RecordLink> : name.cell(row)}</h2>
          <dl>
            {rest.map((column) => (
              <div key={column.source} data-wraps={column.wraps}>
                <dt>{column.label}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

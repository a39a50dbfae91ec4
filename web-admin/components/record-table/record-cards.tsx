import type { RaRecord } from 'react-admin';
import { cellOf, type Column } from './column.tsx';
import { RecordLink, type Opens } from './record-link.tsx';
import styles from './record-cards.module.css';

type RecordCardsProps<Row extends RaRecord> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  opens: Opens | false;
};

/** The rows of a table as cards, for narrow screens: the first column is the card's heading. */
export function RecordCards<Row extends RaRecord>({ label, rows, columns, opens }: RecordCardsProps<Row>) {
  const [name, ...rest] = columns;
  if (!name) return null;
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={styles['card']} data-opens={opens !== false}>
          <h2>
            {opens ? (
              <RecordLink row={row} to={opens}>
                {cellOf(name, row)}
              </RecordLink>
            ) : (
              cellOf(name, row)
            )}
          </h2>
          <dl>
            {shownOf(rest, row).map(({ source, label, value, whole }) => (
              <div key={source} data-whole={whole}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** What a card shows: nothing of fields without a value. */
function shownOf<Row extends RaRecord>(columns: readonly Column<Row>[], row: Row) {
  return columns
    .filter(({ card }) => card !== 'left out')
    .map((column) => ({
      source: column.source,
      label: column.label,
      value: cellOf(column, row),
      whole: column.wraps || column.card === 'whole line',
    }))
    .filter(({ value }) => value !== undefined && value !== null && value !== false && value !== '');
}

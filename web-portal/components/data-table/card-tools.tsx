import { IconButton } from '#web-shared/components/button/button.tsx';
import { nameOf } from './column.ts';
import { SelectAll } from './select-all.tsx';
import type { DataTable } from './use-data-table.ts';
import styles from './card-tools.module.css';

/** Above cards, the controls that a table has in its headings: select all, and the order. */
export function CardTools<Row>({ table, selects }: { table: DataTable<Row>; selects: boolean }) {
  const { sort } = table;
  const sortable = table.columns.filter((column) => !column.unsorted && !column.symbol);
  const listed = !sortable.some(({ id }) => id === sort.column);
  return (
    <div className={styles['tools']}>
      {selects && (
        <SelectAll table={table} className={styles['all']}>
          Select all
        </SelectAll>
      )}
      <select
        className={styles['sort']}
        aria-label="Sort by"
        value={sort.column}
        onChange={({ target }) => table.sortBy(target.value)}
      >
        {listed && <option value={sort.column}>As listed</option>}
        {sortable.map((column) => (
          <option key={column.id} value={column.id}>
            {nameOf(column)}
          </option>
        ))}
      </select>
      <IconButton
        icon={sort.descending ? 'descending' : 'ascending'}
        label={sort.descending ? 'Descending order' : 'Ascending order'}
        disabled={listed}
        onClick={() => table.sortBy(sort.column)}
      />
    </div>
  );
}

import { Button } from '#web-shared/components/button/button.tsx';
import { Popover } from '#web-shared/components/overlay/popover.tsx';
import { nameOf } from './column.ts';
import type { DataTable } from './use-data-table.ts';
import styles from './filter-popover.module.css';

/** Which columns the table shows, and the height of its rows; a hidden column can still be filtered by. */
export default function ColumnsMenu({
  table,
  anchor,
  onClose,
}: {
  table: DataTable<unknown>;
  anchor: HTMLElement;
  onClose: () => void;
}) {
  const { columns, hidden } = table;
  const show = (id: string, on: boolean): void =>
    table.setHidden(on ? hidden.filter((other) => other !== id) : [...hidden, id]);
  return (
    <Popover anchor={anchor} label="Columns" align="right" onClose={onClose}>
      <div className={styles['panel']}>
        <div className={styles['choices']} role="group" aria-label="Columns shown">
          {columns
            .filter((column) => column.pinned !== 'left')
            .map((column) => (
              <label key={column.id} className={styles['choice']}>
                <input
                  type="checkbox"
                  checked={!hidden.includes(column.id)}
                  onChange={(event) => show(column.id, event.target.checked)}
                />
                <span className={styles['value']}>{nameOf(column)}</span>
              </label>
            ))}
        </div>
        <div className={styles['density']} role="radiogroup" aria-label="Row height">
          {(['comfortable', 'compact'] as const).map((density) => (
            <label key={density}>
              <input
                type="radio"
                name="density"
                checked={table.density === density}
                onChange={() => table.setDensity(density)}
              />
              {density === 'comfortable' ? 'Comfortable' : 'Compact'}
            </label>
          ))}
        </div>
        <div className={styles['foot']}>
          <Button look="plain" disabled={hidden.length === 0} onClick={() => table.setHidden([])}>
            Show all
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Popover>
  );
}

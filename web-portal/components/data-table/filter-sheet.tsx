import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import Drawer from '#web-shared/components/overlay/drawer.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import type { Column } from './column.ts';
import { FilterPanel } from './filter-panel.tsx';
import type { DataTable } from './use-data-table.ts';
import styles from './filter-sheet.module.css';

type FilterSheetProps = {
  table: DataTable<unknown>;
  columns: readonly Column<unknown>[];
  onClose: () => void;
};

/** The filter panel over the page, from top to bottom, for small screens. */
export default function FilterSheet({ table, columns, onClose }: FilterSheetProps) {
  return (
    <Drawer label="Filters" side="right" onClose={onClose}>
      <div className={styles['sheet']}>
        <ModalHead id="filter-sheet" title="Filters" className={styles['head']} onClose={onClose} />
        <FilterPanel table={table} columns={columns} place="sheet" />
        <footer className={styles['foot']}>
          <Button look="plain" disabled={!table.hasFilters} onClick={table.clearFilters}>
            Clear Filters
          </Button>
          <Button look="primary" large onClick={onClose}>
            Show {formatCount(table.visible.length)}
          </Button>
        </footer>
      </div>
    </Drawer>
  );
}

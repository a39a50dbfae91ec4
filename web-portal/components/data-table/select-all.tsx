import type { DataTable } from './use-data-table.ts';

/** Selects every row that passes the filters, on whatever page, or none. */
export function SelectAll<Row>({ table }: { table: DataTable<Row> }) {
  const { selected, visible } = table;
  const some = selected.length > 0 && selected.length < visible.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all"
      checked={selected.length > 0 && !some}
      ref={(box) => {
        if (box) box.indeterminate = some;
      }}
      disabled={visible.length === 0}
      onChange={(event) => table.selectVisible(event.target.checked)}
    />
  );
}

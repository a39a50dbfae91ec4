import type { ReactNode } from 'react';
import type { DataTable } from './use-data-table.ts';

/** Selects every row that passes the filters, on all pages, or none. */
export function SelectAll<Row>({
  table,
  className,
  children,
}: {
  table: DataTable<Row>;
  className?: string | undefined;
  /** Beside the box. */
  children?: ReactNode;
}) {
  const { selected, visible } = table;
  const some = selected.length > 0 && selected.length < visible.length;
  return (
    <label className={className}>
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
      {children}
    </label>
  );
}

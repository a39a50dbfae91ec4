import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';
import { CHECK_WIDTH, type PinnedStyle } from './pinned-columns.ts';
import styles from './table-view.module.css';

export type RowsProps<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  pinned: ReadonlyMap<string, PinnedStyle>;
  keyOf: (row: Row) => string;
  describeRow: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  /** Rows that cannot be selected have no checkbox. */
  isSelectable: (row: Row) => boolean;
  /** False: there is no column of checkboxes. */
  selects: boolean;
  activeKey: string | null;
};

/** Rows of a page, each drawn again only when it or its selection changed. */
export function Rows<Row>({
  rows,
  columns,
  pinned,
  keyOf,
  describeRow,
  isSelected,
  isSelectable,
  selects,
  activeKey,
}: RowsProps<Row>): ReactNode {
  return rows.map((row) => {
    const key = keyOf(row);
    return (
      <TableRow
        key={key}
        id={key}
        row={row}
        columns={columns}
        pinned={pinned}
        label={describeRow(row)}
        selected={isSelected(row)}
        check={selects && (isSelectable(row) ? 'box' : 'none')}
        active={key === activeKey}
      />
    );
  });
}

type TableRowProps<Row> = {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  pinned: ReadonlyMap<string, PinnedStyle>;
  label: string;
  selected: boolean;
  /** Its checkbox; an empty cell for a row that cannot be selected; no cell in a table that selects nothing. */
  check: 'box' | 'none' | false;
  active: boolean;
};

const TableRow = memo(function TableRow<Row>({
  id,
  row,
  columns,
  pinned,
  label,
  selected,
  check,
  active,
}: TableRowProps<Row>) {
  return (
    <tr data-key={id} aria-selected={selected} tabIndex={active ? 0 : -1} className={styles['row']}>
      {check && (
        <td
          className={styles['check']}
          data-check
          data-pinned="left"
          style={{ left: 0, minWidth: CHECK_WIDTH }}
        >
          {check === 'box' && (
            <label>
              <input
                type="checkbox"
                checked={selected}
                readOnly
                tabIndex={-1}
                aria-label={`Select ${label}`}
              />
            </label>
          )}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          data-align={column.align}
          data-look={column.look}
          data-pinned={column.pinned}
          data-symbol={column.symbol}
          style={pinned.get(column.id)}
        >
          {column.cell ? column.cell(row) : column.print(row)}
        </td>
      ))}
    </tr>
  );
}, sameRow) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** Pinned offsets follow from the columns, so they need no look of their own. */
function sameRow(before: TableRowProps<unknown>, after: TableRowProps<unknown>): boolean {
  return (
    before.row === after.row &&
    before.selected === after.selected &&
    before.active === after.active &&
    before.columns === after.columns &&
    before.label === after.label
  );
}

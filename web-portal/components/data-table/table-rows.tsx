import { memo, useState, type ReactNode } from 'react';
import { withoutTabs } from './row-controls.ts';
import type { Column } from './column.ts';
import { NO_SLOTS, slotsFor } from './row-slots.ts';
import type { PlacedCell } from './table-layout.ts';
import styles from './table-view.module.css';

export type RowsProps<Row> = {
  rows: readonly Row[];
  /** How many rows of the whole table come before these. */
  before: number;
  cells: readonly PlacedCell<Row>[];
  keyOf: (row: Row) => string;
  describeRow: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  /** Rows that cannot be selected have no checkbox. */
  isSelectable: (row: Row) => boolean;
  /** False: there is no column of checkboxes. */
  selects: boolean;
  /** The row in the tab order, and the one that may have the focus. */
  activeKey: string | null;
  visitedKey: string | null;
};

/**
 * Rows of a page, each drawn again only when it or its selection changed. A row that comes takes over the element of one
 * that goes: to fill in other texts takes a fraction of making, styling and laying out new cells.
 */
export function Rows<Row>({
  rows,
  before,
  cells,
  keyOf,
  describeRow,
  isSelected,
  isSelectable,
  selects,
  activeKey,
  visitedKey,
}: RowsProps<Row>): ReactNode {
  const keys = rows.map(keyOf);
  const [held, setHeld] = useState(NO_SLOTS);
  const slots = slotsFor(keys, visitedKey, held);
  if (slots !== held) setHeld(slots);
  return rows.map((row, place) => {
    const key = keys[place]!;
    return (
      <TableRow
        key={slots.slotOf.get(key)}
        id={key}
        index={before + place + 2}
        row={row}
        cells={cells}
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
  /** Its place in the whole table, from 1; the headings are the first. */
  index: number;
  row: Row;
  cells: readonly PlacedCell<Row>[];
  label: string;
  selected: boolean;
  /** Its checkbox; an empty cell for a row that cannot be selected; no cell in a table that selects nothing. */
  check: 'box' | 'none' | false;
  active: boolean;
};

const TableRow = memo(function TableRow<Row>({
  id,
  index,
  row,
  cells,
  label,
  selected,
  check,
  active,
}: TableRowProps<Row>) {
  return (
    <tr
      ref={(element) => withoutTabs(element)} // each time: its controls may have changed
      data-key={id}
      aria-rowindex={index}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      className={styles['row']}
    >
      {check && (
        <td className={styles['check']} data-check data-pinned="left" style={{ left: 0 }}>
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
      <RowCells row={row} cells={cells} />
    </tr>
  );
}, sameRow) as <Row>(props: TableRowProps<Row>) => ReactNode;

/** By itself, so that a row that is chosen draws its checkbox and no other cell. */
const RowCells = memo(function RowCells<Row>({ row, cells }: Pick<TableRowProps<Row>, 'row' | 'cells'>) {
  return cells.map((cell) => (
    <td key={cell.id} {...cellProps(cell)} data-look={cell.lead.look}>
      {cell.columns.length === 1
        ? shown(cell.lead, row)
        : cell.columns.map((column) =>
            column.symbol ? (
              <span key={column.id} className={styles['slot']} style={{ width: column.width }}>
                {shown(column, row)}
              </span>
            ) : (
              <div key={column.id} data-look={column.look}>
                {shown(column, row)}
              </div>
            ),
          )}
    </td>
  ));
}) as <Row>(props: Pick<TableRowProps<Row>, 'row' | 'cells'>) => ReactNode;

function sameRow(before: TableRowProps<unknown>, after: TableRowProps<unknown>): boolean {
  return (
    before.row === after.row &&
    before.index === after.index &&
    before.selected === after.selected &&
    before.active === after.active &&
    before.cells === after.cells &&
    before.label === after.label
  );
}

const shown = <Row,>({ cell, print }: Column<Row>, row: Row): ReactNode => (cell ? cell(row) : print(row));

/** What a cell and its heading have in common. */
export const cellProps = <Row,>({ lead, pinned, offset, wraps, cuts }: PlacedCell<Row>) => ({
  'data-align': lead.align,
  'data-pinned': pinned,
  'data-symbol': lead.symbol,
  'data-wraps': wraps || undefined,
  'data-cuts': cuts || undefined,
  style: pinned && { [pinned]: offset },
});

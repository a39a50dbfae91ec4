import { lazy, Suspense, useRef, type ChangeEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { nameOf, type Column } from './column.ts';
import { CHECK_WIDTH, pinnedStyles, type PinnedStyle } from './pinned-columns.ts';
import { Rows, type RowsProps } from './table-rows.tsx';
import type { DataTable } from './use-data-table.ts';
import { ROW_HEIGHTS, useActiveRow } from './use-active-row.ts';
import styles from './table-view.module.css';

const ManyRows = lazy(() => import('./many-rows.tsx'));
/** Longer pages draw only the rows in sight. */
const MOST_DRAWN_AT_ONCE = 100;

export type TableViewProps<Row> = {
  table: DataTable<Row>;
  /** The table's name for screen readers. */
  label: string;
  /** A row in words, for its checkbox. */
  describeRow: (row: Row) => string;
  /** Rows that cannot be selected have no checkbox; all can unless given. */
  isSelectable?: (row: Row) => boolean;
  /** False: there is no column of checkboxes. */
  selects?: boolean;
  onOpen: (row: Row) => void;
  /** A press on something in a cell that carries `data-action`. */
  onAction?: (action: string, row: Row) => void;
};

/**
 * The table itself. Cells only display; one handler on the table hears every press and key. Arrows move, Space selects,
 * Enter opens, Esc clears the selection, then the filters.
 */
export function TableView<Row>({
  table,
  label,
  describeRow,
  isSelectable = everyRow,
  selects = true,
  onOpen,
  onAction,
}: TableViewProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const active = useActiveRow(table, body);
  const { shownColumns, page, keyOf, sort } = table;
  const pinned = pinnedStyles(shownColumns, selects ? CHECK_WIDTH : 0);
  const rowOf = (target: EventTarget): Row | undefined => {
    const key =
      target instanceof Element ? target.closest<HTMLElement>('tr[data-key]')?.dataset['key'] : undefined;
    return key === undefined ? undefined : page.find((row) => keyOf(row) === key);
  };

  const handleClick = (event: MouseEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (row === undefined || !(event.target instanceof Element)) return;
    active.set(keyOf(row));
    if (event.target.closest('[data-check]')) return;
    const pressed = event.target.closest<HTMLElement>('[data-action]');
    if (pressed) onAction?.(pressed.dataset['action'] ?? '', row);
    else if (window.getSelection()?.isCollapsed ?? true) onOpen(row);
  };
  const handleCheck = (event: ChangeEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (row === undefined || !selects || !isSelectable(row)) return;
    const extend = 'shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true;
    table.select(extend ? active.keysSinceLast(keyOf(row)) : [keyOf(row)], !table.isSelected(row));
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      if (table.selected.length > 0) table.clearSelection();
      else table.clearFilters();
      return;
    }
    const row = rowOf(event.target);
    if (row === undefined) return;
    const inControl = event.target instanceof Element && event.target.closest('button, input') !== null;
    if (active.handleKey(event.key)) event.preventDefault();
    else if (event.key === ' ' && !inControl) {
      event.preventDefault();
      if (selects && isSelectable(row)) table.select([keyOf(row)], !table.isSelected(row));
    } else if (event.key === 'Enter' && !inControl) onOpen(row);
  };

  const rowsProps: RowsProps<Row> = {
    rows: page,
    columns: shownColumns,
    pinned,
    keyOf,
    describeRow,
    isSelected: table.isSelected,
    isSelectable,
    selects,
    activeKey: active.key,
  };
  return (
    <div className={styles['scroller']} ref={scroller} data-density={table.density}>
      <table
        className={styles['table']}
        role="grid"
        aria-label={label}
        aria-rowcount={table.visible.length + 1}
        aria-multiselectable={selects}
        onClick={handleClick}
        onChange={handleCheck}
        onKeyDown={handleKey}
      >
        <thead>
          <tr>
            {selects && <SelectAll table={table} />}
            {shownColumns.map((column) => (
              <Heading
                key={column.id}
                column={column}
                style={pinned.get(column.id)}
                sorted={
                  sort.column === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined
                }
                onSort={table.sortBy}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {page.length > MOST_DRAWN_AT_ONCE ? (
            <Suspense fallback={<Rows {...rowsProps} rows={page.slice(0, 40)} />}>
              <ManyRows
                {...(rowsProps as RowsProps<unknown>)}
                scroller={scroller}
                rowHeight={ROW_HEIGHTS[table.density]}
              />
            </Suspense>
          ) : (
            <Rows {...rowsProps} />
          )}
        </tbody>
      </table>
    </div>
  );
}

function SelectAll<Row>({ table }: { table: DataTable<Row> }) {
  const { selected, visible } = table;
  const some = selected.length > 0 && selected.length < visible.length;
  return (
    <th className={styles['check']} data-pinned="left" style={{ left: 0 }} scope="col">
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
    </th>
  );
}

const everyRow = (): boolean => true;

function Heading<Row>({
  column,
  style,
  sorted,
  onSort,
}: {
  column: Column<Row>;
  style: PinnedStyle | undefined;
  sorted: 'ascending' | 'descending' | undefined;
  onSort: (column: string) => void;
}) {
  const text = column.symbol ? <span className="visually-hidden">{nameOf(column)}</span> : column.label;
  return (
    <th
      scope="col"
      aria-sort={sorted}
      data-align={column.align}
      data-pinned={column.pinned}
      data-symbol={column.symbol}
      style={{ minWidth: column.width, ...style }}
    >
      {column.unsorted || column.symbol ? (
        text
      ) : (
        <button
          type="button"
          className={styles['sort']}
          title={column.name}
          onClick={() => onSort(column.id)}
        >
          {text}
          <span className={styles['arrow']} aria-hidden="true">
            {sorted === 'descending' ? '↓' : sorted ? '↑' : ''}
          </span>
        </button>
      )}
    </th>
  );
}

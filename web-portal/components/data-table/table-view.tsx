import {
  lazy,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { nameOf, type Column, type Sort } from './column.ts';
import { isWriting, movedInRow } from './row-controls.ts';
import { SelectAll } from './select-all.tsx';
import { layOut, type PlacedCell } from './table-layout.ts';
import { cellProps, Rows, type RowsProps } from './table-rows.tsx';
import type { DataTable } from './use-data-table.ts';
import { ROW_HEIGHTS, useActiveRow } from './use-active-row.ts';
import { useRoom } from './use-room.ts';
import styles from './table-view.module.css';

const ManyRows = lazy(() => import('./many-rows.tsx'));
/** Longer pages draw only the rows in sight. */
const MOST_DRAWN_AT_ONCE = 100;
/** Pixels of the headings, as the styles have them. */
const HEAD_HEIGHT = 40;

/** Whole rows below the headings; one at least. */
const rowsIn = (height: number, row: number): number => Math.max(1, Math.floor((height - HEAD_HEIGHT) / row));

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
  /** Every row of the page is drawn, however many: for paper. */
  whole?: boolean;
  onOpen: (row: Row) => void;
  /** The focus has come to a row. */
  onActive?: (row: Row) => void;
  /** A press on something in a cell that carries `data-action`. */
  onAction?: (action: string, row: Row) => void;
};

/**
 * The table itself. Cells only display; one handler on the table hears every press and key. Up and Down go from row to
 * row, Right and Left to the controls in a row and back, Space selects, with Shift from the last row, Enter opens, Esc
 * clears the selection, then the filters.
 */
export function TableView<Row>({
  table,
  label,
  describeRow,
  isSelectable = everyRow,
  selects = true,
  whole = false,
  onOpen,
  onActive,
  onAction,
}: TableViewProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const active = useActiveRow(table, body);
  const { shownColumns, page, keyOf, sort, index, visible } = table;
  const before = whole ? 0 : (table.pageNumber - 1) * table.pageSize;
  const room = useRoom(scroller);
  const layout = useMemo(
    () => layOut({ columns: shownColumns, widestOf: index.widest, selects, room: room?.width }),
    [shownColumns, index, selects, room?.width],
  );
  const { fits, noteRoom, density } = table;
  // Before the first paint, as the columns' widths are. Paper has no height.
  useLayoutEffect(() => {
    if (fits && !whole && room) noteRoom(rowsIn(room.height, ROW_HEIGHTS[density]));
  }, [fits, whole, room, density, noteRoom]);
  const rowOf = (target: EventTarget): Row | undefined => {
    const key =
      target instanceof Element ? target.closest<HTMLElement>('tr[data-key]')?.dataset['key'] : undefined;
    return key === undefined ? undefined : page.find((row) => keyOf(row) === key);
  };

  const handleClick = (event: MouseEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (row === undefined || !(event.target instanceof Element)) return;
    active.set(keyOf(row));
    if (event.target.closest('[data-check]') || isWriting(event.target)) return;
    active.startRun(keyOf(row));
    const pressed = event.target.closest<HTMLElement>('[data-action]');
    if (pressed) onAction?.(pressed.dataset['action'] ?? '', row);
    else if (window.getSelection()?.isCollapsed ?? true) onOpen(row);
  };
  const handleFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const row = rowOf(target);
    if (row === undefined) return;
    active.set(keyOf(row));
    onActive?.(row);
  };
  const choose = (row: Row, extend: boolean): void => {
    if (!selects || !isSelectable(row)) return;
    const key = keyOf(row);
    table.select(extend ? active.runTo(key) : [key], !table.isSelected(row));
    active.startRun(key);
  };
  const handleCheck = (event: ChangeEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (row === undefined) return;
    choose(row, 'shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The field's own key there: it takes back what is typed.
    if (isWriting(event.target)) return;
    if (event.key === 'Escape') {
      table.clearNext();
      return;
    }
    const row = rowOf(event.target);
    if (row === undefined) return;
    const inControl = event.target instanceof Element && event.target.closest('button, input') !== null;
    if (movedInRow(event) || active.handleKey(event.key)) event.preventDefault();
    else if (event.key === ' ' && !inControl) {
      event.preventDefault();
      choose(row, event.shiftKey);
    } else if (event.key === 'Enter' && !inControl) onOpen(row);
  };

  const rowsProps: RowsProps<Row> = {
    rows: page,
    before,
    cells: layout.cells,
    keyOf,
    describeRow,
    isSelected: table.isSelected,
    isSelectable,
    selects,
    activeKey: active.key,
    visitedKey: active.visited,
  };
  return (
    <div className={styles['scroller']} ref={scroller} data-density={table.density}>
      <table
        className={styles['table']}
        style={{ width: layout.width }}
        data-fit={layout.fit}
        role="grid"
        aria-label={label}
        aria-rowcount={Math.max(visible.length, before + page.length) + 1} // a page may have a row that is in no list
        aria-multiselectable={selects}
        onClick={handleClick}
        onChange={handleCheck}
        onFocus={handleFocus}
        onKeyDown={handleKey}
      >
        <colgroup>
          {selects && <col style={{ width: layout.check }} />}
          {layout.cells.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selects && (
              <th className={styles['check']} data-pinned="left" style={{ left: 0 }} scope="col">
                <SelectAll table={table} />
              </th>
            )}
            {layout.cells.map((cell) => (
              <Heading key={cell.id} cell={cell} sort={sort} onSort={table.sortBy} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {page.length > MOST_DRAWN_AT_ONCE && !whole ? (
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

const everyRow = (): boolean => true;

function Heading<Row>({
  cell,
  sort,
  onSort,
}: {
  cell: PlacedCell<Row>;
  sort: Sort;
  onSort: (column: string) => void;
}) {
  const { lead, columns, headings } = cell;
  const sorted = columns.some(({ id }) => id === sort.column);
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
      {...cellProps(cell)}
    >
      {lead.symbol ? (
        <span className="visually-hidden">{columns.map(nameOf).join(', ')}</span>
      ) : (
        columns.map((column, place) => (
          <ColumnHeading
            key={column.id}
            column={column}
            heading={headings[place]!}
            sorted={column.id === sort.column}
            onSort={onSort}
          />
        ))
      )}
    </th>
  );
}

function ColumnHeading<Row>({
  column: { id, label, name, unsorted },
  heading,
  sorted,
  onSort,
}: {
  column: Column<Row>;
  heading: string;
  sorted: boolean;
  onSort: (column: string) => void;
}) {
  const shortened = heading !== label;
  const title = name ?? (shortened ? label : undefined);
  if (unsorted) return <span title={title}>{heading}</span>;
  return (
    <button
      type="button"
      className={styles['sort']}
      data-sorted={sorted}
      title={title}
      aria-label={shortened ? label : undefined}
      onClick={() => onSort(id)}
    >
      {heading}
    </button>
  );
}

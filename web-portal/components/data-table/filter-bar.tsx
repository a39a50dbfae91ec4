import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { whenIdle } from '#web-shared/when-idle.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { nameOf, type Column } from './column.ts';
import { FilterPanel } from './filter-panel.tsx';
import { describeFilter } from './filters.ts';
import { isWriting } from './row-controls.ts';
import type { DataTable } from './use-data-table.ts';
import type { FilterPanelState } from './use-filter-panel.ts';
import styles from './filter-bar.module.css';

const loadPopover = () => import('./filter-popover.tsx');
const FilterPopover = lazy(loadPopover);
const FilterSheet = lazy(() => import('./filter-sheet.tsx'));

type FilterBarProps<Row> = {
  table: DataTable<Row>;
  /** Columns whose filters are always in sight, in this order; text ones as inputs, the others as buttons. */
  first: readonly string[];
  /** Some of them unfolded side by side; the others keep their buttons. */
  panel: FilterPanelState;
  /** At the right end. */
  children?: ReactNode;
};

/** The filters of a table. `/` goes to the first of them. */
export function FilterBar<Row>({ table, first, panel, children }: FilterBarProps<Row>) {
  const [open, setOpen] = useState<{ column: string; anchor: HTMLElement } | null>(null);
  const [showsMore, setShowsMore] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useSlashKey(bar);
  useEffect(() => whenIdle(() => void loadPopover()), []);

  const filterable = table.columns.filter((column) => !column.unfiltered);
  const ofIds = (ids: readonly string[]): Column<Row>[] =>
    ids.map((id) => filterable.find((column) => column.id === id)).filter((column) => column !== undefined);
  const asSheet = panel.place === 'sheet';
  const besideEachOther = panel.open && !asSheet;
  const panelColumns = ofIds(panel.columns);
  const noteNone = useEffectEvent(() => panel.noteHeight(0));
  const without = panel.pinned && !table.showsFilters;
  useEffect(() => {
    if (without) noteNone();
  }, [without]);
  const inBar = (column: Column<Row>): boolean => !besideEachOther || !panel.columns.includes(column.id);
  const inSight = ofIds(first).filter(inBar);
  const texts = inSight.filter((column) => column.kind === 'text');
  const others = filterable.filter((column) => inBar(column) && !first.includes(column.id));
  const more = showsMore ? others : others.filter((column) => table.filters[column.id] !== undefined);
  const opened = open && filterable.find((column) => column.id === open.column);
  const buttonOf = (column: Column<Row>): ReactNode => (
    <FilterButton
      key={column.id}
      table={table}
      column={column}
      isOpen={open?.column === column.id}
      onOpen={(anchor) => setOpen({ column: column.id, anchor })}
    />
  );

  return (
    <>
      <div className={styles['bar']}>
        {table.showsFilters && panelColumns.length > 0 && <PanelButtons panel={panel} controls={panelId} />}
        {table.showsFilters && (
          <div className={styles['filters']} role="group" aria-label="Filters" ref={bar}>
            {texts.map((column) => (
              <TextFilter key={column.id} table={table} column={column} />
            ))}
            {inSight.filter((column) => column.kind !== 'text').map(buttonOf)}
            {others.length > 0 && (
              <button
                type="button"
                className={`${styles['chip'] ?? ''} ${styles['more'] ?? ''}`}
                aria-expanded={showsMore}
                onClick={() => setShowsMore(!showsMore)}
              >
                {showsMore ? (
                  'Fewer'
                ) : (
                  <>
                    More <span className={styles['count']}>{others.length - more.length || ''}</span>
                  </>
                )}
              </button>
            )}
            <button
              type="button"
              className={styles['clear']}
              disabled={!table.hasFilters}
              onClick={table.clearFilters}
            >
              Clear Filters
            </button>
            {more.map(buttonOf)}
          </div>
        )}
        <div className={styles['controls']}>{children}</div>
        {open && opened && (
          <Suspense fallback={null}>
            <FilterPopover
              table={table as DataTable<unknown>}
              column={opened as Column<unknown>}
              anchor={open.anchor}
              onClose={() => setOpen(null)}
            />
          </Suspense>
        )}
      </div>
      {table.showsFilters &&
        panel.open &&
        (asSheet ? (
          <Suspense fallback={null}>
            <FilterSheet
              table={table as DataTable<unknown>}
              columns={panelColumns as Column<unknown>[]}
              onClose={() => panel.setOpen(false)}
            />
          </Suspense>
        ) : (
          <FilterPanel
            id={panelId}
            table={table}
            columns={panelColumns}
            place={panel.place}
            {...(panel.pinned && { onHeight: panel.noteHeight })}
          />
        ))}
    </>
  );
}

/** Unfolds the panel, and pins it. */
function PanelButtons({ panel, controls }: { panel: FilterPanelState; controls: string }) {
  const { open, pinned } = panel;
  const asSheet = panel.place === 'sheet';
  return (
    <div className={styles['panel']}>
      <button
        type="button"
        className={styles['chip']}
        data-active={open}
        aria-expanded={open}
        aria-controls={open && !asSheet ? controls : undefined}
        aria-haspopup={asSheet ? 'dialog' : undefined}
        onClick={() => panel.setOpen(!open)}
      >
        <Icon name="filters" size={14} /> Filter panel
      </button>
      {open && !asSheet && (
        <IconButton
          small
          icon="pin"
          label="Keep the filter panel open"
          aria-pressed={pinned}
          onClick={() => panel.setPinned(!pinned)}
        />
      )}
    </div>
  );
}

function TextFilter<Row>({ table, column }: { table: DataTable<Row>; column: Column<Row> }) {
  const filter = table.filters[column.id];
  const text = filter?.kind === 'text' ? filter.text : '';
  return (
    <label className={styles['text']} data-active={text !== ''}>
      <Icon name="search" size={13} />
      <input
        type="search"
        aria-label={nameOf(column)}
        placeholder={nameOf(column)}
        value={text}
        onChange={(event) => table.setFilter(column.id, { kind: 'text', text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') table.setFilter(column.id, { kind: 'text', text: '' });
        }}
      />
    </label>
  );
}

/** As wide as its column's name and kind ask for, whatever is chosen: its neighbours stay where they are. */
function FilterButton<Row>({
  table,
  column,
  isOpen,
  onOpen,
}: {
  table: DataTable<Row>;
  column: Column<Row>;
  isOpen: boolean;
  onOpen: (anchor: HTMLElement) => void;
}) {
  const filter = table.filters[column.id];
  const name = nameOf(column);
  const words = describeFilter(column, filter);
  const label = filter ? `${name}: ${words}` : name;
  return (
    <button
      type="button"
      className={`${styles['chip'] ?? ''} ${styles['filter'] ?? ''}`}
      data-active={filter !== undefined}
      data-kind={column.kind}
      data-name={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <span>{words}</span>
    </button>
  );
}

/** `/` puts the cursor into the first filter, unless something is being typed. */
function useSlashKey(bar: { current: HTMLElement | null }): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isWriting(event.target)) return;
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
      const target = bar.current?.querySelector<HTMLElement>('input, button');
      if (!target || target.offsetParent === null) return;
      event.preventDefault();
      target.focus();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [bar]);
}

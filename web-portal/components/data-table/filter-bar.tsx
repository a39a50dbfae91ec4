import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { nameOf, type Column } from './column.ts';
import { describeFilter } from './filters.ts';
import type { DataTable } from './use-data-table.ts';
import styles from './filter-bar.module.css';

const loadPopover = () => import('./filter-popover.tsx');
const FilterPopover = lazy(loadPopover);

type FilterBarProps<Row> = {
  table: DataTable<Row>;
  /** Columns whose filters are always in sight, in this order; text ones as inputs, the others as buttons. */
  first: readonly string[];
  /** At the right end. */
  children?: ReactNode;
};

/** The filters of a table. `/` goes to the first of them. */
export function FilterBar<Row>({ table, first, children }: FilterBarProps<Row>) {
  const [open, setOpen] = useState<{ column: string; anchor: HTMLElement } | null>(null);
  const [showsMore, setShowsMore] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useSlashKey(bar);
  useEffect(() => whenIdle(() => void loadPopover()), []);

  const filterable = table.columns.filter((column) => !column.unfiltered);
  const inSight = first
    .map((id) => filterable.find((column) => column.id === id))
    .filter((column) => column !== undefined);
  const texts = inSight.filter((column) => column.kind === 'text');
  const others = filterable.filter((column) => !first.includes(column.id));
  const more = showsMore ? others : others.filter((column) => table.filters[column.id] !== undefined);
  const opened = open && filterable.find((column) => column.id === open.column);

  return (
    <div className={styles['bar']} ref={bar}>
      {table.showsFilters && (
        <div className={styles['filters']} role="group" aria-label="Filters">
          {texts.map((column) => (
            <TextFilter key={column.id} table={table} column={column} />
          ))}
          {[...inSight.filter((column) => column.kind !== 'text'), ...more].map((column) => (
            <FilterButton
              key={column.id}
              table={table}
              column={column}
              isOpen={open?.column === column.id}
              onOpen={(anchor) => setOpen({ column: column.id, anchor })}
            />
          ))}
          {others.length > 0 && (
            <button
              type="button"
              className={styles['chip']}
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
  return (
    <button
      type="button"
      className={styles['chip']}
      data-active={filter !== undefined}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={filter ? `${name}: ${words}` : name}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {words}
    </button>
  );
}

/** `/` puts the cursor into the first filter, unless something is being typed. */
function useSlashKey(bar: { current: HTMLElement | null }): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable], [role=dialog]')
      )
        return;
      const target = bar.current?.querySelector<HTMLElement>('input, button');
      if (!target || target.offsetParent === null) return;
      event.preventDefault();
      target.focus();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [bar]);
}

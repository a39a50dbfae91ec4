import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { Button, IconButton } from '../../../components/button/button.tsx';
import { CardView } from '../../../components/data-table/card-view.tsx';
import { FilterBar } from '../../../components/data-table/filter-bar.tsx';
import { Pager } from '../../../components/data-table/pager.tsx';
import { TableView } from '../../../components/data-table/table-view.tsx';
import { useDataTable, type DataTable } from '../../../components/data-table/use-data-table.ts';
import { StateMessage } from '../../../components/state-message/state-message.tsx';
import { ordersOf } from '../../../lib/attributes.ts';
import { savedValue, saveValue } from '../../../lib/saved-state.ts';
import { useSession } from '../../../lib/session.ts';
import { useNarrow } from '../../../lib/use-media.ts';
import { attributesQuery, KNOWN_ATTRIBUTES } from '../api/get-attributes.ts';
import { listQuery, type StoneList } from '../api/get-list.ts';
import { FIRST_FILTERS, stoneColumns } from '../columns/stone-columns.tsx';
import { GROUP_TITLES, listId, type ListKind } from '../list-kinds.ts';
import { describeSelection, describeStone } from '../stone-facts.ts';
import { ListActions, useListActions } from './list-actions.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { StoneCard } from './stone-card.tsx';
import styles from './stone-list-page.module.css';

const ColumnsMenu = lazy(() => import('../../../components/data-table/columns-menu.tsx'));

const DEFAULT_SORT = { column: 'weight', descending: false };
const NO_STONES: readonly Stone[] = [];
const keyOf = (stone: Stone): string => stone.parcelName;

type StoneListPageProps = {
  kind: ListKind;
  line: Line;
  onOpen: (stone: Stone) => void;
  /** Where to go from an empty list. */
  onBrowse: () => void;
  /** Beside the heading. */
  aside?: React.ReactNode;
};

/** One of the four lists of a line: heading, filters, table or gallery, pages, and what may be done with the selection. */
export function StoneListPage(props: StoneListPageProps) {
  const { kind, line } = props;
  const list = useQuery(listQuery(line, kind));
  if (list.data) return <LoadedList {...props} list={list.data} onRetry={() => void list.refetch()} />;
  return (
    <section
      className={styles['page']}
      aria-labelledby={`heading-${kind}-${line}`}
      aria-busy={list.isPending}
    >
      <Heading kind={kind} line={line} summary={list.isPending ? 'Loading…' : ''}>
        {props.aside}
      </Heading>
      {list.isPending ? (
        <ListSkeleton />
      ) : (
        <StateMessage
          alert
          heading="This list could not be loaded"
          actions={
            <Button look="primary" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {list.error.message}
        </StateMessage>
      )}
    </section>
  );
}

function Heading({
  kind,
  line,
  summary,
  children,
}: {
  kind: ListKind;
  line: Line;
  summary: React.ReactNode;
  children?: React.ReactNode;
}) {
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <p className={styles['group']}>{GROUP_TITLES[kind]}</p>
        <h1 id={`heading-${kind}-${line}`}>{LINE_FACTS[line].title}</h1>
        <p className={styles['summary']} role="status">
          {summary}
        </p>
      </div>
      <div className={styles['aside']}>{children}</div>
    </header>
  );
}

function LoadedList({
  kind,
  line,
  list,
  onOpen,
  onBrowse,
  onRetry,
  aside,
}: StoneListPageProps & { list: StoneList; onRetry: () => void }) {
  const { user, customer, showPrices } = useSession();
  const narrow = useNarrow();
  const { data: attributes = KNOWN_ATTRIBUTES } = useQuery(attributesQuery);
  const lgAllowed = customer?.lgAllowed ?? false;
  const columns = useMemo(
    () => stoneColumns({ kind, line, showPrices, lgAllowed, orders: ordersOf(attributes) }),
    [kind, line, showPrices, lgAllowed, attributes],
  );
  const savedAs = `table:${listId(kind, line)}`;
  const [saved] = useState(() => savedValue(user.username, savedAs));
  const save = useCallback(
    (state: unknown) => saveValue(user.username, savedAs, state),
    [user.username, savedAs],
  );
  const table = useDataTable({
    rows: list.rows ?? NO_STONES,
    columns,
    keyOf,
    defaultSort: DEFAULT_SORT,
    saved,
    save,
  });
  const actions = useListActions(kind, line, table);
  useStaleRetry(list, onRetry);

  const gallery = table.view === 'gallery';
  const view = {
    table,
    label: `${GROUP_TITLES[kind]}: ${LINE_FACTS[line].title}`,
    describeRow: describeStone,
    onOpen,
    onAction: actions.onRowAction,
  };
  return (
    <section className={styles['page']} aria-labelledby={`heading-${kind}-${line}`}>
      <Heading kind={kind} line={line} summary={<Summary table={table} stale={list.stale} />}>
        {aside}
        <ListActions kind={kind} actions={actions} />
      </Heading>
      <FilterBar table={table} first={FIRST_FILTERS}>
        {!gallery && !narrow && table.rowCount > 0 && <ColumnsButton table={table} />}
        <div className={styles['views']} role="group" aria-label="View">
          <button type="button" aria-pressed={!gallery} onClick={() => table.setView('table')}>
            Table
          </button>
          <button type="button" aria-pressed={gallery} onClick={() => table.setView('gallery')}>
            Gallery
          </button>
        </div>
      </FilterBar>
      {table.visible.length === 0 ? (
        <Empty kind={kind} table={table} onBrowse={onBrowse} />
      ) : gallery || narrow ? (
        <CardView
          {...view}
          look={gallery ? 'gallery' : 'compact'}
          renderCard={(stone) => (
            <StoneCard stone={stone} kind={kind} look={gallery ? 'gallery' : 'compact'} columns={columns} />
          )}
        />
      ) : (
        <TableView {...view} />
      )}
      {table.visible.length > 0 && <Pager table={table} />}
      {actions.dialog}
    </section>
  );
}

function Summary({ table, stale }: { table: DataTable<Stone>; stale: boolean }) {
  const { visible, rowCount, selected } = table;
  const count = (value: number): string => value.toLocaleString('en-US');
  const stones = rowCount === 1 ? 'stone' : 'stones';
  return (
    <>
      {visible.length === 0
        ? '0 stones found'
        : visible.length === rowCount
          ? `${count(rowCount)} ${stones}`
          : `${count(visible.length)} of ${count(rowCount)} ${stones}`}
      {selected.length > 0 && (
        <>
          {' '}
          · <strong className={styles['selected']}>{describeSelection(selected)}</strong>
        </>
      )}
      {stale && (
        <>
          {' '}
          · <span className={styles['stale']}>catching up with the latest changes…</span>
        </>
      )}
    </>
  );
}

const EMPTY_WORDS: Readonly<Record<ListKind, string>> = {
  customer: 'What you request and hold on memo appears here.',
  available: 'Nothing is available in this line just now.',
  cart: 'Stones that you add to the cart wait here until you request them.',
  past: 'What you returned or sold appears here.',
};

function Empty({ kind, table, onBrowse }: { kind: ListKind; table: DataTable<Stone>; onBrowse: () => void }) {
  if (table.rowCount > 0) {
    return (
      <StateMessage
        heading="0 stones found"
        actions={
          <Button look="primary" onClick={table.clearFilters}>
            Clear Filters
          </Button>
        }
      >
        No stone passes all of the filters.
      </StateMessage>
    );
  }
  return (
    <StateMessage
      heading="0 stones found"
      shape={kind === 'cart' ? 'PS' : 'RD'}
      actions={
        kind !== 'available' && (
          <Button look="primary" onClick={onBrowse}>
            Browse available stones
          </Button>
        )
      }
    >
      {EMPTY_WORDS[kind]}
    </StateMessage>
  );
}

function ColumnsButton({ table }: { table: DataTable<Stone> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        icon="columns"
        label="Columns"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <Suspense fallback={null}>
          <ColumnsMenu table={table as DataTable<unknown>} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}

const STALE_RETRY_MS = 2000;

/** An answer older than what was asked for is asked again a little later. */
function useStaleRetry(list: StoneList, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!list.stale) return;
    const timer = setTimeout(() => retry(), STALE_RETRY_MS);
    return () => clearTimeout(timer);
  }, [list]);
}

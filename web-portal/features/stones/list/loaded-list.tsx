import { useCallback, useMemo, type ReactNode } from 'react';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { CardView } from '../../../components/data-table/card-view.tsx';
import { FilterBar } from '../../../components/data-table/filter-bar.tsx';
import { Pager } from '../../../components/data-table/pager.tsx';
import { TableView } from '../../../components/data-table/table-view.tsx';
import { useDataTable } from '../../../components/data-table/use-data-table.ts';
import { useConfiguration } from '#web-shared/configuration.ts';
import { today } from '#web-shared/formats/moments.ts';
import { saveValue } from '../../../lib/saved-state.ts';
import { useSession } from '../../../lib/session.ts';
import { useNarrow } from '../../../lib/use-media.ts';
import { usePricedRows } from '../desires/use-priced-rows.ts';
import { useSimilarRow } from '../desires/use-similar-row.ts';
import type { StoneList } from '../../../lists/api/get-list.ts';
import { columnsOf, firstFilters } from '../columns/stone-columns.tsx';
import { MemoSheetButton } from '../dialogs/memo-sheet-button.tsx';
import { GROUP_TITLES, listId, type ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { useListSlots } from '../../../lists/slots.ts';
import { describeStone } from '../../../lists/stone-facts.ts';
import { ListActions, useListActions } from './list-actions.tsx';
import { ColumnsButton, ShareButton, ViewSwitch } from './list-controls.tsx';
import { headingId, ListHeading } from '../../../lists/list-page/list-heading.tsx';
import { EmptyList, ListSummary } from './list-summary.tsx';
import { useRowModals } from './row-modals.tsx';
import { StoneCard } from './stone-card.tsx';
import styles from '../../../lists/list-page/list-page.module.css';

export type StoneListPageProps = {
  kind: ListKind;
  line: Line;
  onOpen: (row: ListRow) => void;
  /** Where to go from an empty list. */
  onBrowse: () => void;
  /** Beside the heading. */
  aside?: ReactNode;
};

const DEFAULT_SORT = { column: 'weight', descending: false };
const keyOf = (row: ListRow): string => row.parcelName;

/** A list whose rows have come. `saved`: what was saved for its table; `views`: a switch in place of table or gallery. */
export function LoadedList({
  kind,
  line,
  list,
  attributes,
  saved,
  onOpen,
  onBrowse,
  aside,
  views,
}: StoneListPageProps & { list: StoneList; attributes: AttributeLists; saved: unknown; views?: ReactNode }) {
  const { user, customer, showPrices } = useSession();
  const narrow = useNarrow();
  const { Export, mostCompared } = useListSlots();
  const { v360BaseUrl } = useConfiguration();
  const lgAllowed = customer?.lgAllowed ?? false;
  const day = today();
  const columns = useMemo(
    () => columnsOf({ kind, line, showPrices, lgAllowed, attributes, today: day, v360BaseUrl }),
    [kind, line, showPrices, lgAllowed, attributes, day, v360BaseUrl],
  );
  const shown = useMemo(() => columns.filter((column) => !column.exportOnly), [columns]);
  const id = listId(kind, line);
  const save = useCallback(
    (state: unknown) => saveValue(user.username, `table:${id}`, state),
    [user.username, id],
  );
  const rows = usePricedRows(list.rows, showPrices);
  const table = useDataTable({ rows, columns: shown, keyOf, defaultSort: DEFAULT_SORT, saved, save });
  const similar = useSimilarRow({
    allowed: kind === 'available' && line === 'natural' && customer !== null,
    filters: table.filters,
    matches: table.visible.length,
    attributes,
    showPrices,
  });
  const actions = useListActions(kind, line, table);
  const modals = useRowModals({
    kind,
    line,
    rows,
    columns,
    onOpen,
    onCart: actions.toggleCart,
  });

  const gallery = table.view === 'gallery' && line !== 'jewellery';
  const view = {
    table: similar.row ? { ...table, page: [...table.page, similar.row] } : table,
    label: `${GROUP_TITLES[kind]}: ${LINE_FACTS[line].title}`,
    describeRow: describeStone,
    isSelectable: isInList,
    onOpen: (row: ListRow) => {
      if (row.virtual) return;
      if (gallery) modals.open('details', row);
      else onOpen(row);
    },
    onAction: (action: string, row: ListRow) => {
      if (action === 'cart') (row.virtual ? similar.toggleCart : () => actions.toggleCart(row))();
      else modals.open(action, row);
    },
  };
  const comparable =
    line !== 'jewellery' &&
    table.selected.length >= 2 &&
    table.selected.length <= mostCompared &&
    table.selected.every((row) => !row.virtual);
  const exporting = table.rowCount > 0 && <Export line={line} columns={columns} table={table} />;
  const empty = view.table.page.length === 0;
  return (
    <section className={styles['page']} aria-labelledby={headingId(kind, line)}>
      <ListHeading
        kind={kind}
        line={line}
        summary={<ListSummary table={table} line={line} stale={list.stale} />}
      >
        {aside}
        <div className={styles['beside']}>
          {comparable && (
            <Button onClick={() => modals.compare(table.selected)}>Compare {table.selected.length}</Button>
          )}
          {kind === 'customer' && <MemoSheetButton line={line} rows={table.selected} />}
          {!narrow && exporting}
        </div>
        <ListActions kind={kind} actions={actions} />
      </ListHeading>
      <FilterBar table={table} first={firstFilters(line)}>
        {narrow && exporting}
        {table.showsFilters && <ShareButton id={id} table={table} />}
        {!gallery && !narrow && table.rowCount > 0 && <ColumnsButton table={table} />}
        {views}
        {line !== 'jewellery' && <ViewSwitch table={table} />}
      </FilterBar>
      {empty ? (
        <EmptyList kind={kind} line={line} table={table} onBrowse={onBrowse} />
      ) : gallery || narrow ? (
        <CardView
          {...view}
          look={gallery ? 'gallery' : 'compact'}
          renderCard={(row, under) => (
            <StoneCard
              row={row}
              kind={kind}
              look={gallery ? 'gallery' : 'compact'}
              under={under}
              columns={columns}
            />
          )}
        />
      ) : (
        <TableView {...view} />
      )}
      {table.visible.length > 0 && <Pager table={table} />}
      {actions.dialog}
      {modals.modal}
    </section>
  );
}

/** The row that the filters made is in no list: it cannot be selected. */
const isInList = ({ wanted }: ListRow): boolean => wanted?.desireId !== null;

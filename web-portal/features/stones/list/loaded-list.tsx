import { useMemo, type ReactNode } from 'react';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { CardView } from '../../../components/data-table/card-view.tsx';
import { ColumnsButton } from '../../../components/data-table/columns-button.tsx';
import { FilterBar } from '../../../components/data-table/filter-bar.tsx';
import { Pager } from '../../../components/data-table/pager.tsx';
import { usePrinted } from '../../../components/data-table/use-printed.ts';
import type { SavedTable } from '../../../components/data-table/saved-table.ts';
import { TableView } from '../../../components/data-table/table-view.tsx';
import { useFilterPanel } from '../../../components/data-table/use-filter-panel.ts';
import { useDataTable } from '../../../components/data-table/use-data-table.ts';
import { useConfiguration } from '#web-shared/configuration.ts';
import { today } from '#web-shared/formats/moments.ts';
import { useSession } from '../../../lib/session.ts';
import { useCards } from '../../../lib/use-media.ts';
import { useNamedRows } from '../desires/use-named-rows.ts';
import { usePricedRows } from '../desires/use-priced-rows.ts';
import { useSimilarRow } from '../desires/use-similar-row.ts';
import type { StoneList } from '../../../lists/api/get-list.ts';
import { columnsOf, firstFilters, panelFilters } from '../columns/stone-columns.tsx';
import { LabelsButton } from '../dialogs/labels-button.tsx';
import { MemoSheetButton } from '../dialogs/memo-sheet-button.tsx';
import { GROUP_TITLES, listId, type ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { useListSlots } from '../../../lists/slots.ts';
import { describeStone } from '../../../lists/stone-facts.ts';
import { ListActions, useListActions } from './list-actions.tsx';
import { ShareButton, ViewSwitch } from './list-controls.tsx';
import { headingId, ListHeading } from '../../../lists/list-page/list-heading.tsx';
import { EmptyList, ListSummary } from './list-summary.tsx';
import { useInspector } from './use-inspector.tsx';
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

/**
 * A list whose rows have come. `stale`: they are older than what was asked for, or could not be read again; `saved`: what
 * was saved for its table; `save`: keeps it; `views`: a switch in place of table or gallery.
 */
export function LoadedList({
  kind,
  line,
  list,
  stale,
  attributes,
  saved,
  save,
  onOpen,
  onBrowse,
  aside,
  views,
}: StoneListPageProps & {
  list: StoneList;
  stale: boolean;
  attributes: AttributeLists;
  saved: unknown;
  save: (state: SavedTable) => void;
  views?: ReactNode;
}) {
  const { customer, showPrices } = useSession();
  const cards = useCards();
  const { ClientLink, Export, SavedSearches, StockCount, mostCompared } = useListSlots();
  const { v360BaseUrl } = useConfiguration();
  const lgAllowed = customer?.lgAllowed ?? false;
  const day = today();
  const columns = useMemo(
    () => columnsOf({ kind, line, showPrices, lgAllowed, attributes, today: day, v360BaseUrl }),
    [kind, line, showPrices, lgAllowed, attributes, day, v360BaseUrl],
  );
  const shown = useMemo(() => columns.filter((column) => !column.exportOnly), [columns]);
  const id = listId(kind, line);
  const rows = usePricedRows(useNamedRows(list.rows, attributes), showPrices);
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
    similar: similar.row,
    columns,
    onOpen,
    onCart: actions.toggleCart,
  });

  const paper = usePrinted(table);
  const { printing } = paper;
  const gallery = table.view === 'gallery' && line !== 'jewellery';
  const open = (row: ListRow): void => {
    // A request for similar stones has no tab: its card opens in a dialog.
    if (gallery || (cards && row.virtual)) modals.open('details', row);
    else if (!row.virtual) onOpen(row);
  };
  const view = {
    table: similar.row ? { ...paper.table, page: [...paper.table.page, similar.row] } : paper.table,
    whole: printing,
    label: `${GROUP_TITLES[kind]}: ${LINE_FACTS[line].title}`,
    describeRow: describeStone,
    isSelectable: isInList,
    onOpen: open,
    onAction: (action: string, row: ListRow) => {
      if (action === 'inspect') inspector.inspect(row);
      else if (action === 'cart') (row.virtual ? similar.toggleCart : () => actions.toggleCart(row))();
      else modals.open(action, row);
    },
  };
  const carded = columns.filter((column) => !table.hidden.includes(column.id));
  const empty = view.table.page.length === 0;
  const asTable = !empty && !gallery && !cards;
  const inspector = useInspector({
    line,
    kind,
    table: view.table,
    columns,
    asTable: asTable && !printing,
    onOpen: open,
    onAction: modals.open,
  });
  const panel = useFilterPanel(panelFilters(line), { list: id, stone: inspector.wanted && !gallery });
  // Requests for similar stones are neither compared nor on a memo.
  const { selected } = table;
  // On a phone there is no room for buttons that have nothing to do. What they opened outlives a selection that others empty.
  const forParcels = { rows: selected, hidden: cards && !selected.some(isParcel) };
  const comparable = selected.length >= 2 && selected.length <= mostCompared && selected.every(isParcel);
  const exporting = table.rowCount > 0 && <Export line={line} columns={columns} table={table} />;
  const pager = table.visible.length > 0 && <Pager table={table} fitted={asTable} />;
  return (
    <section className={styles['page']} aria-labelledby={headingId(kind, line)}>
      <ListHeading
        kind={kind}
        line={line}
        summary={<ListSummary table={table} line={line} stale={stale} empty={empty} left={paper.left} />}
      >
        {aside}
        <div className={styles['beside']}>
          {line !== 'jewellery' && (comparable || !cards) && (
            <Button
              className={styles['compare']}
              disabled={!comparable}
              title={`2 to ${mostCompared} stones side by side`}
              onClick={() => modals.compare(selected)}
            >
              Compare {comparable && selected.length}
            </Button>
          )}
          {kind === 'customer' && <MemoSheetButton line={line} {...forParcels} />}
          <ClientLink {...forParcels} />
          {!cards && exporting}
        </div>
        <ListActions kind={kind} actions={actions} />
      </ListHeading>
      <FilterBar table={table} first={firstFilters(line)} panel={panel}>
        {cards && exporting}
        {table.showsFilters && (
          <>
            <SavedSearches kind={kind} line={line} filters={table.filters} sort={table.sort} />
            <ShareButton id={id} table={table} />
          </>
        )}
        {inspector.toggle}
        {table.rowCount > 0 && <ColumnsButton table={table} />}
        {kind === 'customer' && (
          <>
            <LabelsButton {...forParcels} />
            <StockCount />
          </>
        )}
        {views}
        {line !== 'jewellery' && <ViewSwitch table={table} />}
      </FilterBar>
      {empty && !inspector.asking ? (
        <EmptyList kind={kind} line={line} table={table} onBrowse={onBrowse} />
      ) : (gallery || cards) && !printing ? (
        <CardView
          {...view}
          look={gallery ? 'gallery' : 'compact'}
          renderCard={(row, under) => (
            <StoneCard
              row={row}
              kind={kind}
              look={gallery ? 'gallery' : 'compact'}
              under={under}
              columns={carded}
            />
          )}
        />
      ) : (
        <div className={styles['body']}>
          <div className={styles['rows']}>
            <TableView {...view} onActive={inspector.follow} />
            {pager}
          </div>
          {inspector.panel}
        </div>
      )}
      {!asTable && pager}
      {actions.dialog}
      {modals.modal}
    </section>
  );
}

/** The row that the filters made is in no list: it cannot be selected. */
const isInList = ({ wanted }: ListRow): boolean => wanted?.desireId !== null;
/** A stone or piece, not a request for similar ones. */
const isParcel = ({ virtual }: ListRow): boolean => !virtual;

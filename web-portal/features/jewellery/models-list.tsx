import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { MOST_PIECES } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { formatPieces, formatPrice } from '#contracts/vocabulary/money.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { CardView } from '../../components/data-table/card-view.tsx';
import { ColumnsButton } from '../../components/data-table/columns-button.tsx';
import { FilterBar } from '../../components/data-table/filter-bar.tsx';
import { Pager } from '../../components/data-table/pager.tsx';
import { usePrinted } from '../../components/data-table/use-printed.ts';
import { TableView } from '../../components/data-table/table-view.tsx';
import { useFilterPanel, usePanelRoom } from '../../components/data-table/use-filter-panel.ts';
import { useDataTable } from '../../components/data-table/use-data-table.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { JewelleryDrawing } from '#web-shared/components/shape-drawing/jewellery-drawing.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { useNoServer } from '../../lib/connection.ts';
import { readAgainAfter } from '../../lib/read-again-after.ts';
import { savedValue, saveValue } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import { useCards } from '../../lib/use-media.ts';
import { useGiveAcross, wasDone } from '../../lists/api/give-across.ts';
import { AskToRequest } from '../../lists/confirm-request/ask-to-request.tsx';
import { CatchingUp } from '../../lists/list-page/catching-up.tsx';
import { ListHeading } from '../../lists/list-page/list-heading.tsx';
import { ListSkeleton } from '../../lists/list-page/list-skeleton.tsx';
import { rowOfPiece, type ListRow } from '../../lists/list-row.ts';
import listStyles from '../../lists/list-page/list-page.module.css';
import { useListSlots } from '../../lists/slots.ts';
import { NOT_ON_HAND, pricedOf, totalOf } from '../../lists/stone-facts.ts';
import { modelsQuery } from './api/get-models.ts';
import { modelColumns, Stepper, TypedQuantity, type ModelRow } from './model-columns.tsx';
import {
  cardsOf,
  exceedsStock,
  hasMost,
  namesToRequest,
  ofModels,
  piecesTooMany,
  priceOfPieces,
  stepped,
  withQuantity,
  without,
  type Order,
} from './order.ts';
import { useModelOrder } from './use-order.ts';
import styles from './models.module.css';

const BackOrders = lazy(() => import('./back-orders.tsx'));
const ManageModels = lazy(() => import('./manage-models.tsx'));
const MediaModal = lazy(() => import('../../lists/media/media-modal.tsx'));

const keyOf = (model: ModelRow): string => model.name;
/** As the server has them: those with nothing at hand last, else by name. */
const SERVER_ORDER = { column: 'asListed', descending: false };
const FIRST_FILTERS = ['name', 'type', 'subType', 'finish', 'total'];
const PANEL_FILTERS = ['total', 'type', 'subType', 'finish', 'tier'];
const TABLE = 'table:models/jewellery';
const DRAFT = 'models:REQUEST';
const NO_MODELS: readonly JewelleryModel[] = [];

/** Jewellery models: a stepper each, and Request for everything chosen (product: Stone lists). */
export function ModelsList({ aside, views }: { aside?: ReactNode; views: ReactNode }) {
  const { user, administrator, actionsClosed, showPrices } = useSession();
  const noServer = useNoServer();
  const needsServer = { disabled: noServer !== null, title: noServer ?? undefined };
  const cards = useCards();
  const models = useQuery(modelsQuery('available'));
  const listed = models.data?.models ?? NO_MODELS;
  const stale = noServer === null && readAgainAfter(models, models.data?.stale) !== false;
  const [order, setOrder] = useModelOrder();
  const [asking, setAsking] = useState(false);
  const [managing, setManaging] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [shown, setShown] = useState<ModelRow | null>(null);
  const rows = useMemo(
    () => listed.map((model) => ({ ...model, ordered: order[model.name] ?? 0 })),
    [listed, order],
  );
  const columns = useMemo(() => modelColumns(showPrices), [showPrices]);
  const [saved] = useState(() => savedValue(user.username, TABLE));
  const save = useCallback((state: unknown) => saveValue(user.username, TABLE, state), [user.username]);
  const table = useDataTable({ rows, columns, keyOf, defaultSort: SERVER_ORDER, saved, save });

  const { Export } = useListSlots();
  // What is not listed any more is not requested.
  const tooMany = piecesTooMany(
    ofModels(
      order,
      listed.map(({ name }) => name),
    ),
  );
  const ordered = rows.filter((model) => model.ordered > 0);
  const panelOptions = { list: 'models', stone: false };
  const panel = useFilterPanel(PANEL_FILTERS, panelOptions);
  const panelRoom = usePanelRoom(panelOptions);
  const paper = usePrinted(table);
  const view = {
    table: paper.table,
    whole: paper.printing,
    label: 'Jewellery models',
    describeRow: (model: ModelRow) => model.name,
    selects: false,
    onOpen: setShown,
    onAction: (action: string, { name }: ModelRow) => {
      if (action === 'more' || action === 'less')
        setOrder((now) => stepped(now, name, action === 'more' ? 1 : -1));
    },
  };
  // Beneath a table, which gives way to them without moving; above cards, which are many screens long.
  const notes = (
    <>
      {tooMany > 0 ? (
        <p className={styles['note']} role="status">
          <Icon name="warning" /> At most {MOST_PIECES} pieces in one request: take {formatCount(tooMany)}{' '}
          off.
        </p>
      ) : (
        hasMost(order) && (
          <p className={styles['note']} role="status">
            <Icon name="warning" /> At most {MOST_PIECES} of a model in one request.
          </p>
        )
      )}
      {exceedsStock(order, listed) && (
        <p className={styles['note']} role="status">
          <Icon name="clock" /> {NOT_ON_HAND}
        </p>
      )}
    </>
  );
  const onTyped = (name: string, quantity: number): void =>
    setOrder((now) => withQuantity(now, name, quantity));
  return (
    <section className={listStyles['page']} aria-label="Jewellery models">
      <ListHeading
        kind="available"
        line="jewellery"
        summary={
          models.isPending ? 'Loading…' : <OrderSummary models={listed} ordered={ordered} stale={stale} />
        }
      >
        {aside}
        <div className={listStyles['actions']} role="group" aria-label="Actions">
          <Button {...needsServer} onClick={() => setWaiting(true)}>
            Back orders
          </Button>
          {administrator && (
            <Button {...needsServer} onClick={() => setManaging(true)}>
              Manage
            </Button>
          )}
          <Button
            look="primary"
            disabled={ordered.length === 0 || tooMany > 0 || actionsClosed !== null}
            title={actionsClosed ?? undefined}
            onClick={() => setAsking(true)}
          >
            Request
          </Button>
        </div>
      </ListHeading>
      {!models.isPending && (
        <FilterBar table={table} first={FIRST_FILTERS} panel={panel}>
          {table.rowCount > 0 && <Export line="jewellery" columns={columns} table={table} />}
          {table.rowCount > 0 && <ColumnsButton table={table} />}
          {views}
        </FilterBar>
      )}
      {cards && notes}
      {models.isPending ? (
        <ListSkeleton panel={panelRoom} />
      ) : models.isError && !models.data ? (
        <CouldNotLoad what="The models" error={models.error} retry={models.refetch} />
      ) : table.visible.length === 0 ? (
        <StateMessage heading="0 found">
          {rows.length > 0 && 'No model passes all of the filters.'}
        </StateMessage>
      ) : cards && !paper.printing ? (
        <TypedQuantity value={onTyped}>
          <CardView
            {...view}
            look="compact"
            renderCard={(model) => <ModelCard model={model} hidden={table.hidden} />}
          />
        </TypedQuantity>
      ) : (
        <TypedQuantity value={onTyped}>
          <TableView {...view} />
        </TypedQuantity>
      )}
      {!cards && notes}
      {table.visible.length > 0 && <Pager table={table} fitted={!cards} />}
      <Suspense fallback={null}>
        {asking && (
          <RequestDialog
            models={listed}
            order={order}
            onClose={() => setAsking(false)}
            onRequested={(requested) => setOrder((now) => without(now, requested))}
          />
        )}
        {waiting && <BackOrders onClose={() => setWaiting(false)} />}
        {managing && <ManageModels onClose={() => setManaging(false)} />}
        {shown && <MediaModal row={pictured(shown)} onClose={() => setShown(null)} />}
      </Suspense>
    </section>
  );
}

/** A model as if it were a piece: its picture is shown as a piece's is. */
const pictured = ({ name, description, type, subType, finish, ...model }: ModelRow): ListRow =>
  rowOfPiece({
    parcelName: name,
    modelDescription: description ?? name,
    modelType: type,
    modelSubType: subType,
    modelFinish: finish,
    photoUrl: model.photoUrl,
    stillPhotoUrl: model.stillPhotoUrl,
    weight: 0,
    status: 'AVAILABLE',
    inCart: false,
    tentativeAvailability: false,
    lastUpdated: '',
  });

function OrderSummary({
  models,
  ordered,
  stale,
}: {
  models: readonly JewelleryModel[];
  ordered: readonly ModelRow[];
  stale: boolean;
}) {
  const pieces = ordered.reduce((sum, model) => sum + model.ordered, 0);
  const priced = ordered.map((model) => ({
    total: priceOfPieces(model, model.ordered),
    quantity: model.ordered,
  }));
  const value = totalOf(priced);
  return (
    <>
      {models.length === 0 ? '0 found' : formatNumberOf(models.length, ['model', 'models'])}
      {pieces > 0 && (
        <>
          {' '}
          ·{' '}
          <strong className={listStyles['selected']}>
            {[
              `${formatPieces(pieces)} selected`,
              ...(value === undefined ? [] : [formatPrice(value) + pricedOf(priced)]),
            ].join(', ')}
          </strong>
        </>
      )}
      {stale && <CatchingUp />}
    </>
  );
}

function ModelCard({ model, hidden }: { model: ModelRow; hidden: readonly string[] }) {
  const shows = (column: string): boolean => !hidden.includes(column);
  const facts = [
    model.name,
    shows('finish') && model.finish,
    shows('availableQuantity') && `${model.availableQuantity} on hand`,
    shows('backOrdered') && model.backOrdered && `${model.backOrdered} on order`,
  ];
  return (
    <div className={styles['card']}>
      <span className={styles['picture']}>
        <JewelleryDrawing type={model.type} subType={model.subType} finish={model.finish} />
      </span>
      <div className={styles['facts']}>
        <strong>{model.description ?? model.name}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {shows('total') && model.total !== undefined && <strong>{formatPrice(model.total)}</strong>}
      </div>
      <Stepper model={model} />
    </div>
  );
}

function RequestDialog({
  models,
  order,
  onClose,
  onRequested,
}: {
  models: readonly JewelleryModel[];
  order: Order;
  onClose: () => void;
  /** With what was requested: what was removed in the dialog stays ordered. */
  onRequested: (requested: Order) => void;
}) {
  const { give } = useGiveAcross();
  const request = async (keys: readonly string[], remarks: string): Promise<boolean> => {
    const requested = ofModels(order, keys);
    const names = namesToRequest(requested);
    const done = wasDone(await give({ action: 'REQUEST', parcels: [], models: names, remarks }));
    if (done) onRequested(requested);
    return done;
  };
  return (
    <AskToRequest draft={DRAFT} others={() => cardsOf(order, models)} onClose={onClose} onRequest={request} />
  );
}

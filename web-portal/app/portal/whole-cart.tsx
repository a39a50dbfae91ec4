import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { modelsQuery } from '../../features/jewellery/api/get-models.ts';
import { cardsBeside, namesToRequest, ofModels, without } from '../../features/jewellery/order.ts';
import { useModelOrder } from '../../features/jewellery/use-order.ts';
import { useNamedRows } from '../../features/stones/desires/use-named-rows.ts';
import { usePricedRows } from '../../features/stones/desires/use-priced-rows.ts';
import { attributesQuery } from '../../lists/api/get-attributes.ts';
import { listQuery, type StoneList } from '../../lists/api/get-list.ts';
import { useGiveAcross, wasDone } from '../../lists/api/give-across.ts';
import { AskToRequest } from '../../lists/confirm-request/ask-to-request.tsx';
import type { RequestCard } from '../../lists/confirm-request/request-card.ts';
import { desiresAmong, parcelsAmong, type ListRow } from '../../lists/list-row.ts';
import { totalOf } from '../../lists/stone-facts.ts';
import { useSession } from '../../lib/session.ts';
import styles from './sidebar.module.css';

const DRAFT = 'cart:REQUEST';
const NOT_YET = { shapes: [] };
const NO_MODELS: readonly JewelleryModel[] = [];
type CartedRow = ListRow & { line: Line };

/** The rows of all carts, in order of their lines. */
const rowsOfLines = (carts: readonly { data: StoneList | undefined }[]): CartedRow[] =>
  carts.flatMap(({ data }, place) => (data?.rows ?? []).map((row) => ({ ...row, line: LINES[place]! })));

/** The rows of all carts, and the models that can be ordered beside them. */
function useWholeCart() {
  // A list that could not be loaded is asked for again by its page.
  const rows = useQueries({
    queries: LINES.map((line) => ({ ...listQuery(line, 'cart'), retryOnMount: false })),
    combine: rowsOfLines,
  });
  const { data, isPending } = useQuery(modelsQuery('available'));
  return { rows, models: data?.models ?? NO_MODELS, isPending };
}

/**
 * What is in the cart of all lines together, and of the models ordered; a press requests it. There only while more than one
 * line has something in the cart, or one beside models (product: Confirm request).
 */
export function WholeCartButton({
  expected,
  onOpen,
}: {
  /** How many carts with something in them last time are not loaded yet. */
  expected: number;
  onOpen: () => void;
}) {
  const { actionsClosed, showPrices } = useSession();
  const { rows, models, isPending } = useWholeCart();
  const [order] = useModelOrder();
  const ordered = useMemo(() => cardsBeside(order, models, rows), [order, models, rows]);
  const orders = isPending ? Object.keys(order).length > 0 : ordered.length > 0;
  const filled = new Set(rows.map(({ line }) => line)).size + Number(orders);
  if (filled + expected < 2) return null;
  const known = expected === 0 && !(orders && isPending);
  const pieces = ordered.reduce((sum, { quantity = 1 }) => sum + quantity, rows.length);
  const value = totalOf([...rows, ...ordered]);
  return (
    <button
      type="button"
      className={styles['tab']}
      aria-haspopup="dialog"
      disabled={!known || actionsClosed !== null}
      title={actionsClosed ?? undefined}
      onClick={onOpen}
    >
      <span>Request whole cart</span>
      <small>
        {known ? (
          formatPieces(pieces, showPrices === 'WHOLESALE' ? value : undefined)
        ) : (
          <Skeleton width={82} height={9} />
        )}
      </small>
    </button>
  );
}

/** The cart of all lines together, and the models ordered: they are requested at once, with one answer (product: Confirm request). */
export function RequestCart({ onClose }: { onClose: () => void }) {
  const { showPrices } = useSession();
  const { rows, models } = useWholeCart();
  const { data: attributes } = useQuery(attributesQuery);
  const stones = usePricedRows(useNamedRows(rows, attributes ?? NOT_YET), showPrices);
  const [order, setOrder] = useModelOrder();
  const orderedBeside = (left: ReadonlySet<string>): RequestCard[] =>
    cardsBeside(
      order,
      models,
      rows.filter(({ parcelName }) => left.has(parcelName)),
    );
  const { give } = useGiveAcross();
  const request = async (keys: readonly string[], remarks: string): Promise<boolean> => {
    const chosen = rows.filter(({ parcelName }) => keys.includes(parcelName));
    const chosenModels = ofModels(order, keys);
    const names = namesToRequest(chosenModels);
    const outcome = await give({
      action: 'REQUEST',
      parcels: parcelsAmong(chosen).map(({ line, parcelName }) => ({ line, parcelName })),
      desireIds: desiresAmong(chosen).flatMap(({ desireId }) => desireId ?? []),
      ...(names.length > 0 && { models: names }),
      remarks,
    });
    if (!wasDone(outcome)) return false;
    setOrder((now) => without(now, chosenModels));
    return true;
  };
  return (
    <AskToRequest
      draft={DRAFT}
      stones={stones}
      others={orderedBeside}
      onClose={onClose}
      onRequest={request}
    />
  );
}

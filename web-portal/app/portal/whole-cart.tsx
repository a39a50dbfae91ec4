import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { useNamedRows } from '../../features/stones/desires/use-named-rows.ts';
import { usePricedRows } from '../../features/stones/desires/use-priced-rows.ts';
import { attributesQuery } from '../../lists/api/get-attributes.ts';
import { listQuery } from '../../lists/api/get-list.ts';
import { useGiveAcross } from '../../lists/api/give-across.ts';
import { commentDrafts } from '../../lists/comment-drafts.ts';
import { SERVED_LINES } from '../../lists/list-kinds.ts';
import { desiresAmong, parcelsAmong, type ListRow } from '../../lists/list-row.ts';
import { totalOf } from '../../lists/stone-facts.ts';
import { useSession } from '../../lib/session.ts';
import styles from './sidebar.module.css';

const ConfirmRequest = lazy(() => import('../../lists/confirm-request/confirm-request.tsx'));
const RoomNote = lazy(() => import('../../lists/confirm-request/room-note.tsx'));

const DRAFT = 'cart:REQUEST';
const NOT_YET = { shapes: [] };
type CartedRow = ListRow & { line: Line };

/**
 * The cart of all lines together: what is in it is requested at once, with one answer (product: Confirm request). There
 * only while more than one line has something in the cart.
 */
export function WholeCart() {
  const { actionsClosed, showPrices } = useSession();
  const [open, setOpen] = useState(false);
  const carts = useQueries({ queries: SERVED_LINES.map((line) => listQuery(line, 'cart')) });
  const filled = carts.filter(({ data }) => (data?.rows.length ?? 0) > 0).length;
  const rows = carts.flatMap(({ data }, place): CartedRow[] =>
    (data?.rows ?? []).map((row) => ({ ...row, line: SERVED_LINES[place]! })),
  );
  if (filled < 2 && !open) return null;
  return (
    <>
      <button
        type="button"
        className={styles['tab']}
        aria-haspopup="dialog"
        disabled={actionsClosed !== null}
        title={actionsClosed ?? undefined}
        onClick={() => setOpen(true)}
      >
        <span>Request whole cart</span>
        <small>{formatPieces(rows.length, showPrices === 'WHOLESALE' ? totalOf(rows) : undefined)}</small>
      </button>
      {open && (
        <Suspense fallback={null}>
          <RequestCart rows={rows} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function RequestCart({ rows, onClose }: { rows: readonly CartedRow[]; onClose: () => void }) {
  const { user, showPrices } = useSession();
  const drafts = commentDrafts(user.username);
  const { data: attributes } = useQuery(attributesQuery);
  const stones = usePricedRows(useNamedRows(rows, attributes ?? NOT_YET), showPrices);
  const { give } = useGiveAcross();
  const request = async (keys: readonly string[], remarks: string): Promise<void> => {
    const chosen = rows.filter(({ parcelName }) => keys.includes(parcelName));
    await drafts.keepUntil(DRAFT, () =>
      give({
        action: 'REQUEST',
        parcels: parcelsAmong(chosen).map(({ line, parcelName }) => ({ line, parcelName })),
        desireIds: desiresAmong(chosen).flatMap(({ desireId }) => desireId ?? []),
        remarks,
      }),
    );
    onClose();
  };
  return (
    <ConfirmRequest
      stones={stones}
      renderRoom={(total) => <RoomNote adding={total} />}
      comment={drafts.read(DRAFT)}
      onComment={(comment) => drafts.write(DRAFT, comment)}
      onClose={onClose}
      // A refusal has been shown already and leaves the dialog open.
      onRequest={(keys, remarks) => Promise.allSettled([request(keys, remarks)])}
    />
  );
}

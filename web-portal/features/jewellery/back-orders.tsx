import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnBackOrder } from '#contracts/api/jewellery.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { Modal } from '#web-shared/components/overlay/modal.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { useSession } from '../../lib/session.ts';
import { useNarrow } from '../../lib/use-media.ts';
import { useCommentDraft } from '../../lists/comment-drafts.ts';
import { backOrdersQuery, useCancelBackOrder } from './api/back-orders.ts';
import { ModelsTable } from './models-table.tsx';
import styles from './models.module.css';

/** What the customer has on back order: how much of each order is filled and waits, and to cancel it (rule: Back orders). */
export default function BackOrders({ onClose }: { onClose: () => void }) {
  const orders = useQuery(backOrdersQuery);
  const [cancelled, setCancelled] = useState<OwnBackOrder | null>(null);
  return (
    <Modal
      title="Back orders"
      maxWidth="md"
      fullScreen={useNarrow()}
      className={styles['dialog']}
      headClassName={styles['head']}
      onClose={onClose}
    >
      {orders.data ? (
        <OrdersTable orders={orders.data} onCancel={setCancelled} />
      ) : orders.isError ? (
        <CouldNotLoad what="The back orders" error={orders.error} retry={orders.refetch} />
      ) : (
        <p role="status">Loading…</p>
      )}
      {cancelled && (
        <AskToCancel
          // As it is now: it may have been filled meanwhile.
          order={orders.data?.find(({ id }) => id === cancelled.id) ?? cancelled}
          onClose={() => setCancelled(null)}
        />
      )}
    </Modal>
  );
}

/** 'Cancel the back order?' It closes once that is done; refused, it stays open with its comment, which outlives it. */
function AskToCancel({ order, onClose }: { order: OwnBackOrder; onClose: () => void }) {
  const { cancelBackOrder } = useCancelBackOrder();
  const { comment, onComment, submit } = useCommentDraft(`backOrder:${order.id}`, onClose);
  const cancel = (typed: string): Promise<void> =>
    submit(async () => {
      await cancelBackOrder(order.id, typed);
      return true;
    });
  return (
    <ConfirmDialog
      question={`Cancel the back order of ${order.model}?`}
      comment={comment}
      onComment={onComment}
      onNo={onClose}
      onYes={cancel}
    >
      <p>
        {order.open} of {order.quantity} no longer wanted; what was filled stays as it is.
      </p>
    </ConfirmDialog>
  );
}

function OrdersTable({
  orders,
  onCancel,
}: {
  orders: readonly OwnBackOrder[];
  onCancel: (order: OwnBackOrder) => void;
}) {
  const { actionsClosed } = useSession();
  if (orders.length === 0) return <p role="status">Nothing is on back order.</p>;
  return (
    <ModelsTable words={['Model', 'Placed']} figures={['Ordered', 'Filled', 'Waiting']} action="Cancel">
      {orders.map((order) => (
        <tr key={order.id}>
          <th scope="row">
            {order.model}
            <small>{formatMoment(order.placedAt)}</small>
          </th>
          <td>{formatMoment(order.placedAt)}</td>
          <td data-figure>{order.quantity}</td>
          <td data-figure>{order.filled}</td>
          <td data-figure>
            <strong>{order.open}</strong>
          </td>
          <td>
            <Button
              aria-label={`Cancel the back order of ${order.model}`}
              disabled={actionsClosed !== null}
              title={actionsClosed ?? undefined}
              onClick={() => onCancel(order)}
            >
              Cancel
            </Button>
          </td>
        </tr>
      ))}
    </ModelsTable>
  );
}

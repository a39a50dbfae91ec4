import { useState, type FormEvent, type ReactNode } from 'react';
import { inCarats, thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { tooManyOf } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { formatPieces, formatPrice } from '#contracts/vocabulary/money.ts';
import { Button, IconButton } from '#web-shared/components/button/button.tsx';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { TextArea } from '#web-shared/components/field/field.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { WideDialog } from '../wide-dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { JewelleryDrawing } from '#web-shared/components/shape-drawing/jewellery-drawing.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatWeight } from '../../lib/format.ts';
import type { ListRow } from '../list-row.ts';
import {
  GONE_NOTE,
  NOT_ON_HAND,
  SIMILAR_STONES_COUNTED,
  TENTATIVE_NOTE,
  TENTATIVE_REQUEST_NOTE,
  pricedOf,
  totalOf,
} from '../stone-facts.ts';
import { cardOfRow, type RequestCard } from './request-card.ts';
import { inRequestOrder } from './request-order.ts';
import styles from './confirm-request.module.css';

export type ConfirmRequestProps = {
  /** Rows of a list: stones, pieces, requests for similar stones. */
  stones?: readonly ListRow[];
  /** Cards that are not rows of a list: quantities of models, beside the rows that are left, by their parcel names. */
  others?: (left: ReadonlySet<string>) => readonly RequestCard[];
  /** What the inventory comes to with so many dollars of it: what is there now. */
  renderRoom?: (total: number | undefined) => ReactNode;
  /** The comment as it stood when it was last begun. */
  comment?: string;
  /** Called with each change of the comment: what is not sent yet is kept. */
  onComment?: (comment: string) => void;
  /** With the keys of the cards left: parcel names of rows, and the others' keys. Resolves also when it was refused and shown. */
  onRequest: (keys: readonly string[], remarks: string) => Promise<unknown>;
  onClose: () => void;
};

const noCards = (): readonly RequestCard[] => [];

/**
 * The large confirm-request dialog: cards sorted by virtual status, weight and total, each removable, with
 * summary, total and comment (product: Confirm request). With no card left there is nothing to request; of more than one
 * request may have, some are removed first.
 */
export default function ConfirmRequest({
  stones = [],
  others = noCards,
  renderRoom,
  comment: begun = '',
  onComment,
  onRequest,
  onClose,
}: ConfirmRequestProps) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [comment, setComment] = useState(begun);
  const [busy, setBusy] = useState(false);
  const isLeft = ({ key }: RequestCard): boolean => !removed.has(key);
  const rows = stones.map(cardOfRow).filter(isLeft);
  const offered = others(new Set(rows.map(({ key }) => key)));
  const models = offered.filter(isLeft);
  const cards = inRequestOrder([...rows, ...models]);
  const tooMany = tooManyOf({
    parcels: rows.filter(({ virtual }) => !virtual).length,
    desires: cards.filter(({ virtual }) => virtual).length,
    pieces: models.reduce((sum, { virtual, quantity = 1 }) => sum + (virtual ? 0 : quantity), 0),
  });
  const total = totalOf(cards);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await onRequest(
        cards.map(({ key }) => key),
        comment,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <WideDialog labelledBy="confirm-request" onClose={busy ? undefined : onClose}>
      <form className={styles['dialog']} onSubmit={(event) => void submit(event)}>
        <ModalHead
          id="confirm-request"
          title="Confirm your request"
          about={<span role="status">{summaryOf(cards)}</span>}
          busy={busy}
          onClose={onClose}
        />
        <ul className={styles['cards']} aria-label="Stones to request">
          {cards.map((card) => (
            <Card
              key={card.key}
              card={card}
              busy={busy}
              onRemove={() => setRemoved(new Set([...removed, card.key]))}
            />
          ))}
          {cards.length === 0 && <li className={styles['none']}>0 stones found</li>}
        </ul>
        {tooMany !== null && (
          <p className={styles['note']} role="status">
            <Icon name="warning" /> {tooMany} Remove some to request the rest.
          </p>
        )}
        {cards.some(isGone) && (
          <p className={styles['note']}>
            <Icon name="warning" /> {GONE_NOTE}
          </p>
        )}
        {cards.some(({ tentative }) => tentative) && (
          <p className={styles['note']}>
            <Icon name="clock" /> {TENTATIVE_REQUEST_NOTE}
          </p>
        )}
        {cards.some(({ beyond }) => beyond) && (
          <p className={styles['note']}>
            <Icon name="clock" /> {NOT_ON_HAND}
          </p>
        )}
        {stones.length > 0 && offered.length > 0 && (
          <p className={styles['whole']}>
            This is one request: if a part of it is refused, nothing is requested.
          </p>
        )}
        {renderRoom?.(totalOf(cards.map((card) => ({ total: card.onHandTotal ?? card.total }))))}
        <TextArea
          label="Comment (optional)"
          maxLength={2000}
          rows={2}
          value={comment}
          onChange={({ target }) => {
            setComment(target.value);
            onComment?.(target.value);
          }}
        />
        <footer className={styles['foot']}>
          {total !== undefined && (
            <p className={styles['total']}>
              <span>Total{pricedOf(cards)}</span> <output aria-label="Total">{formatPrice(total)}</output>
            </p>
          )}
          <Button onClick={onClose} disabled={busy} large>
            Cancel
          </Button>
          <Button
            look="primary"
            large
            type="submit"
            busy={busy}
            disabled={cards.length === 0 || tooMany !== null}
          >
            {busy ? 'Requesting…' : 'Request'}
          </Button>
        </footer>
      </form>
    </WideDialog>
  );
}

/** What a request with such a parcel would be refused for. */
const isGone = ({ status = 'AVAILABLE' }: RequestCard): boolean => status !== 'AVAILABLE';

function Card({ card, busy, onRemove }: { card: RequestCard; busy: boolean; onRemove: () => void }) {
  const { drawing, quantity = 1, onHand = quantity } = card;
  const price = card.price ?? (card.total === undefined ? undefined : formatPrice(card.total));
  return (
    <li className={styles['card']} data-virtual={card.virtual}>
      <span className={styles['drawing']}>
        {'jewellery' in drawing ? (
          <JewelleryDrawing type={drawing.jewellery} subType={drawing.subType} finish={drawing.finish} />
        ) : (
          <ShapeDrawing {...drawing} outline={card.virtual} />
        )}
      </span>
      <div className={styles['facts']}>
        <strong>
          {quantity > 1 && `${quantity} × `}
          {card.heading}
        </strong>
        <span>{card.detail}</span>
        {card.status && isGone(card) && (
          <span>
            <StatusChip status={card.status} where="requestable" />
          </span>
        )}
        {card.tentative && (
          <span className={styles['tentative']} title={TENTATIVE_NOTE}>
            To be confirmed
          </span>
        )}
        {onHand < quantity && (
          <span className={styles['tentative']}>
            {onHand} on hand, {quantity - onHand} on back order
          </span>
        )}
      </div>
      {price !== undefined && <span className={styles['price']}>{price}</span>}
      <IconButton
        icon="close"
        small
        label={`Remove ${card.virtual ? card.heading : card.key}`}
        disabled={busy}
        onClick={onRemove}
      />
    </li>
  );
}

/** '3 pcs · 4.53 ct, and 1 similar stone'. */
function summaryOf(cards: readonly RequestCard[]): string {
  const real = cards.filter(({ virtual }) => !virtual);
  const similar = cards.length - real.length;
  const pieces = real.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  const thousandths = real.reduce((sum, { weight = 0 }) => sum + thousandthsOf(weight), 0);
  return [
    ...(pieces > 0 || similar === 0 ? [formatPieces(pieces)] : []),
    ...(thousandths > 0 ? [`${formatWeight(inCarats(thousandths))} ct`] : []),
    ...(similar > 0 ? [formatNumberOf(similar, SIMILAR_STONES_COUNTED)] : []),
  ].join(' · ');
}

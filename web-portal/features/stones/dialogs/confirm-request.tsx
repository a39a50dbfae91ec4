import { Dialog } from '../../../components/overlay/dialog.tsx';
import { useState, type FormEvent } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import { formatPieces, formatPrice } from '#contracts/vocabulary/money.ts';
import { Button, IconButton } from '../../../components/button/button.tsx';
import { TextArea } from '../../../components/field/field.tsx';
import { Icon } from '../../../components/icon/icon.tsx';
import { ShapeDrawing } from '../../../components/shape-drawing/shape-drawing.tsx';
import { formatWeight } from '../../../lib/format.ts';
import { useNarrow } from '../../../lib/use-media.ts';
import { headingOf, TENTATIVE_REQUEST_NOTE, totalOf } from '../stone-facts.ts';
import type { RequestCard } from './request-card.ts';
import { inRequestOrder } from './request-order.ts';
import styles from './confirm-request.module.css';

export type ConfirmRequestProps = {
  stones?: readonly Stone[];
  /** What is no stone of a list and is requested with them: desires, pieces, models. */
  others?: readonly RequestCard[];
  /** The comment as it stood when it was last begun. */
  comment?: string;
  /** With the keys of the cards left: parcel names of stones, and the others' keys. Resolves also when it was refused and told. */
  onRequest: (keys: readonly string[], remarks: string) => Promise<unknown>;
  onClose: () => void;
};

/** The large confirm-request dialog: the stones as cards, each removable, with summary, total and comment. */
export default function ConfirmRequest({
  stones = [],
  comment: begun = '',
  onRequest,
  onClose,
}: ConfirmRequestProps) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [comment, setComment] = useState(begun);
  const [busy, setBusy] = useState(false);
  const narrow = useNarrow();
  const chosen = inRequestOrder(stones.filter((stone) => !removed.has(stone.parcelName)));
  const total = totalOf(chosen);
  const weight = chosen.reduce((sum, stone) => sum + Math.round(stone.weight * 1000), 0) / 1000;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await onRequest(
        chosen.map((stone) => stone.parcelName),
        comment,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      maxWidth="md"
      fullWidth
      fullScreen={narrow}
      aria-labelledby="confirm-request"
    >
      <form className={styles['dialog']} onSubmit={(event) => void submit(event)}>
        <header className={styles['head']}>
          <div>
            <h2 id="confirm-request">Confirm your request</h2>
            <p className={styles['summary']}>
              {formatPieces(chosen.length)} · {formatWeight(weight)} ct
            </p>
          </div>
          <IconButton icon="close" label="Close" onClick={onClose} disabled={busy} />
        </header>
        <ul className={styles['cards']} aria-label="Stones to request">
          {chosen.map((stone) => (
            <li key={stone.parcelName} className={styles['card']}>
              <span className={styles['drawing']}>
                <ShapeDrawing
                  shapeCode={stone.shapeCode}
                  colour={stone.colour}
                  fancyColour={stone.fancyColour}
                />
              </span>
              <div className={styles['facts']}>
                <strong>{headingOf(stone)}</strong>
                <span>{[stone.parcelName, stone.lab, stone.certNo].filter(Boolean).join(' · ')}</span>
                {stone.tentativeAvailability && <span className={styles['tentative']}>To be confirmed</span>}
              </div>
              {stone.total !== undefined && (
                <span className={styles['price']}>{formatPrice(stone.total)}</span>
              )}
              <IconButton
                icon="close"
                small
                label={`Remove ${stone.parcelName}`}
                disabled={busy}
                onClick={() => setRemoved(new Set([...removed, stone.parcelName]))}
              />
            </li>
          ))}
          {chosen.length === 0 && <li className={styles['none']}>0 stones found</li>}
        </ul>
        {chosen.some((stone) => stone.tentativeAvailability) && (
          <p className={styles['note']}>
            <Icon name="clock" /> {TENTATIVE_REQUEST_NOTE}
          </p>
        )}
        <TextArea
          label="Comment (optional)"
          maxLength={2000}
          rows={2}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <footer className={styles['foot']}>
          {total !== undefined && (
            <p className={styles['total']}>
              <span>Total</span> <output aria-label="Total">{formatPrice(total)}</output>
            </p>
          )}
          <Button onClick={onClose} disabled={busy} large>
            Cancel
          </Button>
          <Button look="primary" large type="submit" disabled={busy || chosen.length === 0}>
            {busy ? 'Requesting…' : 'Request'}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

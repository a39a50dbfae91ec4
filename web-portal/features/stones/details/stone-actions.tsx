import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { INTENT_LABELS, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { TextArea } from '#web-shared/components/field/field.tsx';
import { useDraft } from '../../../lib/saved-state.ts';
import { useSession } from '../../../lib/session.ts';
import { unlessFailed } from '../../../lib/unless-failed.ts';
import { useChangeCart } from '../../../lists/api/change-cart.ts';
import { wasDone } from '../../../lists/api/give-across.ts';
import { draftName } from '../../../lists/comment-drafts.ts';
import type { ParcelDetails } from '../api/get-details.ts';
import { useGiveInstruction } from '../api/give-instruction.ts';
import { isTentative, TENTATIVE_NOTE, TENTATIVE_REQUEST_NOTE } from '../../../lists/stone-facts.ts';
import styles from './stone-page.module.css';

const ConfirmDialog = lazy(() => import('#web-shared/components/confirm-dialog/confirm-dialog.tsx'));

/**
 * The actions that the stone's status offers, each with an optional remark, which is cleared once it is done
 * (product: Actions by status). `onAsking` hears when a question opens or closes: what shows the stone keeps it meanwhile.
 */
export function StoneActions({
  line,
  stone,
  onAsking,
}: {
  line: Line;
  stone: ParcelDetails;
  onAsking?: (asking: boolean) => void;
}) {
  const { actionsClosed, user } = useSession();
  const [remark, setRemark] = useDraft(user.username, draftName(user, `remark:${stone.parcelName}`));
  const [asking, setAsking] = useState<Intent | null>(null);
  const { give } = useGiveInstruction(line);
  const { addToCart, removeFromCart } = useChangeCart(line);
  const { actions, parcelName } = stone;
  // What no longer shows the question has none open, such as a list that became cards; a list come back to has it again.
  const report = useEffectEvent((shown: boolean) => onAsking?.(shown && asking !== null));
  useEffect(() => {
    report(true);
    return () => report(false);
  }, []);
  // A question that is open stays, whatever changes meanwhile: when it is answered, the server says why not.
  if (actions.length === 0 && asking === null)
    return stone.status === 'PENDING_RETURN' ? (
      <p className={styles['note']}>
        On its way back: nothing more can be done with it until it is received.
      </p>
    ) : null;

  const ask = (next: Intent | null): void => {
    setAsking(next);
    onAsking?.(next !== null);
  };
  const act = async (action: Intent): Promise<void> => {
    const outcome = await unlessFailed(give({ action, parcelNames: [parcelName], remarks: remark }));
    // Refused or declined, the remark stays for another try.
    if (outcome && wasDone(outcome)) setRemark('');
    ask(null);
  };
  return (
    <section className={styles['actions']} aria-label="Actions">
      <TextArea
        label="Remark (optional)"
        maxLength={2000}
        rows={1}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
      />
      {isTentative(stone) && <p className={styles['note']}>{TENTATIVE_NOTE}</p>}
      {actionsClosed !== null && <p className={styles['note']}>{actionsClosed}</p>}
      <div className={styles['buttons']}>
        {actions.map((action, index) => (
          <Button
            key={action}
            large
            look={index === actions.length - 1 ? 'primary' : 'outlined'}
            disabled={actionsClosed !== null}
            onClick={() => ask(action)}
          >
            {INTENT_LABELS[action]}
          </Button>
        ))}
        {actions.includes('REQUEST') && (
          <Button
            large
            disabled={actionsClosed !== null}
            onClick={() => (stone.inCart ? removeFromCart([parcelName]) : addToCart([parcelName]))}
          >
            {stone.inCart ? 'Remove from cart' : 'Add to cart'}
          </Button>
        )}
      </div>
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog onNo={() => ask(null)} onYes={() => act(asking)}>
            <p>
              {INTENT_LABELS[asking]}: <strong>{parcelName}</strong>
            </p>
            {remark.trim() && <p>“{remark.trim()}”</p>}
            {asking === 'REQUEST' && isTentative(stone) && <p>{TENTATIVE_REQUEST_NOTE}</p>}
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  );
}

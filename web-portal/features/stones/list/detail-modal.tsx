import { Button } from '#web-shared/components/button/button.tsx';
import { useSession } from '../../../lib/session.ts';
import { WideDialog } from '../../../lists/wide-dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { RowStatus } from '../columns/desire-columns.tsx';
import type { ListColumn } from '../columns/list-column.ts';
import { Picture } from '../../../lists/media/picture.tsx';
import { statusWhere, type ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import {
  describeStone,
  headingOf,
  isTentative,
  priceOf,
  TENTATIVE_NOTE,
} from '../../../lists/stone-facts.ts';
import { factsOfRow, moneyFactsOf } from './row-facts.ts';
import styles from './row-modals.module.css';

type DetailModalProps = {
  row: ListRow;
  kind: ListKind;
  columns: readonly ListColumn[];
  /** Opens the stone's tab. */
  onOpen: () => void;
  onCart: () => void;
  onClose: () => void;
};

/**
 * A card of the gallery, opened: picture, facts and price as the list's columns may show them (product:
 * Gallery).
 */
export default function DetailModal({ row, kind, columns, onOpen, onCart, onClose }: DetailModalProps) {
  const { actionsClosed } = useSession();
  const may = (id: string): boolean => columns.some((column) => column.id === id);
  const facts = factsOfRow(row, columns);
  const price = priceOf(row);
  return (
    <WideDialog labelledBy="card-heading" onClose={onClose}>
      <div className={styles['modal']}>
        <ModalHead
          id="card-heading"
          title={headingOf(row)}
          about={
            <>
              {!row.virtual && row.parcelName} {may('status') && <RowStatus row={row} kind={kind} />}
            </>
          }
          onClose={onClose}
        />
        <div className={styles['columns']}>
          <Picture stone={row} />
          <div className={styles['side']}>
            <dl className={styles['facts']}>
              {facts.map(({ id, name, text }) => (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            {statusWhere(kind) === 'requestable' && isTentative(row) && (
              <p className={styles['tentative']}>{TENTATIVE_NOTE}</p>
            )}
            {may('total') && price !== undefined && (
              <p className={styles['price']}>
                <span>
                  {moneyFactsOf(row, columns)
                    .map(({ name, text }) => `${name} ${text}`)
                    .join(' · ')}
                </span>
                <strong>{price}</strong>
              </p>
            )}
            <div className={styles['buttons']}>
              {!row.virtual && <Button onClick={onOpen}>Open details</Button>}
              {!row.virtual && kind === 'available' && (
                <Button
                  look="primary"
                  disabled={actionsClosed !== null}
                  title={actionsClosed ?? undefined}
                  aria-label={`${row.inCart ? 'Remove from cart' : 'Add to cart'}: ${describeStone(row)}`}
                  onClick={onCart}
                >
                  {row.inCart ? 'Remove from cart' : 'Add to cart'}
                </Button>
              )}
            </div>
          </div>
        </div>
      </div>
    </WideDialog>
  );
}

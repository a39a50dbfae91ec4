import { WideDialog } from '../wide-dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { Picture } from './picture.tsx';
import type { ListRow } from '../list-row.ts';
import { headingOf } from '../stone-facts.ts';
import styles from './media-modal.module.css';

/** A row's photo or video, large (product: Gallery). */
export default function MediaModal({ row, onClose }: { row: ListRow; onClose: () => void }) {
  return (
    <WideDialog labelledBy="media-heading" onClose={onClose}>
      <div className={styles['modal']}>
        <ModalHead id="media-heading" title={headingOf(row)} about={row.parcelName} onClose={onClose} />
        <Picture stone={row} />
      </div>
    </WideDialog>
  );
}

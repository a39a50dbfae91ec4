import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { useNarrow } from '../../lib/use-media.ts';
import { Picture } from './picture.tsx';
import type { ListRow } from '../list-row.ts';
import { headingOf } from '../stone-facts.ts';
import styles from './media-modal.module.css';

/** A row's photo or video, large (product: Gallery). */
export default function MediaModal({ row, onClose }: { row: ListRow; onClose: () => void }) {
  const narrow = useNarrow();
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={narrow}
      aria-labelledby="media-heading"
    >
      <div className={styles['modal']}>
        <ModalHead id="media-heading" title={headingOf(row)} about={row.parcelName} onClose={onClose} />
        <Picture stone={row} />
      </div>
    </Dialog>
  );
}

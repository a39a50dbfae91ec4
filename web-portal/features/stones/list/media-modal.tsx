import { IconButton } from '#web-shared/components/button/button.tsx';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { useNarrow } from '../../../lib/use-media.ts';
import { Picture } from '../details/picture.tsx';
import type { ListRow } from '../list-row.ts';
import { headingOf } from '../stone-facts.ts';
import styles from './row-modals.module.css';

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
        <header className={styles['head']}>
          <div>
            <h2 id="media-heading">{headingOf(row)}</h2>
            <p>{row.parcelName}</p>
          </div>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <Picture stone={row} />
      </div>
    </Dialog>
  );
}

import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { useNarrow } from '../../lib/use-media.ts';
import { CartButton } from './cart-button.tsx';
import { Comparison } from './comparison.tsx';
import styles from './similar-modal.module.css';

/** Two to five stones of a list side by side, compared with the first. */
export default function CompareModal({
  line,
  stones,
  onClose,
}: {
  line: Line;
  stones: readonly Stone[];
  onClose: () => void;
}) {
  const narrow = useNarrow();
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="lg"
      fullWidth
      fullScreen={narrow}
      aria-labelledby="compare-heading"
    >
      <div className={styles['modal']}>
        <ModalHead
          id="compare-heading"
          title="Compare"
          about={`${stones.length} stones side by side`}
          className={styles['head']}
          onClose={onClose}
        />
        <Comparison
          stones={stones}
          about={(stone) => (
            <div className={styles['about']}>
              <CartButton line={line} stone={stone} />
            </div>
          )}
        />
      </div>
    </Dialog>
  );
}

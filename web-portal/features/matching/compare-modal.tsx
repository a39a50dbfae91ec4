import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { WideDialog } from '../../lists/wide-dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
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
  return (
    <WideDialog labelledBy="compare-heading" onClose={onClose} maxWidth="lg">
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
    </WideDialog>
  );
}

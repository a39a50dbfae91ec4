import { useQuery } from '@tanstack/react-query';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { WideDialog } from '../../lists/wide-dialog.tsx';
import { ModalHead } from '#web-shared/components/overlay/modal-head.tsx';
import { ordersOf } from '../../lib/attributes.ts';
import { attributesQuery } from '../../lists/api/get-attributes.ts';
import { CartButton } from './cart-button.tsx';
import { Comparison } from './comparison.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differencesOf } from './differences.ts';
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
  const { data: attributes } = useQuery(attributesQuery);
  const orders = attributes && ordersOf(attributes);
  return (
    <WideDialog labelledBy="compare-heading" onClose={onClose} maxWidth="lg">
      <div className={styles['modal']}>
        <ModalHead
          id="compare-heading"
          title="Compare"
          about={`${stones.length} stones, each beside the first`}
          className={styles['head']}
          onClose={onClose}
        />
        <Comparison
          stones={stones}
          about={(stone, place) => (
            <div className={styles['about']}>
              {place > 0 && orders && <DifferenceList words={differencesOf(stones[0]!, stone, orders)} />}
              <CartButton line={line} stone={stone} />
            </div>
          )}
        />
      </div>
    </WideDialog>
  );
}

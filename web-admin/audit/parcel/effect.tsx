import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip } from '../../../web-portal/components/chip/chip.tsx';
import { Facts } from '../../components/facts.tsx';
import styles from './parcel.module.css';

/** The status now and then, and what each customer concerned would hold. */
export function Effect({ effect: { statusNow, statusAfter, customers } }: { effect: CorrectionPreview }) {
  return (
    <Facts
      facts={[
        [
          'Status',
          <span key="status" className={styles['change']}>
            <StatusChip status={statusNow} where="requestable" /> →{' '}
            <StatusChip status={statusAfter} where="requestable" />
          </span>,
        ],
        ...customers.map(
          ({ customerId, name, holdingNow, holdingAfter }) =>
            [
              `Held by ${name || `customer ${customerId}`}`,
              holdingNow === holdingAfter
                ? `${formatPrice(holdingNow)}, unchanged`
                : `${formatPrice(holdingNow)} → ${formatPrice(holdingAfter)}`,
            ] as const,
        ),
      ]}
    />
  );
}

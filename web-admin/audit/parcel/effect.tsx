import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { Facts } from '../../components/facts.tsx';
import { MoneyEffect } from './money-effect.tsx';
import styles from './parcel.module.css';

type EffectProps = { effect: CorrectionPreview; vendorName: (vendorId: number) => string };

/** The status now and then, what each customer concerned would hold, and every bill and statement that would change. */
export function Effect({ effect, vendorName }: EffectProps) {
  const { statusNow, statusAfter, customers } = effect;
  const names = new Map(customers.map(({ customerId, name }) => [customerId, name]));
  return (
    <>
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
      <MoneyEffect
        effect={effect}
        customerName={(customerId) => names.get(customerId) || `customer ${customerId}`}
        vendorName={vendorName}
      />
    </>
  );
}

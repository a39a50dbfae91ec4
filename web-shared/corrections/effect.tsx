import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatMoment } from '../formats/moments.ts';
import { StatusChip } from '../components/chip/chip.tsx';
import { Facts } from '../components/facts/facts.tsx';
import { MoneyEffect } from './money-effect.tsx';
import styles from './corrections.module.css';

/** The status before and after, what each customer concerned would hold, and every bill and statement that would change. */
export function Effect({ effect }: { effect: CorrectionPreview }) {
  const { statusNow, statusAfter, repricings = [], customers } = effect;
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
          ...repricings.map(
            ({ date, reason }) =>
              ['Undone with it', `Repricing of ${formatMoment(date)} (${reason})`] as const,
          ),
          ...customers.map(
            ({ customerId, name, holdingNow, holdingAfter }) =>
              [
                `Held by ${name || `customer ${customerId}`}`,
                holdingNow === undefined || holdingAfter === undefined
                  ? 'values are shown with wholesale prices only'
                  : holdingNow === holdingAfter
                    ? `${formatPrice(holdingNow)}, unchanged`
                    : `${formatPrice(holdingNow)} → ${formatPrice(holdingAfter)}`,
              ] as const,
          ),
        ]}
      />
      {effect.bills && <MoneyEffect effect={effect} />}
    </>
  );
}

import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip } from '../../../components/chip/chip.tsx';
import styles from './history.module.css';

/** What a correction would change: the status, and each customer's holding. */
export function CorrectionEffect({ effect }: { effect: CorrectionPreview }) {
  const { statusNow, statusAfter, customers } = effect;
  return (
    <section className={styles['effect']} aria-label="Effect">
      <p>
        Status{' '}
        {statusNow === statusAfter ? (
          <>
            stays <StatusChip status={statusNow} where="requestable" />
          </>
        ) : (
          <>
            <StatusChip status={statusNow} where="requestable" /> becomes{' '}
            <StatusChip status={statusAfter} where="requestable" />
          </>
        )}
      </p>
      {customers.map(({ customerId, name, holdingNow, holdingAfter }) => (
        <p key={customerId}>
          {name} holds{' '}
          {holdingNow === holdingAfter ? (
            <>
              <strong>{formatPrice(holdingNow)}</strong>, as before
            </>
          ) : (
            <>
              {formatPrice(holdingNow)}, then <strong>{formatPrice(holdingAfter)}</strong>
            </>
          )}
        </p>
      ))}
    </section>
  );
}

import type { Customer } from '#contracts/api/customers.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import styles from './customers.module.css';

/** The value held now, between the minimum and maximum where they are set; nothing where it may not be seen. */
export function HoldingBar({ customer }: { customer: Customer }) {
  const { currentlyHolding, minInventory, maxInventory } = customer;
  if (currentlyHolding === undefined) return null;
  const limits = { min: minInventory || undefined, max: maxInventory || undefined };
  const scale = Math.max(limits.max ?? 0, limits.min ?? 0, currentlyHolding) || 1;
  const share = (value: number): string => `${Math.min(100, (value / scale) * 100).toFixed(2)}%`;
  const state =
    limits.max !== undefined && currentlyHolding > limits.max
      ? 'over'
      : limits.min !== undefined && currentlyHolding < limits.min
        ? 'under'
        : 'within';
  return (
    <div className={styles['holding']} data-state={state} role="group" aria-label="Inventory value">
      <div className={styles['line']}>
        <span>Holding</span>
        <strong>{formatValue(currentlyHolding)}</strong>
      </div>
      {(limits.min !== undefined || limits.max !== undefined) && (
        <>
          <div className={styles['bar']} aria-hidden="true">
            <span className={styles['fill']} style={{ width: share(currentlyHolding) }} />
            {limits.min !== undefined && (
              <span className={styles['mark']} style={{ left: share(limits.min) }} />
            )}
            {limits.max !== undefined && (
              <span className={styles['mark']} style={{ left: share(limits.max) }} />
            )}
          </div>
          <div className={styles['limits']}>
            <span>{limits.min !== undefined && `min ${formatValue(limits.min)}`}</span>
            <span>{limits.max !== undefined && `max ${formatValue(limits.max)}`}</span>
          </div>
        </>
      )}
    </div>
  );
}

import { formatValue } from '#contracts/vocabulary/money.ts';
import styles from './holding-bar.module.css';

/** In dollars; a limit of 0 or none is not set (rule: Maximum inventory). */
type Holding = {
  currentlyHolding?: number | undefined;
  minInventory?: number | undefined;
  maxInventory?: number | undefined;
};

export type HoldingState = 'over' | 'under' | 'within';

/** Where the value held stands between the limits that are set. */
function holdingState({ currentlyHolding = 0, minInventory = 0, maxInventory = 0 }: Holding): HoldingState {
  if (maxInventory > 0 && currentlyHolding > maxInventory) return 'over';
  return currentlyHolding < minInventory ? 'under' : 'within';
}

/**
 * The value held now between the minimum and maximum that are set, in dollars (product: Profile drawer);
 * `bare` is the bar alone. Nothing where it may not be seen.
 */
export function HoldingBar({ holding, bare = false }: { holding: Holding; bare?: boolean }) {
  const { currentlyHolding } = holding;
  if (currentlyHolding === undefined) return null;
  const limits = [holding.minInventory, holding.maxInventory].map((limit) => limit || undefined);
  const scale = Math.max(...limits.map((limit) => limit ?? 0), currentlyHolding) || 1;
  const share = (value: number): string => `${Math.min(100, (value / scale) * 100).toFixed(2)}%`;
  const set = new Set(limits.filter((limit) => limit !== undefined));
  const bar = (
    <div className={styles['bar']} aria-hidden="true">
      <span className={styles['fill']} style={{ width: share(currentlyHolding) }} />
      {[...set].map((limit) => (
        <span key={limit} className={styles['mark']} style={{ left: share(limit) }} />
      ))}
    </div>
  );
  const state = holdingState(holding);
  if (bare) {
    return (
      <div className={styles['bare']} data-state={state}>
        {set.size > 0 && bar}
      </div>
    );
  }
  const [min, max] = limits;
  return (
    <div className={styles['holding']} data-state={state} role="group" aria-label="Inventory value">
      <div className={styles['line']}>
        <span>Holding</span>
        <strong>{formatValue(currentlyHolding)}</strong>
      </div>
      {set.size > 0 && (
        <>
          {bar}
          <div className={styles['limits']}>
            <span>{min !== undefined && `min ${formatValue(min)}`}</span>
            <span>{max !== undefined && `max ${formatValue(max)}`}</span>
          </div>
        </>
      )}
    </div>
  );
}

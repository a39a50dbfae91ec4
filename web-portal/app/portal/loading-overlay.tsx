import { useEffect, useState } from 'react';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { GROUP_TITLES, LIST_KINDS } from '../../lists/list-kinds.ts';
import { useConfiguration } from '#web-shared/configuration.ts';
import { isLine } from '../../lib/plain-values.ts';
import { useRunningOperations, type RunningOperation } from '../../lib/running-operations.ts';
import styles from './loading-overlay.module.css';

/** Shorter operations are not shown. */
const SHOWN_AFTER_MS = 700;

/**
 * The global loading overlay (product: Loading overlay): it lists the running operations; Impatient, offered
 * after the configured delay, clears it. An operation that begins later brings it back.
 */
export function LoadingOverlay() {
  const running = useRunningOperations(nameOfQuery);
  const { impatientAfterSeconds } = useConfiguration();
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set());
  // What is over is forgotten: the same load has the same id when it runs again.
  const stillCleared = running.map(({ id }) => id).filter((id) => cleared.has(id));
  if (stillCleared.length < cleared.size) setCleared(new Set(stillCleared));
  const waiting = running.filter(({ id }) => !cleared.has(id));
  if (waiting.length === 0) return null;
  return (
    <Overlay
      operations={waiting}
      impatientAfterMs={impatientAfterSeconds * 1000}
      onClear={() => setCleared(new Set(running.map(({ id }) => id)))}
    />
  );
}

type OverlayProps = {
  operations: readonly RunningOperation[];
  impatientAfterMs: number;
  onClear: () => void;
};

function Overlay({ operations, impatientAfterMs, onClear }: OverlayProps) {
  const shown = useAfter(SHOWN_AFTER_MS);
  const impatient = useAfter(impatientAfterMs);
  return shown && <Card operations={operations} impatient={impatient} onClear={onClear} />;
}

type CardProps = { operations: readonly RunningOperation[]; impatient: boolean; onClear: () => void };

/** A finished operation leaves its line empty, so that the others do not move. */
function Card({ operations, impatient, onClear }: CardProps) {
  const [listed, setListed] = useState(operations);
  const added = operations.filter(({ id }) => listed.every((each) => each.id !== id));
  if (added.length > 0) setListed([...listed, ...added]);
  const runs = (id: string): boolean => operations.some((each) => each.id === id);
  return (
    <div className={styles['overlay']} role="status" aria-label="Loading">
      <div className={styles['card']}>
        <div className={styles['bar']} aria-hidden="true" />
        <ul className={styles['operations']}>
          {listed.map(({ id, name }) => (
            <li key={id} style={{ visibility: runs(id) ? 'visible' : 'hidden' }}>
              {name}
            </li>
          ))}
        </ul>
        {impatient && <Button onClick={onClear}>Impatient</Button>}
      </div>
    </div>
  );
}

/** True after so many milliseconds. */
function useAfter(delayMs: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}

const NAMES: Readonly<Record<string, string>> = {
  customer: 'Your account',
  customers: 'Customers',
  'asset-pages': 'Pages',
  attributes: 'Names of shapes and grades',
  'jewellery-models': 'Jewellery models',
  similar: 'Similar stones',
  invoices: 'Invoices',
  'invoice-months': 'Months with invoices',
  'bill-working': 'How the bill comes about',
  'my-year': 'My year',
};

/** What a query is called while it runs: 'Available: Loose Diamonds', 'VTR-100041'. */
function nameOfQuery([what, ...about]: readonly unknown[]): string | null {
  if (what === 'list') {
    const [line, name] = about;
    const kind = LIST_KINDS.find((each) => each === name);
    return isLine(line) && kind ? `${GROUP_TITLES[kind]}: ${LINE_FACTS[line].title}` : null;
  }
  if (what === 'details') return String(about[1]);
  return typeof what === 'string' ? (NAMES[what] ?? null) : null;
}

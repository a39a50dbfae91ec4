import type { ReactNode } from 'react';
import type { LineKind } from '#contracts/billing/index.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { lineKindName } from '#web-shared/formats/line-kinds.ts';
import styles from './line-sheet.module.css';

type LineSheetProps = {
  /** The message where there are no lines. */
  empty: string;
  /** Dollars. */
  total: number;
  /** `SheetLine`s. */
  children: readonly ReactNode[];
};

/** The lines of a bill or statement with their total. */
export function LineSheet({ empty, total, children }: LineSheetProps) {
  return (
    <Section title="Lines">
      {children.length === 0 ? (
        <p className={styles['quiet']}>{empty}</p>
      ) : (
        <div className={styles['lines']}>{children}</div>
      )}
      <div className={styles['total']}>
        <span>Total</span>
        <span>{formatPrice(total)}</span>
      </div>
    </Section>
  );
}

type SheetLineProps = {
  kind: LineKind;
  /** What it is charged or paid for. */
  about: ReactNode;
  /** Dollars. */
  amount: number;
  children: ReactNode;
};

/** A line of money; a press opens its working. */
export function SheetLine({ kind, about, amount, children }: SheetLineProps) {
  return (
    <details>
      <summary>
        <span className={styles['kind']}>{lineKindName(kind)}</span>
        <span>{about}</span>
        <span className={styles['amount']}>{formatPrice(amount)}</span>
      </summary>
      <div className={styles['working']}>{children}</div>
    </details>
  );
}

/** How an amount came about. */
export function Formula({ children }: { children: ReactNode }) {
  return <p className={styles['formula']}>{children}</p>;
}

/** What is worth knowing of a line beside its working. */
export function LineNote({ children }: { children: ReactNode }) {
  return <p className={styles['quiet']}>{children}</p>;
}

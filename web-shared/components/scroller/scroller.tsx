import type { ReactNode } from 'react';
import styles from './scroller.module.css';

/** A region that scrolls, which the keyboard reaches too (WCAG 2.1.1). */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  const scrolls = { role: 'region', tabIndex: 0, 'aria-label': `${label}, scrolls` };
  return (
    <div className={styles['scroller']} {...scrolls}>
      {children}
    </div>
  );
}

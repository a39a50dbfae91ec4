import type { ReactNode } from 'react';
import styles from './sections.module.css';

/** Sections of a page under each other, no wider than a form. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className={styles['sections']}>{children}</div>;
}

import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { ReactNode } from 'react';
import styles from './lookup.module.css';

/** By keyboard too, where nothing in it can take the focus. */
const SCROLLS = { role: 'group', tabIndex: 0, 'aria-label': 'What became of the numbers' };

/** Where it stands what became of the numbers. */
export function Results({ children }: { children: ReactNode }) {
  return (
    <div {...SCROLLS} className={styles['results']}>
      {children}
    </div>
  );
}

/** 'Found: 3'. */
export const countOf = (title: string, count: number): string => `${title}: ${formatCount(count)}`;

/** Those of which one thing is true, with how many they are. */
export function ResultGroup({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{countOf(title, count)}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** A number or a stone, and what is known of it. */
export function ResultLine({ name, detail }: { name: string; detail: string }) {
  return (
    <li>
      <div>
        <strong>{name}</strong> <small>{detail}</small>
      </div>
    </li>
  );
}

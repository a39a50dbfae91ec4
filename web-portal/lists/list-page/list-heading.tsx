import type { ReactNode } from 'react';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { GROUP_TITLES, type ListKind } from '../list-kinds.ts';
import styles from './list-page.module.css';

/** The id of a list's heading, which names its section. */
export const headingId = (kind: ListKind, line: Line): string => `heading-${kind}-${line}`;

/** A list's group, line and summary; what belongs beside them at the right. */
export function ListHeading({
  kind,
  line,
  summary,
  children,
}: {
  kind: ListKind;
  line: Line;
  summary: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <p className={styles['group']}>{GROUP_TITLES[kind]}</p>
        <h1 id={headingId(kind, line)}>{LINE_FACTS[line].title}</h1>
        <p className={styles['summary']} role="status">
          {summary}
        </p>
      </div>
      <div className={styles['aside']}>{children}</div>
    </header>
  );
}

import type { MouseEvent, ReactNode } from 'react';
import { LinkBase } from 'react-admin';
import styles from './text-link.module.css';

/** A link within a page's text. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkBase className={styles['link']} to={to}>
      {children}
    </LinkBase>
  );
}

/** The name of what a row is about, as the link to it; the row's own click does not follow it. */
export function NameLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkBase className={styles['name']} to={to} onClick={(event: MouseEvent) => event.stopPropagation()}>
      {children}
    </LinkBase>
  );
}

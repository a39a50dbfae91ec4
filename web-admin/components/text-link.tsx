import type { ReactNode } from 'react';
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

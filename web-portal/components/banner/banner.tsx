import type { ReactNode } from 'react';
import styles from './banner.module.css';

type BannerProps = {
  /** What the banner is about, for those who do not see it. */
  label: string;
  /** `warning`: what is done is done for another. */
  tone: 'calm' | 'warning';
  children: ReactNode;
};

/** A line above every page: what the portal is in, and a way out of it. It is not printed. */
export function Banner({ label, tone, children }: BannerProps) {
  return (
    <aside className={styles['banner']} data-tone={tone} aria-label={label}>
      {children}
    </aside>
  );
}

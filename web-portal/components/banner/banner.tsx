import type { ReactNode } from 'react';
import styles from './banner.module.css';

type BannerProps = {
  /** What the banner is about, for screen readers. */
  label: string;
  /** `warning`: the user acts for somebody else. */
  tone: 'calm' | 'warning';
  children: ReactNode;
};

/** A line above every page that names the portal's mode and a way out of it. It is not printed. */
export function Banner({ label, tone, children }: BannerProps) {
  return (
    <aside className={styles['banner']} data-tone={tone} aria-label={label}>
      {children}
    </aside>
  );
}

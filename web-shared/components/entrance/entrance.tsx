import type { ReactNode } from 'react';
import { SchemeToggle } from '../scheme-toggle.tsx';
import styles from './entrance.module.css';

type EntranceProps = {
  logo: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  /** A picture on the right, where there is room. */
  stage: ReactNode;
};

/** A page before the shell, of the portal or of the back office: its form on the left, stones on the right. */
export function Entrance({ logo, children, foot, stage }: EntranceProps) {
  return (
    <main className={styles['page']}>
      <div className={styles['panel']}>
        <header className={styles['head']}>
          {logo}
          <SchemeToggle />
        </header>
        <div className={styles['middle']}>{children}</div>
        {foot && <footer>{foot}</footer>}
      </div>
      <div className={styles['stage']} aria-hidden="true">
        {stage}
      </div>
    </main>
  );
}

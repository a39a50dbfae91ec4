import type { ReactNode } from 'react';
import { ShapeDrawing } from '../../web-portal/components/shape-drawing/shape-drawing.tsx';
import { Logo } from '../components/logo.tsx';
import { SchemeToggle } from '../../web-portal/components/scheme-toggle.tsx';
import styles from './session.module.css';

/** The pages before the shell: what is to do on the left, a stone on the right. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <main className={styles['page']}>
      <div className={styles['panel']}>
        <header className={styles['head']}>
          <Logo large />
          <SchemeToggle />
        </header>
        <div className={styles['middle']}>{children}</div>
        <footer className={styles['foot']}>
          <a href="/">Back to the portal</a>
        </footer>
      </div>
      <div className={styles['stage']} aria-hidden="true">
        <div className={styles['great']}>
          <ShapeDrawing shapeCode="RD" outline />
        </div>
      </div>
    </main>
  );
}

import type { ReactNode } from 'react';
import { Entrance as SharedEntrance } from '#web-shared/components/entrance/entrance.tsx';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { Logo } from '../components/logo.tsx';
import styles from './session.module.css';

/** The pages before the back office's shell. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <SharedEntrance
      logo={<Logo large />}
      foot={
        <a href="/" className={styles['portal']}>
          Back to the portal
        </a>
      }
      stage={
        <div className={styles['great']}>
          <ShapeDrawing shapeCode="RD" outline />
        </div>
      }
    >
      {children}
    </SharedEntrance>
  );
}

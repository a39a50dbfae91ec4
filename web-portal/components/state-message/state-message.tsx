import type { ReactNode } from 'react';
import { ShapeDrawing } from '../shape-drawing/shape-drawing.tsx';
import styles from './state-message.module.css';

/** A designed state of a page or list: empty, failed, or not to be had. `alert` says it at once to screen readers. */
export function StateMessage({
  heading,
  children,
  actions,
  alert = false,
  shape = 'RD',
}: {
  heading: string;
  children?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
  shape?: string;
}) {
  return (
    <div className={styles['state']} role={alert ? 'alert' : 'status'}>
      <div className={styles['drawing']}>
        <ShapeDrawing shapeCode={shape} outline />
      </div>
      <p className={styles['heading']}>{heading}</p>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}

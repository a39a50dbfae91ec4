import type { ReactNode } from 'react';
import { ShapeDrawing } from '../shape-drawing/shape-drawing.tsx';
import styles from './state-message.module.css';

/** A designed state of a page or list: empty, failed or unavailable. `alert` announces it to screen readers immediately. */
export function StateMessage({
  heading,
  children,
  actions,
  alert = false,
  page = false,
  shape = 'RD',
}: {
  heading: string;
  children?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
  /** The heading of the whole page. */
  page?: boolean;
  shape?: string;
}) {
  const Heading = page ? 'h1' : 'p';
  return (
    <div className={styles['state']} role={alert ? 'alert' : 'status'}>
      <div className={styles['drawing']}>
        <ShapeDrawing shapeCode={shape} outline />
      </div>
      <Heading className={styles['heading']}>{heading}</Heading>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Brilliant } from './brilliant.tsx';
import styles from './state-message.module.css';

type StateMessageProps = {
  heading: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Said at once to screen readers. */
  alert?: boolean;
  /** The heading of the whole page. */
  page?: boolean;
};

/** A designed state of a page or list: empty, failed, or not to be had. */
export function StateMessage({ heading, children, actions, alert = false, page = false }: StateMessageProps) {
  const Heading = page ? 'h1' : 'p';
  return (
    <div className={styles['state']} role={alert ? 'alert' : 'status'}>
      <div className={styles['drawing']}>
        <Brilliant />
      </div>
      <Heading className={styles['heading']}>{heading}</Heading>
      {children && <div className={styles['text']}>{children}</div>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}

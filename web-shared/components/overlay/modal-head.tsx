import type { ReactNode } from 'react';
import { IconButton } from '../button/button.tsx';
import styles from './modal-head.module.css';

type ModalHeadProps = {
  /** The heading's id, which names the dialog. */
  id: string;
  title: ReactNode;
  /** Beneath the title. */
  about?: ReactNode;
  /** Its own action is under way: it cannot be closed meanwhile. */
  busy?: boolean;
  className?: string | undefined;
  /** Between title and close button. */
  children?: ReactNode;
  onClose: () => void;
};

/** The head of a dialog that shows something: what it is, and the way out. */
export function ModalHead({
  id,
  title,
  about,
  busy = false,
  className = '',
  children,
  onClose,
}: ModalHeadProps) {
  return (
    <header className={`${styles['head'] ?? ''} ${className}`}>
      <div>
        <h2 id={id}>{title}</h2>
        {about && <p className={styles['about']}>{about}</p>}
      </div>
      {children}
      <IconButton icon="close" label="Close" onClick={onClose} disabled={busy} />
    </header>
  );
}

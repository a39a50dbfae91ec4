import { useId, type FormEvent, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import styles from './dialog-frame.module.css';

type DialogFrameProps = {
  title: ReactNode;
  /** Its buttons, at its foot. */
  buttons: ReactNode;
  maxWidth?: 'xs' | 'sm' | 'md';
  /** In place of `maxWidth`, as CSS has it. */
  width?: { width: string; maxWidth: string };
  /** Its own action is under way: it cannot be closed meanwhile. */
  busy?: boolean;
  /** Makes it a form. */
  onSubmit?: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that asks something: its heading, what it is about, and its buttons. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, buttons, maxWidth = 'sm', width, busy = false, onSubmit, onClose, children } = props;
  const heading = useId();
  const content = (
    <>
      <h2 id={heading}>{title}</h2>
      {children}
      <div className={styles['buttons']}>{buttons}</div>
    </>
  );
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={heading}
      {...(width ? { slotProps: { paper: { style: width } } } : { maxWidth, fullWidth: true })}
    >
      {onSubmit ? (
        <form className={styles['frame']} onSubmit={onSubmit} noValidate>
          {content}
        </form>
      ) : (
        <div className={styles['frame']}>{content}</div>
      )}
    </Dialog>
  );
}

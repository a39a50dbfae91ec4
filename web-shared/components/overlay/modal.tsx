import { useId, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ModalHead } from './modal-head.tsx';

type ModalProps = {
  title: ReactNode;
  /** Beneath the title. */
  about?: ReactNode;
  maxWidth?: 'xs' | 'sm' | 'md';
  fullScreen?: boolean;
  className: string | undefined;
  headClassName?: string | undefined;
  /** It cannot be closed meanwhile. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that shows something, under its head. */
export function Modal(props: ModalProps) {
  const { title, about, maxWidth = 'sm', fullScreen = false, busy = false, onClose, children } = props;
  const heading = useId();
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      maxWidth={maxWidth}
      fullWidth
      fullScreen={fullScreen}
      aria-labelledby={heading}
    >
      <div className={props.className}>
        <ModalHead
          id={heading}
          title={title}
          about={about}
          className={props.headClassName}
          busy={busy}
          onClose={onClose}
        />
        {children}
      </div>
    </Dialog>
  );
}

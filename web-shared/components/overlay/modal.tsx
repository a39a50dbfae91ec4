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
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that shows something, under its head. */
export function Modal(props: ModalProps) {
  const { title, about, maxWidth = 'sm', fullScreen = false, onClose, children } = props;
  const heading = useId();
  return (
    <Dialog
      open
      onClose={onClose}
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
          onClose={onClose}
        />
        {children}
      </div>
    </Dialog>
  );
}

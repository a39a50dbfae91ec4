import type { ReactNode } from 'react';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { useNarrow } from '../lib/use-media.ts';

type WideDialogProps = {
  /** The id of its heading. */
  labelledBy: string;
  /** Absent while it may not be closed. */
  onClose: (() => void) | undefined;
  maxWidth?: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

/** A dialog as wide as it may be; on a narrow screen it is the whole screen. */
export function WideDialog({ labelledBy, onClose, maxWidth = 'md', children }: WideDialogProps) {
  const narrow = useNarrow();
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={maxWidth}
      fullWidth
      fullScreen={narrow}
      aria-labelledby={labelledBy}
    >
      {children}
    </Dialog>
  );
}

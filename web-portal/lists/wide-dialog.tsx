import type { ReactNode } from 'react';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import { useMedia, useNarrow } from '../lib/use-media.ts';

type WideDialogProps = {
  /** The id of its heading. */
  labelledBy: string;
  /** Absent while it may not be closed. */
  onClose: (() => void) | undefined;
  maxWidth?: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

/** On a large screen a size more. */
const LARGE = '(width >= 1920px)';
const MORE = { sm: 'sm', md: 'lg', lg: 'xl' } as const;

/** A dialog as wide as it may be; on a narrow screen it is the whole screen. */
export function WideDialog({ labelledBy, onClose, maxWidth = 'md', children }: WideDialogProps) {
  const narrow = useNarrow();
  const large = useMedia(LARGE);
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={large ? MORE[maxWidth] : maxWidth}
      fullWidth
      fullScreen={narrow}
      aria-labelledby={labelledBy}
    >
      {children}
    </Dialog>
  );
}

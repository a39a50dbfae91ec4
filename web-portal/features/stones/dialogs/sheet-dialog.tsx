import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { WideDialog } from '../../../lists/wide-dialog.tsx';
import styles from './sheet-dialog.module.css';

type SheetDialogProps = {
  /** The id of the sheet's heading in the dialog. */
  labelledBy: string;
  /** How the paper lies. */
  paper: 'upright' | 'landscape';
  /** Draws the sheet twice: in the dialog, with that id, and as it is printed, without one. */
  sheet: (headingId?: string) => ReactNode;
  onClose: () => void;
};

/**
 * A sheet shown as it will be printed. It is printed from a copy of its own beside the page: a dialog has an edge, and
 * scrolls.
 */
export function SheetDialog({ labelledBy, paper, sheet, onClose }: SheetDialogProps) {
  return (
    <>
      <WideDialog labelledBy={labelledBy} onClose={onClose}>
        <div className={styles['dialog']}>
          {sheet(labelledBy)}
          <footer className={styles['foot']}>
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" onClick={() => window.print()}>
              <Icon name="print" /> Print
            </Button>
          </footer>
        </div>
      </WideDialog>
      {createPortal(
        <div className={styles['paper']} data-paper={paper} aria-hidden="true">
          {sheet()}
        </div>,
        document.body,
      )}
    </>
  );
}

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

type ConfirmDialogProps = {
  open: boolean;
  question: string;
  /** The answer is on its way: both buttons wait. */
  busy: boolean;
  onYes: () => void;
  onNo: () => void;
};

/** The simple confirmation: a question, No and Yes (specification, section 2.7). */
export function ConfirmDialog({ open, question, busy, onYes, onNo }: ConfirmDialogProps) {
  const heading = useId();
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onNo()}
      maxWidth="xs"
      fullWidth
      transitionDuration={150}
      aria-labelledby={heading}
    >
      <DialogTitle id={heading}>{question}</DialogTitle>
      <DialogActions>
        <Button onClick={onNo} disabled={busy}>
          No
        </Button>
        <Button variant="contained" onClick={onYes} disabled={busy} autoFocus>
          Yes
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { TextArea } from '../field/field.tsx';
import { DialogFrame } from '../overlay/dialog-frame.tsx';
import styles from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  /** What is asked; 'Are you sure?' unless something more precise is. */
  question?: string;
  /** What it is about. */
  children?: ReactNode;
  /** The draft of the comment; undefined where none can be given. */
  comment?: string;
  /** Without a comment there is no Yes; it is a remark then, which is what the server calls it that asks for it. */
  needsComment?: boolean;
  /** Called with each change of the comment, so that a draft can be kept. */
  onComment?: (comment: string) => void;
  /** May resolve later: meanwhile the buttons wait. */
  onYes: (comment: string) => Promise<unknown> | void;
  onNo: () => void;
  /** Yes waits, for example until the effect is known. */
  waiting?: boolean;
  /** Room for what it is about, such as a table. */
  maxWidth?: 'xs' | 'sm' | 'md';
};

/** The simple confirmation: a question, an optional comment, No and Yes (product: Confirmation). */
export default function ConfirmDialog({
  question = 'Are you sure?',
  children,
  comment,
  needsComment = false,
  onComment,
  onYes,
  onNo,
  waiting = false,
  maxWidth = 'xs',
}: ConfirmDialogProps) {
  const [text, setText] = useState(comment ?? '');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await onYes(text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogFrame
      title={question}
      maxWidth={maxWidth}
      busy={busy}
      onSubmit={(event) => void submit(event)}
      onClose={onNo}
      buttons={
        <>
          <Button onClick={onNo} disabled={busy}>
            No
          </Button>
          <Button
            look="primary"
            type="submit"
            busy={busy || waiting}
            unready={needsComment && text.trim() === ''}
            autoFocus={!needsComment}
          >
            Yes
          </Button>
        </>
      }
    >
      {children && <div className={styles['about']}>{children}</div>}
      {comment !== undefined && (
        <TextArea
          label={needsComment ? 'Remark' : 'Comment (optional)'}
          required={needsComment}
          // Once it is needed, which may be after it was shown.
          ref={needsComment ? focus : null}
          maxLength={2000}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onComment?.(target.value);
          }}
        />
      )}
    </DialogFrame>
  );
}

const focus = (field: HTMLTextAreaElement | null): void => field?.focus();

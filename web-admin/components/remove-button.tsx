import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';

type RemoveButtonProps = {
  label?: string;
  /** What it is called where several stand in sight. */
  name?: string;
  question: string;
  /** The message once it is done. */
  done: string;
  remove: () => Promise<unknown>;
  onRemoved?: () => void;
};

/** Removes something, once it is confirmed. */
export function RemoveButton(props: RemoveButtonProps) {
  const { label = 'Remove', name, question, done, remove, onRemoved } = props;
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const yes = async (): Promise<void> => {
    try {
      await remove();
      toastSuccess(done);
      await client.invalidateQueries();
      onRemoved?.();
    } catch (error) {
      toastFailure(messageOf(error), 'happier');
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <ConfirmDialog question={question} onYes={yes} onNo={() => setAsking(false)} />}
    </>
  );
}

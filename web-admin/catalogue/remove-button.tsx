import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import ConfirmDialog from '../../web-portal/components/confirm-dialog/confirm-dialog.tsx';
import { messageOf } from '../components/failed-state.tsx';
import { toastFailure, toastSuccess } from '../components/toasts/toast.ts';

type RemoveButtonProps = {
  label?: string;
  question: string;
  /** What is said when it is done. */
  done: string;
  remove: () => Promise<unknown>;
  onRemoved?: () => void;
};

/** Removes something, once it is confirmed. */
export function RemoveButton({ label = 'Remove', question, done, remove, onRemoved }: RemoveButtonProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const yes = async (): Promise<void> => {
    try {
      await remove();
      toastSuccess(done);
      await client.invalidateQueries();
      onRemoved?.();
    } catch (error) {
      toastFailure(messageOf(error), true);
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {asking && <ConfirmDialog question={question} onYes={yes} onNo={() => setAsking(false)} />}
    </>
  );
}

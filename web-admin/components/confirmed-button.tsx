import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { useAct } from './use-act.ts';

type ConfirmedButtonProps = {
  label?: ReactNode;
  /** What it is called where several stand in sight. */
  name?: string;
  look?: 'primary' | 'outlined';
  /** What it starts is under way already. */
  busy?: boolean;
  /** Something is missing for it. */
  unready?: boolean;
  question: string;
  /** What there is to know before the answer. */
  children?: ReactNode;
  act: () => Promise<unknown>;
  /** The message once it is done. */
  done: string;
  onDone?: () => void;
};

/** Does something, such as removing a record, once it is confirmed; the page is then read again whatever came of it. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { label = 'Remove', look = 'outlined', busy = false, unready = false } = props;
  const { name, question, children, done, onDone } = props;
  const [asking, setAsking] = useState(false);
  const { act } = useAct();
  const client = useQueryClient();
  const yes = async (): Promise<void> => {
    const isDone = await act('yes', async () => {
      await props.act();
      return done;
    });
    await client.invalidateQueries();
    if (isDone) onDone?.();
    setAsking(false);
  };
  return (
    <>
      <Button aria-label={name} look={look} busy={busy} unready={unready} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog question={question} onYes={yes} onNo={() => setAsking(false)}>
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}

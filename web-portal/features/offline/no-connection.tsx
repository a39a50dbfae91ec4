import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { queryKeys } from '../../lib/query-keys.ts';
import { showLastSeen } from './last-seen.ts';

type NoConnectionProps = {
  heading: string;
  message: string;
  looking: ReactNode;
  /** Whether what was last seen on this device may be shown: there is no connection, and it is of the person who comes. */
  mayShowLastSeen: boolean;
};

/**
 * In place of the portal while the sign-in cannot be confirmed: what was last seen takes its place where there is some and
 * it may be shown (product: Without a network).
 */
export function NoConnection({ heading, message, looking, mayShowLastSeen }: NoConnectionProps) {
  const client = useQueryClient();
  const [nothingKept, setNothingKept] = useState(false);
  useEffect(() => {
    if (!mayShowLastSeen) return;
    let here = true;
    void showLastSeen(client)
      .catch((error: unknown) => {
        console.warn('What was last seen could not be read.', error);
        return false;
      })
      .then((shown) => here && !shown && setNothingKept(true));
    return () => {
      here = false;
    };
  }, [client, mayShowLastSeen]);
  useEffect(() => {
    const confirm = (): void => void client.refetchQueries({ queryKey: queryKeys.session });
    window.addEventListener('online', confirm);
    return () => window.removeEventListener('online', confirm);
  }, [client]);
  if (mayShowLastSeen && !nothingKept) return looking;
  return (
    <StateMessage
      alert
      heading={heading}
      actions={
        <Button look="primary" onClick={() => void client.refetchQueries({ queryKey: queryKeys.session })}>
          Try again
        </Button>
      }
    >
      {message}
    </StateMessage>
  );
}

import type { ReactNode } from 'react';
import { statusOf } from '../providers/http-client.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';

type FailedStateProps = {
  error: unknown;
  /** Begins the heading: 'The customers'. */
  what: string;
  onRetry: () => void;
  /** What else there is to do than try again. */
  beside?: ReactNode;
};

/** A page or list that could not be loaded: why, and what to do. */
export function FailedState({ error, what, onRetry, beside }: FailedStateProps) {
  if (statusOf(error) === 403) {
    return (
      <StateMessage heading="You may not see this" alert>
        {messageOf(error)}
      </StateMessage>
    );
  }
  return <CouldNotLoad what={what} error={error} retry={onRetry} beside={beside} />;
}

import { Button } from '#web-shared/components/button/button.tsx';
import { statusOf } from '../providers/http-client.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';

type FailedStateProps = {
  error: unknown;
  /** What could not be had: 'The customers could not be loaded.' */
  heading: string;
  onRetry: () => void;
};

/** A page or list that could not be loaded: why, and what to do. */
export function FailedState({ error, heading, onRetry }: FailedStateProps) {
  if (statusOf(error) === 403) {
    return (
      <StateMessage heading="This is not yours to see" alert>
        {messageOf(error)}
      </StateMessage>
    );
  }
  return (
    <StateMessage heading={heading} alert actions={<Button onClick={onRetry}>Try again</Button>}>
      {messageOf(error)}
    </StateMessage>
  );
}

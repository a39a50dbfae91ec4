import { messageOf } from '../../formats/message-of.ts';
import { Button } from '../button/button.tsx';
import { StateMessage } from './state-message.tsx';

/** The state of a page, list or dialog that could not be loaded: why not, and the way to try again. */
export function CouldNotLoad({
  what,
  error,
  retry,
  page = false,
}: {
  /** Begins the heading: 'The invoices'. */
  what: string;
  error: unknown;
  retry: () => unknown;
  /** The heading of the whole page. */
  page?: boolean;
}) {
  return (
    <StateMessage
      alert
      page={page}
      heading={`${what} could not be loaded`}
      actions={<Button onClick={() => void retry()}>Try again</Button>}
    >
      {messageOf(error)}
    </StateMessage>
  );
}

import type { ReactNode } from 'react';
import { messageOf } from '../../formats/message-of.ts';
import { Button } from '../button/button.tsx';
import { StateMessage } from './state-message.tsx';

/** The state of a page, list or dialog that could not be loaded: why not, and the way to try again. */
export function CouldNotLoad({
  what,
  error,
  retry,
  beside,
  page = false,
}: {
  /** Begins the heading: 'The invoices'. */
  what: string;
  error: unknown;
  retry: () => unknown;
  /** What else there is to do than try again. */
  beside?: ReactNode;
  /** The heading of the whole page. */
  page?: boolean;
}) {
  return (
    <StateMessage
      alert
      page={page}
      heading={`${what} could not be loaded`}
      actions={
        <>
          <Button onClick={() => void retry()}>Try again</Button>
          {beside}
        </>
      }
    >
      {messageOf(error)}
    </StateMessage>
  );
}

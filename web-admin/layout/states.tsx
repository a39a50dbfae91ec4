import { Button } from '#web-shared/components/button/button.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { LinkButton } from '../components/link-button.tsx';

const toTheStart = <LinkButton to="/">To the start</LinkButton>;

/** A page of the back office that this member of staff may not open. */
export function ForbiddenPage() {
  return (
    <StateMessage heading="This page is for administrators" page actions={toTheStart}>
      Ask an administrator if you need something from it.
    </StateMessage>
  );
}

/** There is no such page. */
export function NotFoundPage() {
  return (
    <StateMessage heading="There is no such page" page actions={toTheStart}>
      The address may have changed.
    </StateMessage>
  );
}

/** A page that cannot be drawn: its fixed texts (product: Page error), and the reason, to be reported. */
export function BrokenPage({
  error,
  resetErrorBoundary,
}: {
  error: Error;
  resetErrorBoundary: (args: unknown) => void;
}) {
  return (
    <StateMessage
      heading="There was an error displaying this page."
      page
      alert
      actions={<Button onClick={() => resetErrorBoundary(undefined)}>Try again</Button>}
    >
      We&apos;re sorry for the inconvenience.
      <br />
      {error.message}
    </StateMessage>
  );
}

/** The server could not say who is signed in. */
export function NoAnswerPage() {
  return (
    <FailedState
      error={new Error('The server did not answer.')}
      what="This page"
      onRetry={() => window.location.reload()}
    />
  );
}

/** Shown until it is known who is signed in. */
export function Waiting() {
  return (
    <p className="visually-hidden" role="status">
      Loading
    </p>
  );
}

import { Component, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { StateMessage } from '../state-message/state-message.tsx';

/** A page that failed to draw shows its fixed texts (product: Page error) and can be tried again. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <StateMessage
        alert
        heading="There was an error displaying this page."
        actions={<Button onClick={() => this.setState({ failed: false })}>Try again</Button>}
      >
        We're sorry for the inconvenience.
      </StateMessage>
    );
  }
}

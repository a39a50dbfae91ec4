import type { ReactNode } from 'react';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';

type NotLoadedProps = { line: Line; onRetry: () => void; /** Why. */ children: ReactNode };

/** In place of a stone or piece that could not be loaded. */
export function NotLoaded({ line, onRetry, children }: NotLoadedProps) {
  return (
    <StateMessage
      alert
      page
      heading={`${LINE_FACTS[line].noun} could not be loaded`}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {children}
    </StateMessage>
  );
}

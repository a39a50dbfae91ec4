import { lazy, Suspense } from 'react';
import { useSession } from '../../lib/session.ts';
import { commentDrafts } from '../comment-drafts.ts';
import type { ConfirmRequestProps } from './confirm-request.tsx';

const ConfirmRequest = lazy(() => import('./confirm-request.tsx'));
const RoomNote = lazy(() => import('./room-note.tsx'));

type AskToRequestProps = Pick<ConfirmRequestProps, 'stones' | 'others' | 'onClose'> & {
  /** The name under which its comment is kept until it is sent. */
  draft: string;
  /** Requests the cards left, by their keys; answers whether something was done. What was refused or declined it shows itself. */
  onRequest: (keys: readonly string[], remarks: string) => Promise<boolean>;
};

/**
 * Asks before a request, with what the inventory comes to (product: Confirm request). It closes once something was done;
 * refused, or with all of it declined, it stays open with its comment.
 */
export function AskToRequest({ draft, onClose, onRequest, ...cards }: AskToRequestProps) {
  const { user } = useSession();
  const drafts = commentDrafts(user);
  const request = async (keys: readonly string[], remarks: string): Promise<void> => {
    const [outcome] = await Promise.allSettled([drafts.keepUntil(draft, () => onRequest(keys, remarks))]);
    if (outcome.status === 'fulfilled' && outcome.value) onClose();
  };
  return (
    <Suspense fallback={null}>
      <ConfirmRequest
        {...cards}
        renderRoom={(total) => <RoomNote adding={total} />}
        comment={drafts.read(draft)}
        onComment={(comment) => drafts.write(draft, comment)}
        onClose={onClose}
        onRequest={request}
      />
    </Suspense>
  );
}

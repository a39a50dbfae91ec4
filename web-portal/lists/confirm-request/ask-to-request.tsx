import { lazy, Suspense } from 'react';
import { useCommentDraft } from '../comment-drafts.ts';
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
  const { comment, onComment, submit } = useCommentDraft(draft, onClose);
  return (
    <Suspense fallback={null}>
      <ConfirmRequest
        {...cards}
        renderRoom={(total) => <RoomNote adding={total} />}
        comment={comment}
        onComment={onComment}
        onClose={onClose}
        onRequest={(keys, remarks) => submit(() => onRequest(keys, remarks))}
      />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';
import { useCommentDraft } from './comment-drafts.ts';
import type { ListRow } from './list-row.ts';

const ConfirmAction = lazy(() => import('./confirm-action.tsx'));

type AskToActProps = {
  action: 'RETURN' | 'SOLD';
  stones: readonly ListRow[];
  /** The name under which its comment is kept until it is sent. */
  draft: string;
  /** Returns or sells them; answers whether something that the comment is on was done. What was refused or declined it shows itself. */
  onAct: (comment: string) => Promise<boolean>;
  onClose: () => void;
};

/**
 * 'Are you sure?' before stones are returned or marked sold. It closes once something was done; refused, or with all of it
 * declined, it stays open with its comment.
 */
export function AskToAct({ action, stones, draft, onAct, onClose }: AskToActProps) {
  const { comment, onComment, submit } = useCommentDraft(draft, onClose);
  return (
    <Suspense fallback={null}>
      <ConfirmAction
        action={action}
        stones={stones}
        comment={comment}
        onComment={onComment}
        onNo={onClose}
        onYes={(typed) => submit(() => onAct(typed))}
      />
    </Suspense>
  );
}

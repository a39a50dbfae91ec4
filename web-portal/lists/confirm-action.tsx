import { formatPieces } from '#contracts/vocabulary/money.ts';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import type { ListRow } from './list-row.ts';
import { headingOf, pricedOf, totalOf } from './stone-facts.ts';

const WORDS = { RETURN: 'Return', SOLD: 'Mark sold' } as const;

type ConfirmActionProps = {
  action: 'RETURN' | 'SOLD';
  stones: readonly ListRow[];
  comment?: string;
  onComment?: (comment: string) => void;
  onYes: (comment: string) => Promise<unknown>;
  onNo: () => void;
};

/** 'Are you sure?' before stones are returned or marked sold. A comment is on stones: requests for similar ones have none. */
export default function ConfirmAction({ action, stones, comment = '', ...confirmation }: ConfirmActionProps) {
  const [only] = stones;
  return (
    <ConfirmDialog {...(stones.some(({ virtual }) => !virtual) && { comment })} {...confirmation}>
      <p>
        {WORDS[action]}:{' '}
        <strong>
          {stones.length === 1 && only
            ? headingOf(only) + (only.virtual ? '' : ` (${only.parcelName})`)
            : formatPieces(stones.length, totalOf(stones)) + pricedOf(stones)}
        </strong>
      </p>
    </ConfirmDialog>
  );
}

import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';

/** What was tried; UNCART takes out of the cart, GIVE_UP ends what was requested and not filled. */
type Tried = Intent | 'UNCART' | 'GIVE_UP';

const COULD_NOT: Readonly<Record<Tried, string>> = {
  REQUEST: 'requested',
  RETURN: 'returned',
  SOLD: 'marked sold',
  UNCART: 'taken out of the cart',
  GIVE_UP: 'given up',
};

/** Shows each stone of which what was tried was declined, with the reason. */
export function toastDeclines(
  tried: Tried,
  declined: readonly { parcelName: string; reason: string }[],
): void {
  const lines = declined.map(({ parcelName, reason }) => `${parcelName}: ${reason}`);
  toastFailure(
    [
      `${declined.length === 1 ? 'One stone' : `${declined.length} stones`} could not be ${COULD_NOT[tried]}.`,
      ...lines,
    ].join('\n'),
    'happier',
  );
}

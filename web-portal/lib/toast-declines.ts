import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';

const COULD_NOT: Readonly<Record<Intent, string>> = {
  REQUEST: 'requested',
  RETURN: 'returned',
  SOLD: 'marked sold',
};

/** Shows each stone that an instruction declined, with the reason. */
export function toastDeclines(
  action: Intent,
  declined: readonly { parcelName: string; reason: string }[],
): void {
  const lines = declined.map(({ parcelName, reason }) => `${parcelName}: ${reason}`);
  toastFailure(
    [
      `${declined.length === 1 ? 'One stone' : `${declined.length} stones`} could not be ${COULD_NOT[action]}.`,
      ...lines,
    ].join('\n'),
    'happier',
  );
}

import { closeSnackbar, enqueueSnackbar } from 'notistack';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { SESSION_EXPIRED, type Reaction } from './failures.ts';

/** Success toasts last 4 seconds; errors stay until closed (specification, sections 8 and 9). */
export const SUCCESS_MS = 4000;

declare module 'notistack' {
  interface VariantOverrides {
    /** Takes back what the message says was done. */
    success: { onUndo?: () => void };
  }
}

/** Says that something went well; with `onUndo` it can be taken back from the message. */
export function toastSuccess(message: string, onUndo?: () => void): void {
  enqueueSnackbar(message, { variant: 'success', autoHideDuration: SUCCESS_MS, ...(onUndo && { onUndo }) });
}

/** Says what went wrong, until it is closed; the same words stand there once at a time. */
export function toastFailure({ message, style }: Pick<Reaction, 'message' | 'style'>): void {
  enqueueSnackbar(message, {
    variant: style === 'happier' ? 'info' : 'error',
    persist: true,
    preventDuplicate: true,
    ...(message === SESSION_EXPIRED && { key: SESSION_EXPIRED }),
  });
}

const COULD_NOT: Readonly<Record<Intent, string>> = {
  REQUEST: 'requested',
  RETURN: 'returned',
  SOLD: 'marked sold',
};

/** Tells each stone that an instruction could not carry out, with the reason. */
export function toastDeclines(
  action: Intent,
  declined: readonly { parcelName: string; reason: string }[],
): void {
  const lines = declined.map(({ parcelName, reason }) => `${parcelName}: ${reason}`);
  enqueueSnackbar(
    [
      `${declined.length === 1 ? 'One stone' : `${declined.length} stones`} could not be ${COULD_NOT[action]}.`,
      ...lines,
    ].join('\n'),
    { variant: 'info', persist: true },
  );
}

/** Takes every toast away: the next session starts without the last one's. */
export function clearToasts(): void {
  closeSnackbar();
}

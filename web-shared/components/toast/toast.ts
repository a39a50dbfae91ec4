import { closeSnackbar, enqueueSnackbar } from 'notistack';

/**
 * Success toasts last 4 seconds; errors stay until closed (product: Success toasts; product: Error
 * catalogue).
 */
export const SUCCESS_MS = 4000;

declare module 'notistack' {
  interface VariantOverrides {
    /** Takes back what the message reports; shows it as a memo to keep. */
    success: { onUndo?: () => void; onMemo?: () => void };
  }
}

/** What is to be done with toasts before their host has come, which is loaded beside the page; null while it is there. */
let waiting: (() => void)[] | null = [];

function onceHosted(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}

/** Does what waited for the host, which calls this when it has come; answers what it calls when it goes. */
export function hostToasts(): () => void {
  const earlier = waiting ?? [];
  waiting = null;
  for (const work of earlier) work();
  return () => {
    waiting = [];
  };
}

/** Shows that something went well; with `onUndo` it can be taken back from the message, with `onMemo` it is had on paper. */
export function toastSuccess(message: string, onUndo?: () => void, onMemo?: () => void): void {
  onceHosted(() =>
    enqueueSnackbar(message, {
      variant: 'success',
      autoHideDuration: SUCCESS_MS,
      ...(onUndo && { onUndo }),
      ...(onMemo && { onMemo }),
    }),
  );
}

/**
 * Shows what went wrong, until it is closed; the same words only once at a time. `happier` is the friendlier
 * style for failures that a person can act on (product: Error catalogue).
 */
export function toastFailure(message: string, style: 'error' | 'happier' = 'error'): void {
  onceHosted(() =>
    enqueueSnackbar(message, {
      variant: style === 'happier' ? 'info' : 'error',
      persist: true,
      preventDuplicate: true,
      key: message,
    }),
  );
}

/** Takes every toast away: the next session starts without the last one's. */
export function clearToasts(): void {
  onceHosted(() => closeSnackbar());
}

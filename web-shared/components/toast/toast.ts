import { closeSnackbar, enqueueSnackbar } from 'notistack';

/**
 * Success toasts last 4 seconds; errors stay until closed (product: Success toasts; product: Error
 * catalogue).
 */
export const SUCCESS_MS = 4000;

declare module 'notistack' {
  interface VariantOverrides {
    /** Undoes what the message reports; shows it as a memo to keep. */
    success: { onUndo?: () => void; onMemo?: () => void };
  }
}

/** Calls that wait for the host, which is loaded after the page; null while it is mounted. */
let waiting: (() => void)[] | null = [];

function onceHosted(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}

/** Called by the host when it is mounted: makes the calls that waited. Returns what to call when it is unmounted. */
export function hostToasts(): () => void {
  const earlier = waiting ?? [];
  waiting = null;
  for (const work of earlier) work();
  return () => {
    waiting = [];
  };
}

/** Shows a success. With `onUndo` the message offers to undo it, with `onMemo` to show it as a memo. */
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

/** Removes all toasts: the next session starts without the last one's. */
export function clearToasts(): void {
  onceHosted(() => closeSnackbar());
}

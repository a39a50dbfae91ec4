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

/** Shows that something went well; with `onUndo` it can be taken back from the message, with `onMemo` it is had on paper. */
export function toastSuccess(message: string, onUndo?: () => void, onMemo?: () => void): void {
  enqueueSnackbar(message, {
    variant: 'success',
    autoHideDuration: SUCCESS_MS,
    ...(onUndo && { onUndo }),
    ...(onMemo && { onMemo }),
  });
}

/**
 * Shows what went wrong, until it is closed; the same words only once at a time. `happier` is the friendlier
 * style for failures that a person can act on (product: Error catalogue).
 */
export function toastFailure(message: string, style: 'error' | 'happier' = 'error'): void {
  enqueueSnackbar(message, {
    variant: style === 'happier' ? 'info' : 'error',
    persist: true,
    preventDuplicate: true,
    key: message,
  });
}

/** Takes every toast away: the next session starts without the last one's. */
export function clearToasts(): void {
  closeSnackbar();
}

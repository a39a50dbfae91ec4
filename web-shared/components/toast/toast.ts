import { closeSnackbar, enqueueSnackbar } from 'notistack';

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

/**
 * Says what went wrong, until it is closed; the same words stand there once at a time. `happier` is the friendlier
 * style of what a person can act on (specification, section 8: 402).
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

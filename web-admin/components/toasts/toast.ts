import { closeSnackbar, enqueueSnackbar } from 'notistack';

/** Success toasts last 4 seconds; errors stay until closed (specification, sections 8 and 9). */
const SUCCESS_MS = 4000;

/** Says that something went well. */
export function toastSuccess(message: string): void {
  enqueueSnackbar(message, { variant: 'success', autoHideDuration: SUCCESS_MS });
}

/**
 * Says what went wrong, until it is closed; the same words stand there once at a time.
 * @param happier what a person can act on, told in a friendlier style (specification, section 8: 402)
 */
export function toastFailure(message: string, happier = false): void {
  enqueueSnackbar(message, {
    variant: happier ? 'info' : 'error',
    persist: true,
    preventDuplicate: true,
    key: message,
  });
}

/** Takes every toast away: the next session starts without the last one's. */
export function clearToasts(): void {
  closeSnackbar();
}

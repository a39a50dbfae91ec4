import type { closeSnackbar, enqueueSnackbar } from 'notistack';

/**
 * Success toasts last 4 seconds, in milliseconds; errors stay until closed (product: Success toasts; product: Error
 * catalogue).
 */
export const SUCCESS_MS = 4000;

declare module 'notistack' {
  interface VariantOverrides {
    /** Undoes what the message reports; shows it as a memo to keep. */
    success: { onUndo?: () => void; onMemo?: () => void };
    /** Tries again to undo what could not be, or to make a memo that could not be made. */
    error: { onUndo?: () => void; onMemo?: () => void };
    info: { onUndo?: () => void; onMemo?: () => void };
  }
}

/** Shows and removes messages; it is loaded after the page, with the library that they are made of. */
interface Host {
  readonly show: typeof enqueueSnackbar;
  readonly close: typeof closeSnackbar;
}

let host: Host | null = null;
/** What waits for the host while there is none. */
let waiting: ((host: Host) => void)[] = [];
let onWaiting = (): void => undefined;

function onceHosted(work: (host: Host) => void): void {
  if (host) return work(host);
  waiting.push(work);
  onWaiting();
}

/** Called by the host when it is mounted: makes the calls that waited. Returns what to call when it is unmounted. */
export function hostToasts(mounted: Host): () => void {
  host = mounted;
  const earlier = waiting;
  waiting = [];
  for (const work of earlier) work(mounted);
  return () => {
    host = null;
  };
}

/** Calls back when a message waits for the host, at once where one does already. Answers how to stop. */
export function whenToastsWait(listener: () => void): () => void {
  onWaiting = listener;
  if (waiting.length > 0) listener();
  return () => {
    onWaiting = () => undefined;
  };
}

/** Shows a success. With `onUndo` the message offers to undo it, with `onMemo` to show it as a memo. */
export function toastSuccess(message: string, onUndo?: () => void, onMemo?: () => void): void {
  onceHosted(({ show }) =>
    show(message, {
      variant: 'success',
      // It goes by itself all the same, but not from under the keyboard, of which the library does not know.
      autoHideDuration: null,
      ...(onUndo && { onUndo }),
      ...(onMemo && { onMemo }),
    }),
  );
}

/**
 * Shows what went wrong, until it is closed; the same words only once at a time. `happier` is the friendlier
 * style for failures that a person can act on (product: Error catalogue). With `onUndo` the message offers to try an undo
 * that failed again, with `onMemo` a memo, and stands beside others of the same words.
 */
export function toastFailure(
  message: string,
  style: 'error' | 'happier' = 'error',
  onUndo?: () => void,
  onMemo?: () => void,
): void {
  onceHosted(({ show }) =>
    show(message, {
      variant: style === 'happier' ? 'info' : 'error',
      persist: true,
      ...(onUndo && { onUndo }),
      ...(onMemo && { onMemo }),
      // What it tries again is its own: the same words of another request, or of the try before, are no duplicate.
      ...(!onUndo && !onMemo && { preventDuplicate: true, key: message }),
    }),
  );
}

/** Removes all toasts, those that wait too: the next session starts without the last one's. */
export function clearToasts(): void {
  waiting = [];
  host?.close();
}
